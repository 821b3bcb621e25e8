package providers_test

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/edit"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/pick"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/redact"
	"convo/conv/session"
	"convo/conv/tokens"
	"convo/conv/training"
	"convo/conv/view"
)

var customs = conv.Customs{"notice": conv.CustomJSON[Flag](), "shared": conv.CustomJSON[*Flag]()}

// uses has one row for each exported function of conv and its rooms that takes
// messages: a new one fails the test until it is here or among the exceptions.
var uses = map[string]use{
	"adapt.CacheMarks": asked(func(c *conv.Conversation) { adapt.CacheMarks(c, "anthropic") }),
	"adapt.Flatten":    made(adapt.Flatten),
	"adapt.For": every(func(f *format.Format) use {
		return func(c *conv.Conversation, notes *note.Notes) ([]conv.Message, error) {
			for _, target := range []*format.TargetModel{{}, {Provider: "x", Model: "y"}, {Project: []conv.Projection{func(m conv.Message) ([]conv.ModelMessage, bool) {
				return []conv.ModelMessage{conv.UserText("seen")}, conv.IsForeign(m)
			}}}} {
				adapt.For(c, f, target, notes)
			}
			return adapt.For(c, f, nil, notes).Messages, nil
		}
	}),
	"adapt.MapTools": made(func(c *conv.Conversation, n *note.Notes) *conv.Conversation {
		return adapt.MapTools(c, nil, nil, "", n)
	}),
	"adapt.Mend": made(adapt.Mend),
	"adapt.Repair": func(c *conv.Conversation, notes *note.Notes) ([]conv.Message, error) {
		adapt.Repair(c, format.RepairError, notes)
		out, err := adapt.Repair(c, format.RepairStub, notes)
		return out.Messages, err
	},
	"adapt.RestoreNames": asked(func(c *conv.Conversation) { adapt.RestoreNames(conv.AssistantText(""), c, c) }),
	"adapt.Thinking": made(func(c *conv.Conversation, n *note.Notes) *conv.Conversation {
		return adapt.Thinking(c, format.ThinkingText, n)
	}),
	"conv.Active":     asked(func(c *conv.Conversation) { conv.Active(c.Messages) }),
	"format.Branches": asked(func(c *conv.Conversation) { format.Branches(c)(func(*conv.Conversation) bool { return true }) }),
	"format.EachBranch": asked(func(c *conv.Conversation) {
		read := func([]byte, *note.Notes) iter.Seq2[*conv.Conversation, error] { return format.Single(c, nil) }
		format.EachBranch(read)(nil, nil)(func(*conv.Conversation, error) bool { return true })
	}),
	"format.LinksOf": asked(func(c *conv.Conversation) { format.LinksOf(c.Messages) }),
	"format.Assemble": asked(func(c *conv.Conversation) {
		format.Assemble(events(c))(func(*conv.Conversation, error) bool { return true })
	}),
	"conv.Assembler.Add":               each(func(m conv.Message) { new(conv.Assembler).Add(conv.Event{Type: conv.EventMessage, Other: m}) }),
	"conv.Conversation.Check":          failing((*conv.Conversation).Check),
	"conv.Conversation.Compacted":      asked(func(c *conv.Conversation) { c.Compacted() }),
	"conv.Conversation.CompactedAt":    asked(func(c *conv.Conversation) { c.CompactedAt() }),
	"conv.Conversation.ContextSize":    asked(func(c *conv.Conversation) { c.ContextSize() }),
	"conv.Conversation.Equal":          asked(func(c *conv.Conversation) { other := *c; c.Equal(&other) }),
	"conv.Conversation.LastCompaction": asked(func(c *conv.Conversation) { c.LastCompaction() }),
	"conv.Conversation.MarshalJSON":    failing(func(c *conv.Conversation) error { _, err := c.MarshalJSON(); return err }),
	"conv.Conversation.ModelMessages":  failing(func(c *conv.Conversation) error { _, err := c.ModelMessages(); return err }),
	"conv.Conversation.OpenCalls":      asked(func(c *conv.Conversation) { c.OpenCalls() }),
	"conv.Conversation.PendingCalls":   asked(func(c *conv.Conversation) { c.PendingCalls() }),
	"format.ChangeMessages": made(func(c *conv.Conversation, _ *note.Notes) *conv.Conversation {
		return c.WithMessages(format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
			return format.ChangeBlocks(m, func(b conv.Block) conv.Block { return b })
		}))
	}),
	"conv.Conversation.WithMessages": made(func(c *conv.Conversation, _ *note.Notes) *conv.Conversation {
		return c.WithMessages(slices.Clone(c.Messages))
	}),
	"conv.CustomOf":     failing(func(c *conv.Conversation) error { _, err := conv.CustomOf(c.Messages[0]); return err }),
	"conv.CustomTypeOf": each(func(m conv.Message) { conv.CustomTypeOf(m) }),
	"conv.Customs.Restore": func(c *conv.Conversation, _ *note.Notes) ([]conv.Message, error) {
		out, err := customs.Restore(c)
		return out.Messages, err
	},
	"conv.Customs.Store":           failing(func(c *conv.Conversation) error { _, err := customs.Store(c); return err }),
	"conv.Customs.MarshalMessage":  failing(func(c *conv.Conversation) error { _, err := customs.MarshalMessage(c.Messages[0]); return err }),
	"conv.Customs.RestoreMessages": failing(func(c *conv.Conversation) error { _, err := customs.RestoreMessages(c.Messages); return err }),
	"conv.Customs.StoreMessages":   failing(func(c *conv.Conversation) error { _, err := customs.StoreMessages(c.Messages); return err }),
	"conv.Dialect.MarshalMessage":  failing(func(c *conv.Conversation) error { _, err := conv.Dialect{}.MarshalMessage(c.Messages[0]); return err }),
	"conv.Dialect.MarshalMessages": failing(func(c *conv.Conversation) error { _, err := conv.Dialect{}.MarshalMessages(c.Messages); return err }),
	"conv.Event.MarshalJSON": failing(func(c *conv.Conversation) error {
		_, err := conv.Event{Type: conv.EventMessage, Other: c.Messages[0]}.MarshalJSON()
		return err
	}),
	"conv.Messages.MarshalJSON": failing(func(c *conv.Conversation) error { _, err := conv.Messages(c.Messages).MarshalJSON(); return err }),
	"conv.Dialect.WriteMessage": wrote(func(w *rawjson.Writer, c *conv.Conversation) { conv.Dialect{}.WriteMessage(w, c.Messages[0]) }),
	"conv.IsForeign":            each(func(m conv.Message) { conv.IsForeign(m) }),
	"conv.BlocksOf": each(func(m conv.Message) {
		for range conv.BlocksOf(m) {
		}
	}),
	"conv.MetaOf": each(func(m conv.Message) { conv.MetaOf(m) }),
	"conv.NewConversation": made(func(c *conv.Conversation, _ *note.Notes) *conv.Conversation {
		return conv.NewConversation(c.Messages...)
	}),
	"format.Single": asked(func(c *conv.Conversation) {
		format.Single(c, nil)(func(*conv.Conversation, error) bool { return true })
	}),
	"conv.RoleOf": each(func(m conv.Message) { conv.RoleOf(m) }),
	"format.Identical": asked(func(c *conv.Conversation) {
		_ = slices.EqualFunc(c.Messages, slices.Clone(c.Messages), format.Identical)
	}),
	"format.SetContent": each(func(m conv.Message) {
		if conv.IsForeign(m) {
			format.SetContent(m, nil)
		}
	}),
	"format.HasContent":  each(func(m conv.Message) { format.HasContent(m) }),
	"format.UsageOf":     each(func(m conv.Message) { format.UsageOf(m) }),
	"conv.Project":       each(func(m conv.Message) { conv.Project(m) }),
	"format.WireSpan":    asked(func(c *conv.Conversation) { format.WireSpan(c.Messages) }),
	"format.WithGroup":   each(func(m conv.Message) { format.WithGroup(m, "g") }),
	"format.WithMeta":    each(func(m conv.Message) { format.WithMeta(m, conv.Meta{ID: "x"}) }),
	"conv.Dialect.Write": wrote(func(w *rawjson.Writer, c *conv.Conversation) { conv.Dialect{}.Write(w, c) }),
	"edit.Inline": made(func(c *conv.Conversation, _ *note.Notes) *conv.Conversation {
		helper := *c
		return edit.Inline(c, []*conv.Conversation{&helper})
	}),
	"edit.Redact": made(func(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
		return edit.Redact(c, []redact.Finder{func(_, text string) []redact.Span {
			if i := strings.Index(text, "battery"); i >= 0 {
				return []redact.Span{{Start: i, End: i + 7, Kind: "word"}}
			}
			return nil
		}}, notes)
	}),
	"edit.Structure": made(edit.Structure),
	"edit.Trim": func(c *conv.Conversation, notes *note.Notes) ([]conv.Message, error) {
		out, err := edit.Trim(c, tokens.Estimate(c)-1, tokens.Known.Estimate, notes)
		return out.Messages, err
	},
	"edit.Unplace":    asked(func(c *conv.Conversation) { edit.Unplace(c.Messages) }),
	"edit.UnplaceAll": asked(edit.UnplaceAll),
	"pick.SumOf":      asked(func(c *conv.Conversation) { pick.SumOf(c) }),
	"view.Choice.Of": made(func(c *conv.Conversation, _ *note.Notes) *conv.Conversation {
		return view.Choice{NoTools: true, NoThinking: true}.Of(c)
	}),
	"view.Footnotes.Joined": each(func(m conv.Message) {
		(&view.Footnotes{Mark: func(int, view.Source) string { return "" }}).Joined(m)
	}),
	"view.FactsOf":      asked(func(c *conv.Conversation) { view.FactsOf(c) }),
	"view.TurnsOf":      asked(func(c *conv.Conversation) { view.TurnsOf(c) }),
	"view.RepositoryOf": asked(func(c *conv.Conversation) { view.RepositoryOf(c) }),
	"view.TitleOf":      asked(func(c *conv.Conversation) { view.TitleOf(c) }),
	"view.Asked": asked(func(c *conv.Conversation) {
		for _, m := range c.Messages {
			view.Asked(m)
		}
	}),
	"view.IsNote": asked(func(c *conv.Conversation) {
		for _, m := range c.Messages {
			view.IsNote(m)
		}
	}),
	"view.NoteName": asked(func(c *conv.Conversation) {
		for _, m := range c.Messages {
			view.NoteName(m)
		}
	}),
	"view.ResultsOf": asked(func(c *conv.Conversation) { view.ResultsOf(c) }),
	"fit.Alone": made(func(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
		out := *c
		fit.Alone(&out, "", notes)
		return &out
	}),
	"fit.Blocks": made(func(c *conv.Conversation, _ *note.Notes) *conv.Conversation {
		out := *c
		fit.Blocks(&out, func(_ conv.Message, b conv.Block) conv.Block { return nil })
		return &out
	}),
	"fit.Events": every(func(f *format.Format) use {
		return func(c *conv.Conversation, notes *note.Notes) (left []conv.Message, err error) {
			left = []conv.Message{}
			w := rawjson.NewWriter(nil)
			var out format.EventWriter
			if f.Emit != nil {
				out = f.Emit(w)
			}
			for e := range fit.Events(events(c), f, notes) {
				if e.Other != nil {
					left = append(left, e.Other)
				}
				if out != nil {
					out.Event(e)
				}
			}
			if out != nil {
				out.Close()
			}
			if f.Capabilities.Scope == format.Answer {
				return nil, nil // a response has no place for any other message
			}
			return left, nil
		}
	}),
	"fit.Fitter.Active": every(func(f *format.Format) use {
		return asked(func(c *conv.Conversation) { fit.New(f, nil).Active(c.Messages) })
	}),
	"fit.Fitter.Compact": every(func(f *format.Format) use {
		return asked(func(c *conv.Conversation) { fit.New(f, nil).Compact(c.Messages) })
	}),
	"fit.Fitter.ForModel": every(func(f *format.Format) use { return each(func(m conv.Message) { fit.New(f, nil).ForModel(m) }) }),
	"fit.Fitter.MoveMedia": every(func(f *format.Format) use {
		return asked(func(c *conv.Conversation) { fit.New(f, nil).MoveMedia(c.Messages) })
	}),
	"fit.JoinAnswers": made(func(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
		out, holds := *c, format.NativeCapabilities()
		fit.JoinAnswers(&out, &holds, notes)
		return &out
	}),
	"fit.Settle": asked(func(c *conv.Conversation) {
		native := format.Native()
		fit.Settle(c, &native, nil, nil, func(*conv.Conversation) {})
	}),
	"fit.WithoutEscapes": made(func(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
		out := *c
		fit.WithoutEscapes(&out, notes)
		return &out
	}),
	"fit.To": every(func(f *format.Format) use {
		return func(c *conv.Conversation, notes *note.Notes) ([]conv.Message, error) {
			out := fit.To(c, f, notes)
			if f.Write == nil {
				return out.Messages, nil
			}
			w := rawjson.NewWriter(&strings.Builder{})
			f.Write(w, out)
			if f.Capabilities.Scope == format.Answer {
				return nil, w.Flush()
			}
			return out.Messages, w.Flush()
		}
	}),
	"lint.Continues":  asked(func(c *conv.Conversation) { lint.Continues(c) }),
	"lint.EachBlock":  asked(func(c *conv.Conversation) { lint.EachBlock(c, func(conv.Message, conv.Block) {}) }),
	"lint.EachCall":   asked(func(c *conv.Conversation) { lint.EachCall(c, func(*conv.AssistantMessage, *conv.ToolCall) {}) }),
	"lint.LastAnswer": asked(func(c *conv.Conversation) { lint.LastAnswer(c.Messages) }),
	"lint.Results":    asked(func(c *conv.Conversation) { lint.Results(c.Messages) }),
	"lint.Validate": every(func(f *format.Format) use {
		return asked(func(c *conv.Conversation) { lint.Validate(c, lint.Destination{Format: f}) })
	}),
	"lint.Validator.Validate": asked(func(c *conv.Conversation) { lint.NewValidator().Validate(c) }),
	"training.Answering":      made(func(c *conv.Conversation, _ *note.Notes) *conv.Conversation { return training.Answering(c) }),
	"training.Whole": made(func(c *conv.Conversation, _ *note.Notes) *conv.Conversation {
		c = c.WithMessages(slices.Clone(c.Messages))
		training.Whole(c)
		return c
	}),
	"training.Only": made(func(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
		c = c.WithMessages(slices.Clone(c.Messages))
		training.Only(c, true, notes)
		return c
	}),
	"training.EachAnswer": made(func(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
		training.EachAnswer(c, notes, func(c *conv.Conversation, _ *note.Notes) *conv.Conversation { return c })
		return c
	}),
	"training.TextOf": each(func(m conv.Message) { training.TextOf(m) }),
	"training.Of":     asked(func(c *conv.Conversation) { training.Of(c) }),
	"training.Reduce": made(func(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
		c = c.WithMessages(slices.Clone(c.Messages))
		training.Reduce(c, nil, notes)
		return c
	}),
	"parts.Grouped": made(func(c *conv.Conversation, _ *note.Notes) *conv.Conversation {
		return c.WithMessages(parts.Grouped(slices.Clone(c.Messages), "g", func(_, _ conv.Message) bool { return true }))
	}),
	"parts.WithPrompt": asked(func(c *conv.Conversation) { parts.WithPrompt(c) }),
	"parts.RoleOf":     each(func(m conv.Message) { parts.RoleOf(m) }),
	"parts.Span":       asked(func(c *conv.Conversation) { parts.Span(c.Messages, func(_, _ conv.Message) bool { return true }) }),
	"record.LastAnswer": asked(func(c *conv.Conversation) {
		record.LastAnswer(conv.NewConversation(append(c.Messages, conv.AssistantText("x"))...))
	}),
	"redact.EachFound": asked(func(c *conv.Conversation) {
		redact.EachFound(c, redact.Secrets, nil, func(*conv.Node, string, string) {})
	}),
	"redact.Exposed.Add": asked(func(c *conv.Conversation) { (&redact.Exposed{}).Add(c) }),
	"redact.FirstFound":  asked(func(c *conv.Conversation) { redact.FirstFound(c, redact.Secrets) }),
	"redact.EachText":    asked(func(c *conv.Conversation) { redact.EachText(c, func(*redact.Text) {}) }),
	"session.Layout.Write": wrote(func(w *rawjson.Writer, c *conv.Conversation) {
		(&session.Layout{}).Write(w, c, func(*rawjson.Writer) {}, func(*session.Chain) {})
	}),
	"tokens.Count":                 asked(func(c *conv.Conversation) { tokens.Count(c, tokens.EstimateText) }),
	"tokens.Estimate":              asked(func(c *conv.Conversation) { tokens.Estimate(c) }),
	"tokens.EstimateMessage":       each(func(m conv.Message) { tokens.EstimateMessage(m) }),
	"tokens.Known.Estimate":        asked(func(c *conv.Conversation) { tokens.Known{}.Estimate(c) }),
	"tokens.Known.EstimateMessage": each(func(m conv.Message) { tokens.Known{}.EstimateMessage(m) }),
}

