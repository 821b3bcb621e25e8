// Package lint finds what is wrong with conversations.
//
// The rule of the room: here are the engine, the rules of any conversation, and
// checks that several formats share. The rules of one vendor's servers are a
// table in the format's own package, [format.Format.Lint]. A shared check looks
// only for what the target's [format.Rules] demand. No check changes the
// conversation or quotes what people said.
package lint

import (
	"fmt"
	"slices"
	"sort"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/redact"
	"convo/conv/tokens"
)

// Validate finds what is wrong with a conversation, by the rules of any
// conversation and by those of the servers of each target. The findings are in
// the order of the input. c must pass Check.
func Validate(c *conv.Conversation, goals ...Destination) []Finding {
	return NewValidator(goals...).Validate(c)
}

// Destination is where a conversation will be sent: the servers of a format, or
// one model there. They get the part of a compacted history that the format is for,
// with summaries as user text.
type Destination struct {
	Format *format.Format
	Target *format.TargetModel // nil: any model
}

// Validator validates many conversations for the same targets. It caches the
// schemas of tools, which most of them share. It is for one goroutine.
type Validator struct {
	// Signer is the provider that issued a signature, "" if that is unknown.
	// Issuers are those that sign what they answer, by their protocols. Nil: no
	// signature is foreign.
	Signer  func(signature string) string
	Issuers map[conv.Protocol]string

	goals   []Destination
	any     []row    // of any conversation
	theirs  [][]Rule // of the servers of each goal
	schemas schemas
	cleaner redact.Cleaner
	buf     []byte
}

// NewValidator makes a Validator.
func NewValidator(goals ...Destination) *Validator {
	v := &Validator{goals: goals, any: conversationRules()}
	for _, goal := range goals {
		v.theirs = append(v.theirs, rulesOf(goal.Format))
	}
	return v
}

// rulesOf returns the rules of a format.
func rulesOf(f *format.Format) []Rule {
	if f.Lint == nil {
		return nil
	}
	return f.Lint()
}

// Validate finds what is wrong with a conversation.
func (v *Validator) Validate(c *conv.Conversation) []Finding {
	r := newRun(v, c)
	for i := range v.any {
		if row := &v.any[i]; row.check != nil {
			r.rule = &row.Rule
			row.check(r)
		}
	}
	whole := r.Subject
	for i := range v.goals {
		r.Subject = whole
		r.aim(&v.goals[i])
		r.overWindow()
		for j := range v.theirs[i] {
			if r.rule = &v.theirs[i][j]; r.rule.Check != nil {
				r.rule.Check(&r.Subject)
			}
		}
	}
	sort.SliceStable(r.found, func(i, j int) bool { return r.found[i].Offset < r.found[j].Offset })
	return r.found
}

// Noted turns notes of decoding into findings about a document of a format, by
// the rules of any conversation and by those of the first target whose servers
// take the format.
func (v *Validator) Noted(from *format.Format, notes *note.Notes) (found []Finding) {
	all := notes.List()
	if len(all) == 0 {
		return nil
	}
	for i := range v.any {
		found = appendNoted(found, &v.any[i].Rule, all)
	}
	i := slices.IndexFunc(v.goals, func(d Destination) bool { return d.Format.Family == from.Family })
	if i < 0 {
		return found
	}
	for j := range v.theirs[i] {
		found = appendNoted(found, &v.theirs[i][j], all)
	}
	return found
}

// appendNoted appends the findings of a rule for notes.
func appendNoted(found []Finding, r *Rule, notes []note.Note) []Finding {
	if r.Note == nil {
		return found
	}
	for i := range notes {
		if wrong := r.Note(&notes[i]); wrong != "" {
			found = append(found, Finding{Rule: r, Offset: notes[i].Offset, Message: wrong})
		}
	}
	return found
}

