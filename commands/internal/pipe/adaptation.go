package pipe

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"sync"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/edit"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/tokens"
	"convo/providers"
)

// Adaptation is whom conversations are fitted to: a model, a vendor or a protocol that
// --for names, or who takes the format that is written.
type Adaptation struct {
	Adapt    bool                   // to the servers of another family
	target   *providers.Target      // of the last --for, nil without one
	thinking *format.ThinkingPolicy // nil: not asked for
	repair   format.RepairPolicy    // what --for does with unanswered calls
	whole    bool                   // compaction is not applied
	first    []Operation            // on what a call sends, before it is adapted
}

// Seen is what a call starts from: the conversation as --project and --repair
// change it for the model.
func (a *Adaptation) Seen(doc *conv.Conversation, in Context) (*conv.Conversation, error) {
	return carryOut(a.first, doc, in)
}

// forOperations adapts to a model. What else says what a model is to see of a
// conversation comes before it, wherever it stands on the command line.
func (b *planner) forOperations(name string, all []frame.Setting) ([]Operation, error) {
	target, err := providers.TargetNamed(name)
	if err != nil {
		return nil, frame.Misnamed("--for", err)
	}
	TellDoubt(b.p, target)
	var ops []Operation
	for _, s := range all {
		if s.Name != "project" && s.Name != "repair" {
			continue
		}
		first, err := b.operationsOf(s, nil)
		if err != nil {
			return nil, err
		}
		ops = append(ops, first...)
	}
	if to := b.plan.To; to != nil {
		target = target.In(to.Name)
	}
	aim := b.plan.Aim
	aim.target = target
	return append(ops, func(doc *conv.Conversation, in Context) (*conv.Conversation, error) {
		return aim.reasoned(doc, in.Notes, func(notes *note.Notes) *conv.Conversation {
			return aim.Adapted(target, doc, Context{From: in.From, At: in.At, Notes: notes})
		}), nil
	}), nil
}

// TellDoubt says that convo does not know the model that --for names.
func TellDoubt(p *frame.Program, target *providers.Target) {
	if doubt := target.Doubt(); doubt != "" {
		p.Note("%s", doubt)
	}
}

// Adapted is what a call would send to a target: adapted to it, and reduced to
// what its protocol can hold. What no call sends, of any protocol, is no loss
// that nobody asked for.
func (a *Adaptation) Adapted(target *providers.Target, doc *conv.Conversation, in Context) *conv.Conversation {
	target = a.Target(target)
	return target.Sent(doc, a.TargetModel(target, in.From), in.Notes)
}

// Target is a target, without compaction if the command line says so.
func (a *Adaptation) Target(target *providers.Target) *providers.Target {
	if a.whole {
		return target.WithWholeHistory()
	}
	return target
}

// TargetModel is a target's, for conversations of a format, with what the command line
// says of it; nil if nothing is adapted.
func (a *Adaptation) TargetModel(goal *providers.Target, from *format.Format) *format.TargetModel {
	if !a.Adapt {
		return nil
	}
	target := goal.Model
	target.From, target.Repair, target.Thinking = from.Protocol, a.repair, a.policy()
	return &target
}

// fit makes of a conversation what the format that is written can hold.
func (a *Adaptation) fit(doc *conv.Conversation, from, to *format.Format, notes *note.Notes) *conv.Conversation {
	if a.target != nil {
		from = a.target.Format
	}
	if a.whole {
		f := *to
		f.History = format.WholeHistory
		to = &f
	}
	return a.reasoned(doc, notes, func(notes *note.Notes) *conv.Conversation {
		switch {
		case a.Adapt && providers.Adapts(from, to):
			return providers.ToFormat(doc, from, to, &format.TargetModel{From: from.Protocol, Thinking: a.policy()}, notes)
		case a.thinking != nil && (a.target == nil || !a.Adapt):
			doc = adapt.Thinking(doc, a.policy(), notes)
		}
		return fit.To(doc, to, notes)
	})
}

// reasoned does work in which --thinking, if it is given, says what becomes of
// reasoning.
func (a *Adaptation) reasoned(doc *conv.Conversation, notes *note.Notes, work func(*note.Notes) *conv.Conversation) *conv.Conversation {
	if a.thinking == nil {
		return work(notes)
	}
	notes.Asking(isReasoning, func(notes *note.Notes) { doc = work(notes) })
	return doc
}

// isReasoning reports whether a note is about what --thinking decides.
func isReasoning(n *note.Note) bool {
	return n.Code == note.CodeThinking || n.Code == note.CodeRedacted
}

