package rawjson

// Quoted returns s as a JSON string.
func Quoted(s string) Raw { return Raw(AppendQuoted(nil, s)) }

// ObjectOf returns the JSON object with these fields.
func ObjectOf(members []Member) Raw {
	w := NewWriter(nil)
	w.BeginObject()
	for _, m := range members {
		w.Key(m.Key)
		w.Raw(m.Value)
	}
	w.EndObject()
	return Raw(w.Bytes())
}

// ArrayOf returns the JSON array of these values.
func ArrayOf(values []Raw) Raw {
	w := NewWriter(nil)
	w.BeginArray()
	for _, v := range values {
		w.Raw(v)
	}
	w.EndArray()
	return Raw(w.Bytes())
}

// Fields passes the keys and values of an object to yield. It does nothing for
// any other value.
func (r Raw) Fields(yield func(key string, value Raw) bool) {
	if r == "" || r[0] != '{' {
		return
	}
	c, more := NewCursor(bytesOf(string(r))), true
	for key := range c.Fields {
		if v := c.Raw(); more && c.err == nil {
			more = yield(key, v)
		}
	}
}

// Members returns the fields of an object, nil for any other value.
func (r Raw) Members() (all []Member) {
	for key, value := range r.Fields {
		all = append(all, Member{key, value})
	}
	return all
}

// Elements passes the elements of an array to yield. It does nothing for any
// other value.
func (r Raw) Elements(yield func(value Raw) bool) {
	if r == "" || r[0] != '[' {
		return
	}
	c, more := NewCursor(bytesOf(string(r))), true
	for range c.Elements {
		if v := c.Raw(); more && c.err == nil {
			more = yield(v)
		}
	}
}

// BoolOf returns true or false as JSON.
func BoolOf(b bool) Raw {
	if b {
		return "true"
	}
	return "false"
}