// File finds what is wrong with a file as a whole, by its number of
// conversations.
func (v *Validator) File(count int) (found []Finding) {
	for i := range v.goals {
		for j := range v.theirs[i] {
			rule := &v.theirs[i][j]
			if rule.Lines == nil {
				continue
			}
			if wrong := rule.Lines(count); wrong != "" {
				found = append(found, Finding{Rule: rule, Offset: -1, Message: wrong})
			}
		}
	}
	return found
}

// run validates one conversation.
type run struct {
	*Validator
	Subject
	pairs   pairs
	tools   declared
	content content
	rule    *Rule // the current rule
	found   []Finding
	at      map[place]int // indexes in found
}

// place is where a rule found something.
type place struct {
	rule   string
	offset int
}

func newRun(v *Validator, c *conv.Conversation) *run {
	r := &run{Validator: v}
	whole := c
	c = c.WithMessages(conv.Active(c.Messages))
	r.Subject = Subject{Conversation: c, Whole: whole, History: seenByModels(c), Report: r.report}
	r.pairs, r.tools, r.content = pairsOf(r.History), v.declaredIn(c), contentOf(c)
	return r
}

// sent returns the part of a history that a call sends.
func sent(c *conv.Conversation, history format.History) *conv.Conversation {
	if !slices.ContainsFunc(c.Messages, isSummary) {
		return c
	}
	messages := c.Messages
	if history == format.SentHistory {
		messages = c.Compacted()
	}
	messages = slices.Clone(messages)
	for i, m := range messages {
		if isSummary(m) {
			messages[i] = conv.Project(m)[0]
		}
	}
	return c.WithMessages(messages)
}

func isSummary(m conv.Message) bool {
	switch m.(type) {
	case *conv.BranchSummary, *conv.CompactionSummary:
		return true
	}
	return false
}

// seenByModels returns the messages that a model may see.
func seenByModels(c *conv.Conversation) []conv.Message {
	var in []conv.Message
	for _, m := range c.Messages {
		if _, ok := m.(conv.ModelMessage); ok {
			in = append(in, m)
		}
	}
	return in
}

// aim sets the destination to check the whole conversation for.
func (r *run) aim(d *Destination) {
	if c := sent(r.Conversation, d.Format.History); c != r.Conversation {
		r.Conversation, r.History = c, seenByModels(c)
	}
	r.Format, r.Target, r.Rules = d.Format, d.Target, d.Format.Rules
	if d.Target != nil && d.Target.Rules != nil {
		r.Rules = *d.Target.Rules
	}
}

// report adds a finding about a node. It replaces the finding of a rule that
// the current rule covers.
func (r *run) report(n *conv.Node, message string) {
	f := Finding{Rule: r.rule, Offset: n.Offset(), Message: message}
	if i, ok := r.at[place{r.rule.Covers, f.Offset}]; ok && f.Offset >= 0 {
		r.found[i] = f
		return
	}
	if r.at == nil {
		r.at = map[place]int{}
	}
	r.at[place{r.rule.ID, f.Offset}] = len(r.found)
	r.found = append(r.found, f)
}

// overWindow reports a conversation that leaves the target's model no room. An
// estimate may be wrong: up to a quarter over the window is a warning.
func (r *run) overWindow() {
	t := r.Target
	if t == nil || t.Window == 0 || tokens.Count(r.Conversation, bytesOf) <= t.Room {
		return
	}
	switch n := tokens.Estimate(r.Conversation); {
	case n > t.Window+t.Window/4:
		r.reportAs(contextOverflow, fmt.Sprintf("about %d tokens, and %s has a window of %d", n, t.Model, t.Window))
	case n > t.Room:
		r.reportAs(contextFull, fmt.Sprintf("about %d tokens leave no room for an answer in the window of %s, %d", n, t.Model, t.Window))
	}
}

// bytesOf is an upper bound of the tokens in a text, faster than an estimate.
func bytesOf(text string) int64 { return int64(len(text)) }

// reportAs adds a finding of a rule of any conversation that has no check of
// its own.
func (r *run) reportAs(id, message string) {
	i := slices.IndexFunc(r.any, func(x row) bool { return x.ID == id })
	r.rule = &r.any[i].Rule
	r.report(&r.Node, message)
}