// Not in the table: the message of an application cannot come in.
var noUse = map[string]string{
	"conv.Conversation.UnmarshalJSON": "it only replaces the conversation",
	"conv.Conversation.Source":        "it returns what a format has read",
	"conv.Conversation.SetSource":     "it takes what a format has read",
	"conv.Customs.UnmarshalMessage":   "it reads",
	"conv.Customs.UnmarshalMessages":  "it reads",
	"conv.Event.UnmarshalJSON":        "it only replaces the event",
	"conv.Messages.UnmarshalJSON":     "it only replaces the list",
	"conv.Dialect.WriteHead":          "it writes no message",
	"format.LintSubject.Reportf":      "it looks at no message",
	"conv.Dialect.ReadHeadMember":     "it reads into a conversation without messages",
	"diff.Message.Either":             "it returns what Compare was given",
	"parts.Again":                     "it takes what a format has read",
	"parts.CustomAgain":               "it takes what a format has read",
	"parts.Prompt":                    "it takes what a format has read",
	"parts.Like":                      "it takes what a format has read",
	"parts.Builder.Add":               "it builds what a format reads",
	"parts.Builder.Call":              "it builds what a format reads",
	"parts.Builder.Media":             "it builds what a format reads",
	"parts.Builder.NewCall":           "it builds what a format reads",
	"parts.Builder.Opaque":            "it builds what a format reads",
	"parts.Builder.Say":               "it builds what a format reads",
	"parts.Builder.Text":              "it builds what a format reads",
	"parts.Builder.Thinking":          "it builds what a format reads",
	"parts.Builder.Unknown":           "it builds what a format reads",
	"parts.Builder.Value":             "it builds what a format reads",
	"record.Answers.Send":             "it passes on what a format has read",
	"record.Begun":                    "it looks at the block of an answer",
	"record.DecodeStream":             "it takes the events of a reader",
	"record.Gather":                   "it builds what a format reads",
	"record.OneBlock.Event":           "a writer in a format's room, after Fit",
	"record.Prose.Each":               "it passes on what a format has read",
	"record.Reader.One":               "it passes on what a format has read",
	"record.Reader.Rows":              "it passes on what a format has read",
	"record.Stream[P].Answers":        "it takes what a format has read",
	"session.Lines":                   "it takes a reader's function",
	"session.Messages":                "it takes a reader's function",
	"session.Objects":                 "it takes a reader's function",
	"session.KnownRoles":              "part of Reduce, which gets entries as formats know them",
	"session.Layout.FitOrders":        "a writer in a format's room, after Fit",
	"session.Layout.HeaderOrder":      "it takes what a format has read",
	"session.MadeUUID":                "it takes a message that a command has made",
	"session.NewWeave":                "it takes what a format has read",
	"session.Weave.Add":               "it takes what a format has read",
	"session.Weave.AddOf":             "it takes what a format has read",
	"session.Path.Append":             "it takes what a format has read",
	"session.Complete":                "it takes messages that a command has made",
	"training.Branches":               "it takes a reader's function",
	"training.Join":                   "it takes what a format has read",
	"training.Marked.Decode":          "it takes a reader's function",
	"training.Marked.Reduce":          "part of Reduce, which gets what formats hold",
}

