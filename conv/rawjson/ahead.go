package rawjson

// Ahead is the offset of the value of a key of the object that is next, -1 if
// there is none. Nothing is taken: a reader that has to know one member before
// the others can Rewind to it and back. Of two the first counts.
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
