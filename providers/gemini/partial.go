package gemini

import (
	"cmp"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// partial is a call whose arguments arrive in pieces.
type partial struct {
	call conv.ToolCall
	told bool // its start was sent
	args argument
}

// piece takes a call that carries a piece: its beginning, some arguments, or
// its end. It reports whether the call is such a piece.
func (s *streamReader) piece(p *part) bool {
	more := inCall(p, "willContinue") == "true"
	pieces := inCall(p, "partialArgs")
	goesOn := s.call != nil && p.call.of.Name == ""
	if !more && pieces == "" && !goesOn {
		return false
	}
	if !goesOn {
		s.closeBlock()
		s.beginCall(p)
	}
	c := s.call
	if p.signed {
		c.call.ThoughtSignature = p.signature
	}
	if p.call.of.Arguments != "{}" {
		c.call.Arguments = p.call.of.Arguments
	}
	c.args.take(pieces)
	if !more {
		s.endCall()
	}
	return true
}

// inCall is a field that a call keeps as its own residue.
func inCall(p *part, name string) conv.Raw {
	return cmp.Or(residue.Get(&p.Node, "functionCall."+name), residue.Get(&p.Node, "functionCall."+record.Snake(name)))
}

// beginCall begins a call. Its start goes out at once if it has an id. An id
// that we make depends on the arguments, so it has to wait for them.
func (s *streamReader) beginCall(p *part) {
	s.call = &partial{call: *p.call.of}
	c := s.call
	c.call.Node = p.Node
	c.call.Extensions = p.Extensions.Clone()
	residue.Reread(&c.call.Node, "args")
	for _, name := range []string{"willContinue", "partialArgs"} {
		residue.RereadAll(&c.call.Node, "functionCall."+name)
		residue.RereadAll(&c.call.Node, "functionCall."+record.Snake(name))
	}
	if c.told = c.call.ID != ""; c.told {
		begin := c.call
		begin.Arguments = ""
		s.Send(conv.Event{Type: conv.EventToolCallStart, Index: s.blocks, Block: &begin})
	}
}

// endCall sends the call whose arguments arrived in pieces, if there is one.
func (s *streamReader) endCall() {
	c := s.call
	if c == nil {
		return
	}
	s.call = nil
	if len(c.args.members) > 0 {
		c.args.isList = false
		c.call.Arguments = rawjson.Written(c.args.write)
	}
	if !c.told {
		s.sendCall(&c.call)
		return
	}
	s.endToldCall(&c.call)
}

// argument is a value that grows: an object, a list, or a plain value.
type argument struct {
	name    string
	isList  bool
	members []*argument
	places  map[string]int // of each name
	text    strings.Builder
	isText  bool
	value   conv.Raw
}

// take adds pieces. Each has a path and a value, or a part of a text.
func (a *argument) take(pieces conv.Raw) {
	for piece := range pieces.Elements {
		path, value, isText := "", conv.Raw(""), false
		for k, v := range piece.Fields {
			switch record.Camel(k) {
			case "jsonPath":
				path = v.Text()
			case "stringValue":
				value, isText = v, true
			case "numberValue", "boolValue":
				value = v
			case "nullValue":
				value = "null"
			}
		}
		at := a.at(path)
		if at == a {
			continue // arguments must be an object
		}
		if isText {
			at.isText = true
			at.text.WriteString(value.Text())
		} else if value != "" {
			at.value = value
		}
	}
}

// at is the value at a path such as $.stops[0].name. It is made if it is
// missing.
func (a *argument) at(path string) *argument {
	path = strings.TrimPrefix(path, "$")
	for path != "" {
		name, list := "", false
		switch {
		case strings.HasPrefix(path, "['") && strings.Contains(path, "']"):
			name, path, _ = strings.Cut(path[2:], "']")
		case path[0] == '[' && strings.Contains(path, "]"):
			name, path, _ = strings.Cut(path[1:], "]")
			_, err := strconv.Atoi(name)
			list = err == nil
		default:
			path = strings.TrimPrefix(path, ".")
			n := strings.IndexAny(path, ".[")
			if n < 0 {
				n = len(path)
			}
			if n == 0 && path != "" {
				n = 1
			}
			name, path = path[:n], path[n:]
		}
		a.isList = list
		a = a.member(name)
	}
	return a
}

func (a *argument) member(name string) *argument {
	if i, ok := a.places[name]; ok {
		return a.members[i]
	}
	if a.places == nil {
		a.places = map[string]int{}
	}
	a.places[name] = len(a.members)
	m := &argument{name: name}
	a.members = append(a.members, m)
	return m
}

func (a *argument) write(w *rawjson.Writer) {
	switch {
	case a.isText:
		w.Str(a.text.String())
	case a.value != "":
		w.Raw(a.value)
	case a.isList:
		w.BeginArray()
		for _, m := range a.members {
			m.write(w)
		}
		w.EndArray()
	default:
		w.BeginObject()
		for _, m := range a.members {
			w.Key(m.name)
			m.write(w)
		}
		w.EndObject()
	}
}