func TestEveryFunctionMeetsTheMessagesOfApplications(t *testing.T) {
	all := takers(t)
	for _, name := range all {
		if (uses[name] == nil) == (noUse[name] == "") {
			t.Errorf("%s takes messages: put it into the table, or say why not", name)
		}
	}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(uses)), slices.Collect(maps.Keys(noUse))) {
		if !slices.Contains(all, name) {
			t.Errorf("%s takes no messages, or does not exist", name)
		}
	}
}

func TestLawMessagesOfApplications(t *testing.T) {
	for about, own := range applications() {
		for name, use := range uses {
			t.Run(about+"/"+name, func(t *testing.T) {
				c := transcript(own)
				before := slices.Clone(c.Messages)
				notes := &note.Notes{All: true}
				left, err := use(c, notes)
				if err := accounted(c, left, err, notes); err != nil {
					t.Error(err)
				}
				for i, m := range c.Messages {
					if conv.IsForeign(m) != conv.IsForeign(before[i]) || conv.RoleOf(m) != conv.RoleOf(before[i]) {
						t.Errorf("messages[%d] is now a %T", i, m)
					}
				}
			})
		}
	}
}

// accounted says how an application's message of c got lost without a word: none is
// left in a function's result, no note tells of it, and no error names its type.
func accounted(c *conv.Conversation, left []conv.Message, failure error, notes *note.Notes) error {
	name, custom := fmt.Sprintf("%T", c.Messages[0]), conv.CustomTypeOf(c.Messages[0])
	if failure != nil {
		if !strings.Contains(failure.Error(), name) {
			return fmt.Errorf("the error does not name %s: %w", name, failure)
		}
		return nil
	}
	if left == nil || slices.ContainsFunc(left, func(m conv.Message) bool { return conv.CustomTypeOf(m) == custom }) {
		return nil
	}
	for _, n := range notes.List() {
		if n.Name == custom {
			return nil
		}
	}
	return fmt.Errorf("%s is gone without a word: %v", name, notes.List())
}
