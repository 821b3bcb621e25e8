package agents

import "convo/commands/internal/frame"

// All are the sessions that agents keep on this machine, newest first, with those of
// helpers, and how many more are in no single file.
func All(p *frame.Program) (all []frame.SessionFile, parted int) {
	some, _ := known(nil)
	found := (&search{p: p}).keptBy(some...)
	nameShortly(found)
	for _, x := range found {
		if !x.IsFile() {
			parted++
			continue
		}
		all = append(all, frame.SessionFile{Name: x.operand, Path: x.Path})
	}
	return all, parted
}
