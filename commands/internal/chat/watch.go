package chat

import (
	"sync"

	"convo/commands/internal/frame"
	"convo/providers"
)

// watch shows how far a run with many calls is, if answers are not shown as they
// come.
func (r *reply) watch(inputs []string) {
	if _, silent := r.view.(noView); !silent || r.dryRun != "" || !r.p.Shows() {
		return
	}
	r.budget.watched = true
	if r.edited != "" {
		inputs = []string{r.edited}
	}
	size := frame.SizeOf(inputs, r.p.Stdin)
	r.pipe.Work = r.p.Begin(&frame.Work{
		Unit: "conversation", Of: size, All: r.plan.Count(r.p, inputs, size),
		Cost: r.budget.soFar, Left: r.cutShort,
	})
}

// cutShort is what came of a run that a signal ended, in a sentence.
func (r *reply) cutShort(w *frame.Work) string {
	r.run.mu.Lock()
	whole := int64(r.run.whole)
	r.run.mu.Unlock()
	const again, wouldGoOn = "; run the same command to go on", "; with --resume FILE, the same command would go on"
	if j := r.run.journal; j != nil {
		return w.Units(whole) + " saved in " + j.name + again
	}
	said := w.Units(whole) + " answered"
	switch {
	case r.pipe.Kept != "":
		said = w.Units(whole) + " saved in " + r.pipe.Kept
	case r.edited != "":
		return said + again
	}
	return said + wouldGoOn
}

// ending is the failure that a run ends with: a signal counts before all.
func (run *replyRun) ending(err error) error {
	if stop := run.stopped(); stop != nil {
		return stop
	}
	return err
}

// waits says on a terminal that a model is asked, if it is silent for a second. What it
// returns ends that, and may be called several times.
func (r *reply) waits(endpoint *providers.Endpoint) (end func()) {
	if r.pipe.Work != nil || !r.p.Shows() {
		return func() {}
	}
	return sync.OnceFunc(r.p.Wait("asking " + endpoint.String() + "…"))
}
