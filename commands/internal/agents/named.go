package agents

import (
	"convo/commands/internal/frame"
	"convo/providers"
)

// Named is a session that is a file, and what names it as FILE.
type Named struct{ Name, Path string }

// All are the sessions that agents keep on this machine, newest first, with those of
// helpers, and how many more are in no single file.
func All(p *frame.Program) (all []Named, parted int) {
	s := &search{p: p}
	for _, a := range providers.Agents() {
		s.own([]*providers.AgentFormat{&a})
	}
	found := s.look(nil)
	newestFirst(found)
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
