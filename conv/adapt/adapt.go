// Package adapt changes a conversation so that the servers of a protocol accept
// it and one of their models can use it.
//
// The rule of the room: it is a list of passes over the messages. Each pass
// copies what it changes, never writes to its input, and notes what it did. A
// pass depends on the Rules of a format and on the Target, never on a name.
package adapt

import (
	"slices"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/training"
)

// For returns c in a form that the servers of a format's protocol accept: its
// Rules say how the history is paired, ordered and named. Each change is noted.
// Conversations from elsewhere need this; what the protocol itself accepted
// stays as it is. c is not changed. [fit.To] comes after For.
//
// If target is not nil, For also does what that model needs, in this order:
// projection, modalities, failed turns, reasoning, calls and results, turns,
// cleaning.
func For(c *conv.Conversation, to *format.Format, target *format.TargetModel, notes *note.Notes) *conv.Conversation {
	a := newAdapter(c, to, target, notes)
	if a.idle() {
		return c
	}
	learned := to.Capabilities.GuestFamily == training.Family // of trees, such data has only pairs
	pair := learned && training.Of(c).Pair
	if pair {
		if out := training.EachAnswer(c, notes, func(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
			return For(c, to, target, notes)
		}); out != nil {
			return out
		}
	}
	out := *c
	if (!a.fit.Has(format.Trees) || target != nil || learned) && !pair {
		out.Messages = a.fit.Active(c.Messages)
	}
	a.prompt(&out)
	a.reserveNames(&out)
	pass := func(in []conv.Message) []conv.Message {
		for _, pass := range passes {
			in = pass(a, in)
		}
		return in
	}
	if pair { // of which an answer has grown together with the history
		out.Messages = onActive(out.Messages, pass)
	} else {
		out.Messages = pass(out.Messages)
	}
	a.someMessage(&out)
	a.promptRole(&out)
	a.tools(&out)
	a.request(&out)
	a.thinking(&out)
	a.cacheMarks(&out)
	return &out
}

// passes are the steps of [For] over the messages, in order. Each copies what it
// changes and never writes to its input. The numbers are those of the rules in
// testdata/conversions, one case each.
var passes = []func(*adapter, []conv.Message) []conv.Message{
	(*adapter).modelChanges,    // A3.1: before the entries are dropped that say them
	(*adapter).compactions,     // A1.5
	(*adapter).project,         // A1.1 … A1.4
	(*adapter).blind,           // A2.1, A2.2
	(*adapter).retype,          // A2.2: media of types that servers refuse
	(*adapter).dropFailed,      // A4.1 … A4.3
	(*adapter).otherModels,     // A3.1, A5.1 … A5.4
	(*adapter).thinkingAsked,   // A5.2
	(*adapter).itemIDs,         // A5.6
	(*adapter).flatten,         // A6.10
	(*adapter).nameCalls,       // A6.9
	(*adapter).pairResults,     // A6.4 … A6.7: orphans, late and duplicate results, order
	(*adapter).nameResults,     // A6.9
	(*adapter).renameCalls,     // A6.1 … A6.3, A6.9: ids and names
	(*adapter).nameSpeakers,    // A6.9
	(*adapter).moveAnswerMedia, // A2.5
	(*adapter).promptOnly,      // A7.3
	(*adapter).clean,           // A8.1, A8.2
	(*adapter).moveResultMedia, // A2.5
	(*adapter).merge,           // A7.6
	(*adapter).bridge,          // A7.4
	(*adapter).firstTurn,       // A7.5
	(*adapter).lastTurn,        // A7.7
	(*adapter).ledReasoning,    // A5.6
	(*adapter).reasoningField,  // A5.5
	(*adapter).signCalls,       // A5.7
	(*adapter).plainText,       // A8.4
	(*adapter).groupResults,    // A6.7, last, because it names groups by their place
}

type adapter struct {
	format.Rules
	family   string
	protocol conv.Protocol
	target   *format.TargetModel // nil: the protocol alone
	model    origin              // of the target
	from     origin              // of messages that name no model
	signed   bool                // the target's vendor signed the answers that name no model
	notes    *note.Notes
	fit      *fit.Fitter // what Fit will do
	names    renaming
	files    map[string]int // how often documents have asked for a name
	stock    stock
}

func newAdapter(c *conv.Conversation, to *format.Format, target *format.TargetModel, notes *note.Notes) *adapter {
	a := &adapter{Rules: to.Rules, family: to.Family, protocol: to.Protocol, target: target, notes: notes}
	if target != nil && target.Rules != nil {
		a.Rules = *target.Rules
	}
	a.names.alphabet = &a.ToolNames
	a.fit = fit.New(to, notes)
	a.origins(c)
	return a
}

// idle reports whether no pass has anything to do.
func (a *adapter) idle() bool {
	return a.Rules == (format.Rules{}) && a.target == nil && (a.fit.Assistant&format.ToolCallBlock != 0 || a.fit.Assistant == 0)
}

//go:noinline
func (a *adapter) lose(code note.Code, kind note.Kind, n *conv.Node, what, name string) {
	a.notes.Loss(code, kind, n.Offset(), what, name)
}

func (a *adapter) info(code note.Code, kind note.Kind, n *conv.Node, what, name string) {
	a.notes.Info(code, kind, n.Offset(), what, name)
}

// changeCalls returns m with each call changed, m itself if none changes.
func changeCalls[M conv.Message](m M, change func(*conv.ToolCall) *conv.ToolCall) M {
	return format.ChangeBlocks(m, func(b conv.Block) conv.Block {
		if t, ok := b.(*conv.ToolCall); ok {
			return change(t)
		}
		return b
	})
}

// changeAnswers returns in with each answer changed, or dropped if change returns nil.
func changeAnswers(in []conv.Message, change func(*conv.AssistantMessage) conv.Message) []conv.Message {
	return format.ChangeMessages(in, func(m conv.Message) conv.Message {
		if x, ok := m.(*conv.AssistantMessage); ok {
			return change(x)
		}
		return m
	})
}

// expanded returns in with what change gives in the place of each message; nil leaves
// the message as it is.
func expanded(in []conv.Message, change func(int, conv.Message) []conv.Message) []conv.Message {
	var out []conv.Message
	for i, m := range in {
		more := change(i, m)
		if more != nil && out == nil {
			out = append(make([]conv.Message, 0, len(in)+1), in[:i]...)
		}
		switch {
		case more != nil:
			out = append(out, more...)
		case out != nil:
			out = append(out, m)
		}
	}
	if out == nil {
		return in
	}
	return out
}

// inserted returns in with a message before in[i], in memory of its own.
func inserted(in []conv.Message, i int, m conv.Message) []conv.Message {
	return slices.Insert(slices.Clip(in), i, m)
}
