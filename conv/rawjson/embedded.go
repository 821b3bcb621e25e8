package rawjson

// Embedded is a string that contains JSON, such as a tool call's arguments.
type Embedded struct {
	Object   Raw      // the text, compacted, if it is a JSON object; else ""
	Text     string   // the string as it is
	Spelling Spelling // how it was written
}

// ObjectIn returns a text, compacted, if it is a JSON object, else "".
func ObjectIn(text string) Raw { return new(Cursor).object(text, nil) }

// Embedded reads a string and the JSON in it. Null is read as the zero value.
func (c *Cursor) Embedded() Embedded {
	if c.begins(`"{`) && uint64(len(c.buf))>>32 == 0 {
		if c.spare == nil {
			c.spare = KeptBy[marks](c.Arena)
		}
		c.marks = c.spare
		c.marks.Reset()
	}
	s, spelling := c.Spelled()
	known := c.marks
	c.marks = nil
	if known != nil && (known.full || len(known.places) == 0) {
		known = nil
	}
	return Embedded{Object: c.object(s, known), Text: s, Spelling: spelling}
}

// begins reports whether the next value begins with s.
func (c *Cursor) begins(s string) bool {
	c.peek()
	return len(c.buf)-c.pos >= len(s) && string(c.buf[c.pos:c.pos+len(s)]) == s
}

// object returns s, compacted, if s is a JSON object, else "". known are the
// marks of s, if they are known.
func (c *Cursor) object(s string, known *marks) Raw {
	in := Cursor{buf: bytesOf(s), known: known}
	if in.Kind() != Object {
		return ""
	}
	start := in.pos
	in.spaces = 0
	in.skip()
	end, spaces := in.pos, in.spaces
	in.known = nil
	if in.End() != nil {
		return ""
	}
	if s = s[start:end]; spaces == 0 {
		return Raw(s)
	}
	a := c.room(len(s))
	if known == nil || known.full {
		return Raw(c.kept(AppendCompact(a, s), len(a)))
	}
	return Raw(c.kept(known.appendCompact(a, s), len(a)))
}
