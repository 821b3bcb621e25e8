package openairesponses

import (
	"cmp"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// writeRequest writes the body of a request.
func writeRequest(w *rawjson.Writer, c *conv.Conversation) {
	b := &body{c: c, q: c.Request, prompt: promptItem(c)}
	b.q = cmp.Or(b.q, &conv.Request{})
	w.BeginObject()
	r := objects().body
	record.WriteResidue(r, w, b, record.WriteDescribed(r, w, b))
	except := []string{"input", "system", "instructions"}
	if c.SystemPrompt == "" || b.prompt != "" {
		except = except[:2]
	}
	residue.Write(w, &c.Node, except...)
	w.EndObject()
}

func writeInstructions(w *rawjson.Writer, b *body) {
	if b.prompt == "" && b.c.SystemPrompt != "" {
		w.Key("instructions")
		conv.WriteText(w, &b.c.Node, b.c.SystemPrompt)
	}
}

// promptItem is the item that the prompt came from, if it still holds the
// prompt. It is "" if the prompt came from the instructions.
func promptItem(c *conv.Conversation) conv.Raw {
	raw := cmp.Or(residue.Get(&c.Node, "system"), residue.Get(&c.Node, hintSystem))
	if raw == "" {
		return ""
	}
	role, listed := raw, false
	for only := range raw.Elements {
		role, listed = only, true
	}
	if role := conv.Role(role.Text()); role == conv.RoleSystem || role == conv.RoleDeveloper {
		return promptAs(role, listed, c)
	}
	d := reread(raw)
	m, ok := d.message(d.look().role).(*conv.SystemMessage)
	if !ok || d.in.End() != nil || record.PromptOf(m) != c.SystemPrompt {
		return ""
	}
	return raw
}

// promptAs is the prompt as an item of a role, its text in a list or not.
func promptAs(role conv.Role, listed bool, c *conv.Conversation) conv.Raw {
	if c.SystemPrompt == "" {
		return ""
	}
	t := &conv.TextContent{Text: c.SystemPrompt}
	t.Spelled().Set(t.Text, c.Spelled().Of(t.Text))
	if listed {
		residue.Set(&t.Node, hintForm, `"list"`)
	}
	return rawjson.ObjectBy(func(w *rawjson.Writer) {
		w.Field("role", string(role))
		writeContent(w, &conv.Node{}, []conv.SystemContent{t}, inSystem)
	})
}

// writeInput writes the history: as a string if possible and if it was not
// read as a list.
func writeInput(w *rawjson.Writer, b *body) {
	form := residue.Text(&b.c.Node, hintForm)
	if form == "absent" && b.prompt == "" && len(b.c.Messages) == 0 {
		return
	}
	w.Key("input")
	if t := onlyText(b.c.Messages); form != "list" && b.prompt == "" && t != nil {
		conv.WriteText(w, &t.Node, t.Text)
		return
	}
	e := encoder{Writer: w}
	e.BeginArray()
	if b.prompt != "" {
		e.Raw(b.prompt)
	}
	for _, m := range b.c.Messages {
		e.message(m)
	}
	e.EndArray()
}

// onlyText is the text of a history that is one plain text of a user, else
// nil.
func onlyText(list []conv.Message) *conv.TextContent {
	if len(list) != 1 {
		return nil
	}
	m, ok := list[0].(*conv.UserMessage)
	if !ok || len(m.Content) != 1 || !residue.Plain(&m.Node) {
		return nil
	}
	t, ok := m.Content[0].(*conv.TextContent)
	if !ok || !residue.Plain(&t.Node) {
		return nil
	}
	return t
}
