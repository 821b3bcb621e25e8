package rawjson

// Quoted is a string as JSON.
func Quoted(s string) Raw { return Raw(AppendQuoted(nil, s)) }

// ObjectOf is the JSON object of some members.
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

// ArrayOf is the JSON array of some values.
func ArrayOf(values []Raw) Raw {
	w := NewWriter(nil)
	w.BeginArray()
	for _, v := range values {
		w.Raw(v)
	}
	w.EndArray()
	return Raw(w.Bytes())
}

// Fields passes the keys and values of an object to yield; anything else has
// none.
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

// Members are the members of an object; nil for anything else.
func (r Raw) Members() (all []Member) {
	for key, value := range r.Fields {
		all = append(all, Member{key, value})
	}
	return all
}

// Elements passes the values of an array to yield; anything else has none.
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

// BoolOf is true or false as JSON.
func BoolOf(b bool) Raw {
	if b {
		return "true"
	}
	return "false"
}
