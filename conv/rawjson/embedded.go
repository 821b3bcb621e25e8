package rawjson

// Embedded is a string that contains JSON, such as a tool call's arguments.
type Embedded struct {
	Object   Raw      // the text, compacted, if it is a JSON object; else ""
	Text     string   // the string as it is
	Spelling Spelling // how it was written
}

// Exact reports whether Object equals the string byte for byte.
func (e *Embedded) Exact() bool { return string(e.Object) == e.Text }

// Embedded reads a string and the JSON in it in one pass. Null is read as the
// zero value.
func (c *Cursor) Embedded() Embedded {
	s, spelling := c.Spelled()
	return Embedded{Object: c.object(s), Text: s, Spelling: spelling}
}

// object returns s, compacted, if s is a JSON object, else "".
func (c *Cursor) object(s string) Raw {
	in := Cursor{buf: bytesOf(s)}
	if in.Kind() != Object {
		return ""
	}
	start := in.pos
	in.spaces = 0
	in.skip()
	end, spaces := in.pos, in.spaces
	if in.End() != nil {
		return ""
	}
	if spaces == 0 {
		return Raw(s[start:end])
	}
	a := c.room(end - start)
	return Raw(c.kept(AppendCompact(a, s[start:end]), len(a)))
}
