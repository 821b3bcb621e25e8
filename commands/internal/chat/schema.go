package chat

import (
	"io"
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/schema"
)

// mostFindings is how many findings are reported, to people and to the model.
const mostFindings = 10

// wantedSchema is the schema that a request asks for, nil for none.
func wantedSchema(c *conv.Conversation) (*schema.Schema, error) {
	if c.Request == nil || c.Request.ResponseFormat == nil || c.Request.ResponseFormat.Schema == "" {
		return nil, nil
	}
	s, err := schema.Compile([]byte(c.Request.ResponseFormat.Schema))
	if err != nil {
		return nil, &frame.Failure{Code: frame.ExitInvalid, What: "the schema of the conversation cannot be checked: " + err.Error()}
	}
	return s, nil
}

// matching is c with an answer that matches the schema, if one is wanted and the
// model gives it. Wrong answers stay, each followed by what is wrong with it. nil
// means that no answer was asked for.
func (r *reply) matching(c *conv.Conversation, notes *note.Notes) (*conv.Conversation, error) {
	if err := askable(c); err != nil {
		return nil, err
	}
	wanted, err := wantedSchema(r.request.Apply(c))
	if err != nil {
		return nil, err
	}
	for try := 0; ; try++ {
		m, err := r.ask(c, notes)
		switch {
		case err != nil && try > 0:
			r.kept(frame.AsFailure(err))
			return c, nil
		case err != nil || m == nil:
			return nil, err
		}
		if r.plan.To.Complete != nil && r.plan.To.Capabilities.Has(format.Costs) {
			m = r.budget.priced(m)
		}
		c = r.withMessage(c, m, notes)
		if wanted == nil && !r.asData || !isFinal(m) {
			return c, nil
		}
		wrong := mismatch(wanted, m)
		if wrong == "" {
			return c, nil
		}
		f := &frame.Failure{Code: frame.ExitSchema, What: "the answer does not match the schema: " + strings.ReplaceAll(wrong, "\n", "; ")}
		if try == r.schemaRetries {
			r.kept(f)
			return c, nil
		}
		if !r.p.Quiet {
			f.What += "; asking again"
			f.Report(r.p.Stderr, r.p.ErrorsAsJSON)
		}
		c = r.withMessage(c, conv.UserText("This does not match the schema:\n"+wrong+"\nAnswer again, with nothing but the JSON."), notes)
	}
}

// withMessage is c with a message appended that has just been made.
func (r *reply) withMessage(c *conv.Conversation, m conv.Message, notes *note.Notes) *conv.Conversation {
	return r.plan.Made(c.WithMessages(append(slices.Clip(c.Messages), m)), len(c.Messages), notes)
}

// isFinal reports whether an answer is whole and calls no tool.
func isFinal(m *conv.AssistantMessage) bool {
	return len(m.ToolCalls()) == 0 && (m.StopReason == conv.StopNormal || m.StopReason == "")
}

// mismatch is what is wrong with an answer that is to match a schema, or, if
// that is nil, to be JSON; a finding a line, "" for nothing.
func mismatch(wanted *schema.Schema, m *conv.AssistantMessage) string {
	data, ok := dataOf(m.Text())
	if !ok {
		return "it is not JSON"
	}
	if wanted == nil {
		return ""
	}
	found, err := wanted.Check([]byte(data))
	if err != nil {
		return err.Error()
	}
	var lines []string
	for i, f := range found {
		if i == mostFindings {
			lines = append(lines, "and more")
			break
		}
		lines = append(lines, f.String())
	}
	return strings.Join(lines, "\n")
}

// dataOf is the JSON that a text is, or that it has in a fence, as many
// models write it; false for a text with none or with several.
func dataOf(text string) (conv.Raw, bool) {
	if data, ok := jsonIn(text); ok {
		return data, true
	}
	_, after, ok := strings.Cut(text, "```")
	if !ok {
		return "", false
	}
	_, inside, _ := strings.Cut(after, "\n") // after the name of the language
	inside, rest, ok := strings.Cut(inside, "\n```")
	if !ok || strings.Contains(rest, "```") {
		return "", false
	}
	return jsonIn(inside)
}

// jsonIn is a text as one JSON value.
func jsonIn(text string) (conv.Raw, bool) {
	c := rawjson.NewCursor([]byte(text))
	data := c.Raw()
	return data, c.End() == nil && data != ""
}

// writeData writes the JSON of the last answer, or, if it has none, what it
// says: the exit code tells which.
func (r *reply) writeData(c *conv.Conversation) error {
	m := lint.LastAnswer(c.Messages)
	if m == nil {
		return nil
	}
	if data, ok := dataOf(m.Text()); ok {
		_, err := r.pipe.Output.Writer().Write([]byte(data + "\n"))
		return err
	}
	_, err := io.WriteString(r.pipe.Output.Raw, strings.TrimSuffix(m.Text(), "\n")+"\n")
	return err
}

// writeDataTo is writeData where answers come at once.
func (r *reply) writeDataTo(c *conv.Conversation, w *rawjson.Writer) {
	m := lint.LastAnswer(c.Messages)
	if m == nil {
		return
	}
	data, ok := dataOf(m.Text())
	if !ok {
		data = conv.Raw(strings.TrimSuffix(m.Text(), "\n"))
	}
	w.Text(string(data) + "\n")
}
