package rawjson

// Ahead returns the offset of the value of a key of the next object, -1 if
// the object lacks the key. It reads nothing: a caller that needs one field
// before the others can Rewind to the offset and back. Of two equal keys, the first counts.
func (c *Cursor) Ahead(key string) int {
	if c.err != nil || c.peek() != '{' {
		return -1
	}
	d := Cursor{buf: c.buf, pos: c.pos + 1, depth: c.depth + 1, again: c.again}
	for first := true; d.next(&first, '}'); {
		if d.key() == key {
			d.peek()
			return d.pos
		}
		if d.err == nil {
			d.skip()
		}
	}
	return -1
}

// FieldsLeft returns the number of fields of the open object after the value that
// comes next. It reads nothing, and does not check.
func (c *Cursor) FieldsLeft() (n int) {
	if c.err != nil {
		return 0
	}
	d := Cursor{buf: c.buf, pos: c.pos, depth: c.depth, again: true}
	d.peek()
	d.skip()
	for first := false; d.next(&first, '}'); n++ {
		if d.key(); d.err != nil {
			break
		}
		d.peek()
		d.skip()
	}
	return n
}
