package gemini

import (
	"convo/conv"
	"convo/conv/extension"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// The roles of a content. "function" is an older role of results.
const (
	roleUser     = "user"
	roleModel    = "model"
	roleFunction = "function"
)

// contents reads the contents of a request.
func (d *decoder) contents(c *conv.Conversation) {
	var list []conv.Message
	i := 0
	d.elements(&c.Node, "contents", func() {
		list = d.content(list, i)
		i++
	})
	(&naming{}).identify(list)
	c.Messages = list
}

// content reads the content at an index and appends what it holds.
func (d *decoder) content(list []conv.Message, index int) []conv.Message {
	if !d.in.WantObject("a content") {
		return list
	}
	start := d.in.Offset()
	if role, ok := d.in.LeadingTag("role"); ok {
		all := d.contentAs(role, list, index)
		if d.as == role || d.in.Err() != nil {
			return all
		}
		d.in.Rewind(start) // another role comes later, and that one counts
	}
	return d.contentAs(d.role(), list, index)
}

// contentAs reads a content as one of a role.
func (d *decoder) contentAs(role string, list []conv.Message, index int) []conv.Message {
	d.as = role
	switch role {
	case roleUser, roleFunction, "":
		return d.user(list, index)
	case roleModel:
		m := d.answers.New()
		d.model(m, &m.Node)
		return append(list, m)
	default:
		return append(list, d.in.Custom(role))
	}
}

// role reads the role of the next content and does not move on.
func (d *decoder) role() string {
	start, role := d.in.Offset(), ""
	c := rawjson.NewTrustedCursor(d.in.Buffer()[start:]) // whoever reads the content checks it
	for name := range c.Fields {
		if name != "role" {
			continue
		}
		if k := c.Kind(); k != rawjson.String && k != rawjson.Null && k != rawjson.Invalid {
			d.in.Fail(start+c.Offset(), "want a role as a string, got %s", k)
			return ""
		}
		role = c.Str()
	}
	return role
}

// model reads a turn of the model. Residue goes to n.
func (d *decoder) model(m *conv.AssistantMessage, n *conv.Node) {
	d.in.SetOffset(&m.Node)
	d.contentFields(n, roleModel, func() { m.Content = nil }, func() {
		p := d.part()
		m.Content = append(m.Content, d.modelBlock(p))
	})
}

// contentFields reads the fields of a content. It calls reset before the parts
// and part for each part. A role other than the usual one, or missing parts,
// becomes a hint.
func (d *decoder) contentFields(n *conv.Node, usual string, reset, part func()) {
	role, parts := false, false
	for name := range d.in.Fields {
		switch name {
		case "role":
			residue.RereadAll(n, name)
			is := d.in.Str()
			d.as = is
			if role = is != ""; role && is != usual {
				residue.SetHint(n, "role", rawjson.Quoted(is))
			}
		case "parts":
			reset()
			parts = d.in.Kind() != rawjson.Null
			d.elements(n, name, part)
		default:
			d.Keep(n, name)
		}
	}
	if !role {
		residue.SetHint(n, "role", "null")
	}
	if !parts {
		residue.SetHint(n, "parts", "null")
	}
	residue.Settle(n)
}

// user reads a content of the user's side. Each result becomes a message, and
// so does each run of other parts. The order stays.
func (d *decoder) user(list []conv.Message, index int) []conv.Message {
	begin, at := len(list), d.in.Offset()
	var wire conv.Node
	u := userParts{list: list}
	d.contentFields(&wire, roleUser, func() { u = userParts{list: list[:begin]} }, func() {
		p := d.part()
		u.add(d, p)
	})
	list = u.list
	if len(list) == begin {
		list = append(list, &conv.UserMessage{})
	}
	record.Gather(&d.in, list[begin:], index, at, &wire, contentKey(&wire))
	return list
}

// userParts is the messages of the parts of a user's content.
type userParts struct {
	list []conv.Message
	run  *conv.UserMessage // nil: the next part begins a message
}

func (u *userParts) add(d *decoder, p *part) {
	if p.kind == "functionResponse" && !p.several && !p.thinks() {
		p.beside()
		m := d.results.New()
		*m = p.result
		m.Node = p.Node
		u.list, u.run = append(u.list, m), nil
		return
	}
	if u.run == nil {
		u.run = d.users.New()
		d.in.SetOffsetAt(&u.run.Node, p.start)
		u.list = append(u.list, u.run)
	}
	u.run.Content = append(u.run.Content, d.userBlock(p))
}

// contentKey is where a result keeps the residue of the content that it
// begins. If nothing else is there, it is a hint.
func contentKey(wire *conv.Node) string {
	for _, m := range wire.Extensions.Of(family) {
		if !extension.IsHint(m.Key) {
			return "content"
		}
	}
	return "~content"
}
