package pipe

import (
	"sync/atomic"

	"convo/commands/internal/frame"
)

// chosen counts the conversations that a flag chooses among. Several workers may count.
type chosen struct {
	flag       string
	what       string // each conversation that is left out
	seen, kept atomic.Int64
	tell       func(*frame.Program) // what else there is to say; nil: nothing
}

// counted is the count of a flag, which is shown when the run has ended well.
func (b *planner) counted(flag, what string) *chosen {
	c := &chosen{flag: flag, what: what}
	b.plan.counts = append(b.plan.counts, c)
	return c
}

// tellChosen says how many conversations were left out.
func (r *Run) tellChosen() {
	for _, c := range r.Plan.counts {
		all := int(c.seen.Load())
		if c.flag == "--shuffle" {
			continue
		}
		r.Program.Note("%s left out %d of %s", c.flag, all-int(c.kept.Load()), frame.Plural(all, "conversation"))
		if c.tell != nil {
			c.tell(r.Program)
		}
	}
}
