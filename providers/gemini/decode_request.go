package gemini

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
)

func decodeRequest(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := newDecoder(data, notes)
	d.sent = true
	return d.in.One(d.request())
}

var requestFields = []string{"contents", "systemInstruction", "tools", "toolConfig", "generationConfig"}

func (d *decoder) request() *conv.Conversation {
	c := &conv.Conversation{}
	d.in.SetOffset(&c.Node)
	q := &conv.Request{}
	d.in.SetOffset(&q.Node)
	there, asked := false, false
	for written := range d.fields {
		n := &c.Node
		if name := camel(written); name == "toolConfig" || name == "generationConfig" {
			n = &q.Node
		}
		switch known(n, written, requestFields) {
		case "contents":
			there = true
			d.contents(c)
		case "systemInstruction":
			d.instruction(c)
		case "tools":
			d.tools(c)
		case "toolConfig":
			asked = true
			d.toolConfig(q)
		case "generationConfig":
			asked = true
			d.generationConfig(q)
		default:
			asked = true
			d.Keep(&q.Node, written)
		}
	}
	if !there && c.SystemPrompt == "" && len(c.Messages) == 0 {
		d.in.Fail(0, "no contents")
	}
	residue.Settle(&c.Node)
	if asked {
		residue.Settle(&q.Node)
		c.Request = q
	}
	return c
}

// instruction reads the system instruction. The vendor's SDKs write it as one
// text part in the role user. Any other form is a hint next to the prompt, or
// residue if it has more than texts.
func (d *decoder) instruction(c *conv.Conversation) {
	residue.RereadAll(&c.Node, "systemInstruction")
	start := d.in.Offset()
	prompt, plain, texts := d.instructionTexts()
	c.SystemPrompt = prompt
	switch {
	case plain:
	case texts:
		residue.SetHint(&c.Node, "systemInstruction", d.in.RawAt(start))
	default:
		c.Extensions.Set(family, "systemInstruction", d.in.RawAt(start))
	}
}

// instructionTexts reads an instruction as a prompt. It reports whether one
// text part is all of it (plain), and whether it has only texts.
func (d *decoder) instructionTexts() (prompt string, plain, texts bool) {
	var all []string
	parts := 0
	plain, texts = true, true
	take := func(p *part) {
		parts++
		if p.kind != "text" || p.several {
			plain, texts = false, false
			return
		}
		all = append(all, p.text)
		plain = plain && p.Extensions == nil && p.text != "" && !p.signed && p.thought == nil
		texts = texts && residueless(&p.Node)
	}
	switch d.in.Kind() {
	case rawjson.String:
		all, plain = []string{d.in.Str()}, false
	case rawjson.Array:
		for range d.in.Elements {
			take(d.part())
		}
		plain = false
	default:
		var n conv.Node
		d.contentFields(&n, roleUser, func() { all, parts = nil, 0 }, func() { take(d.part()) })
		plain = plain && n.Extensions == nil
		texts = texts && residueless(&n)
	}
	return strings.Join(all, "\n\n"), plain && parts == 1, texts
}

// residueless reports whether a node has no residue except hints.
func residueless(n *conv.Node) bool { return contentKey(n) == "~content" }

var toolConfigFields = []string{"functionCallingConfig"}

// toolConfig reads whether the model may or must call tools.
func (d *decoder) toolConfig(q *conv.Request) {
	residue.RereadAll(&q.Node, "toolConfig")
	q.ToolChoice = nil
	var rest conv.Node
	for written := range d.fields {
		if known(&q.Node, written, toolConfigFields) != "functionCallingConfig" || !d.choice(q) {
			d.Keep(&rest, written)
		}
	}
	if !keepIn(&q.Node, "toolConfig", &rest) && q.ToolChoice == nil {
		residue.SetHint(&q.Node, "toolConfig", "{}")
	}
}

var choiceFields = []string{"mode", "allowedFunctionNames"}

// choice reads the tool choice, unless the neutral model lacks its mode.
func (d *decoder) choice(q *conv.Request) bool {
	start := d.in.Offset()
	t := &conv.ToolChoice{}
	d.in.SetOffset(&t.Node)
	mode, names, listed := "", []string(nil), conv.Raw("")
	for written := range d.fields {
		switch known(&t.Node, written, choiceFields) {
		case "mode":
			mode = d.in.Str()
		case "allowedFunctionNames":
			at := d.in.Offset()
			names = nil
			for range d.in.Elements {
				names = append(names, d.in.Str())
			}
			listed = d.in.RawAt(at)
		default:
			d.Keep(&t.Node, written)
		}
	}
	switch mode {
	case "AUTO", "VALIDATED":
		t.Mode = conv.ChoiceAuto
		if mode != "AUTO" {
			residue.SetHint(&t.Node, "mode", rawjson.Quoted(mode))
		}
	case "NONE":
		t.Mode = conv.ChoiceNone
	case "ANY":
		if t.Mode = conv.ChoiceRequired; len(names) == 1 && names[0] != "" {
			t.Mode, t.Name, listed = conv.ChoiceTool, names[0], ""
		}
	default:
		d.in.Rewind(start)
		return false
	}
	if listed != "" {
		t.Extensions.Set(family, key(&t.Node, "allowedFunctionNames"), listed)
	}
	residue.Settle(&t.Node)
	q.ToolChoice = t
	return true
}
