package agents

import "convo/commands/internal/frame"

// Named is a session that is a file, and what names it as FILE.
type Named struct{ Name, Path string }

// All are the sessions that agents keep on this machine, newest first, with those of
// helpers, and how many more are in no single file.
func All(p *frame.Program) (all []Named, parted int) {
	some, _ := known(nil)
	found := (&search{p: p}).keptBy(some...)
	nameShortly(found)
	for _, x := range found {
		if !x.IsFile() {
			parted++
			continue
		}
		all = append(all, Named{x.operand, x.Path})
	}
	return all, parted
}
