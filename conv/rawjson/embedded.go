package rawjson

// Embedded is a string whose text is itself JSON: a tool call's arguments.
type Embedded struct {
	Object   Raw      // the text compacted, if it is a JSON object; else ""
	Text     string   // the string as it is
	Spelling Spelling // how it was written
}

// Exact reports whether Object is the string to the byte.
func (e *Embedded) Exact() bool { return string(e.Object) == e.Text }

// Embedded reads a string and, in the same breath, the JSON in it.
// Null reads as the zero value.
func (c *Cursor) Embedded() Embedded {
	s, spelling := c.Spelled()
	return Embedded{Object: c.object(s), Text: s, Spelling: spelling}
}

// object is s compacted if s is a JSON object, else "".
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