// policy is what becomes of reasoning that a target cannot take.
func (a *Adaptation) policy() format.ThinkingPolicy {
	if a.thinking == nil {
		return format.ThinkingDrop
	}
	return *a.thinking
}

// thinkingPolicies are the values of --thinking.
var thinkingPolicies = []string{"drop", "text"}

// thinkingNamed is the policy of --thinking, nil if it is not given.
func thinkingNamed(flags *frame.Flags) *format.ThinkingPolicy {
	name := flags.Choice("thinking", thinkingPolicies...)
	if !flags.IsSet("thinking") {
		return nil
	}
	return new(format.ThinkingPolicy(slices.Index(thinkingPolicies, name)))
}

// trimOperation makes conversations fit into a number of tokens, as cost
// --estimate counts them for the same model: that of --for, or else that of
// the conversation.
func (b *planner) trimOperation(value string) ([]Operation, error) {
	most, ok := int64(0), true
	if value != "auto" {
		if most, ok = frame.CountOf(value); !ok || most == 0 {
			return nil, frame.UsageError("--trim %q: want a number of tokens, such as 50000, 50k or 1m, or auto", value)
		}
	}
	aim, goals := b.plan.Aim, &goalsRead{getenv: b.p.Getenv}
	return []Operation{func(doc *conv.Conversation, in Context) (out *conv.Conversation, err error) {
		target, name := goals.of(aim, doc)
		most := most
		if value == "auto" {
			if most = target.Room(); most <= 0 {
				return nil, noWindow(name)
			}
		}
		count := func(known tokens.Known, doc *conv.Conversation) int64 {
			_, tokens := aim.sent(target, in.From, doc, known)
			return tokens
		}
		in.Notes.Asking(nil, func(notes *note.Notes) { out, err = edit.Trim(doc, most, count, notes) })
		var long *edit.TooLong
		if errors.As(err, &long) {
			f := &frame.Failure{Code: frame.ExitBudget, What: "--trim " + value + ": " + err.Error()}
			return nil, f.WithHint("to make room, put --slice or --drop thinking,media,tools before --trim")
		}
		return out, err
	}}, nil
}

// goalsRead finds who will read a conversation. It remembers whom it looked up,
// because many conversations are for few models.
type goalsRead struct {
	getenv func(string) string
	mu     sync.Mutex
	known  map[string]*providers.Target // by name; nil: nothing is known
}

// of returns who will read a conversation and what it is called: the model of
// --for, or that which a call would ask; nil and its name if nothing is known
// of it.
func (g *goalsRead) of(a *Adaptation, doc *conv.Conversation) (*providers.Target, string) {
	if a.target != nil {
		return a.target, cmp.Or(a.target.Model.Model, a.target.Model.Provider, a.target.Format.Name)
	}
	name, _ := providers.ModelOf(doc, "", g.getenv)
	g.mu.Lock()
	defer g.mu.Unlock()
	target, ok := g.known[name]
	if ok {
		return target, name
	}
	name = strings.Clone(name) // its memory may be used again
	target, err := providers.TargetNamed(name)
	if err != nil {
		target = nil
	}
	const most = 100 // input may name any number of models
	if len(g.known) >= most || g.known == nil {
		g.known = map[string]*providers.Target{}
	}
	g.known[name] = target
	return target, name
}

// Sent is what a call sends of a conversation that was read from a format, and
// about how many tokens that is. Of a target that is nil only the protocol is
// known, or not even that.
func (a *Adaptation) Sent(target *providers.Target, from *format.Format, doc *conv.Conversation) (*conv.Conversation, int64) {
	return a.sent(target, from, doc, nil)
}

func (a *Adaptation) sent(target *providers.Target, from *format.Format, doc *conv.Conversation, known tokens.Known) (*conv.Conversation, int64) {
	if target == nil && from.Family != "" {
		target, _ = providers.TargetNamed(from.Family)
	}
	if target == nil {
		return doc, known.Estimate(doc)
	}
	doc = a.Adapted(target, doc, Context{From: from, Notes: &note.Notes{}})
	return doc, target.EstimateAgain(known, doc)
}

// noWindow is the failure of --trim auto where nothing is known of a model.
func noWindow(name string) error {
	f := frame.UsageError("--trim auto: no model")
	if name != "" {
		f = frame.UsageError("--trim auto: the context size of %q is not known", name)
	}
	return f.WithHint("name a known model with --for (see convo models), or give a number: --trim N")
}
