package copilotchat

import (
	"slices"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// value is a value of a journal. Objects and lists are opened where a line changes
// something in them.
type value struct {
	raw     conv.Raw // as it was, unless it is open
	open    byte     // { or [, if it is open
	keys    []string // of an object, in order
	members map[string]*value
	list    []*value
}

// deepest is how far down lines may change something.
const deepest = 64

// replay is the object that the lines of a journal make.
func replay(data []byte, notes *note.Notes) (conv.Raw, error) {
	root := &value{raw: "{}"}
	err := session.Values(data, notes, func(c *rawjson.Cursor) {
		line := c.Raw()
		if c.Err() != nil {
			return
		}
		path := slices.Collect(line.Lookup("k").Elements)
		said, kind := line.Lookup("v"), line.Lookup("kind")
		for key := range line.Without("kind", "k", "v", "i").Fields {
			notes.Loss(note.CodeExtension, note.Dropped, -1, "unknown field", key)
		}
		switch at := root.at(path); {
		case at == nil, kind != "0" && kind != "1" && kind != "2" && kind != "3":
			notes.Unknown(-1, "line of a journal", string(kind))
		case kind == "2":
			at.push(said, line.Lookup("i"))
		case kind == "3":
			*at = value{}
		case said != "":
			*at = value{raw: said}
		}
	})
	return root.text(), err
}

// at is the value at a path, nil if there can be none.
func (v *value) at(path []conv.Raw) *value {
	if len(path) > deepest {
		return nil
	}
	for _, step := range path {
		if i, ok := conv.Number(step).Int(); ok {
			v.begin('[')
			if i < 0 || i > int64(len(v.list)) {
				return nil
			}
			if i == int64(len(v.list)) {
				v.list = append(v.list, &value{})
			}
			v = v.list[i]
			continue
		}
		v.begin('{')
		key := step.Text()
		if v.members[key] == nil {
			v.keys, v.members[key] = append(v.keys, key), &value{}
		}
		v = v.members[key]
	}
	return v
}

// begin opens a value as an object or a list, which it then is.
func (v *value) begin(as byte) {
	if v.open == as {
		return
	}
	raw := v.raw
	*v = value{open: as}
	if as == '[' {
		for element := range raw.Elements {
			v.list = append(v.list, &value{raw: element})
		}
		return
	}
	v.members = map[string]*value{}
	for key, x := range raw.Fields {
		if v.members[key] == nil {
			v.keys = append(v.keys, key)
		}
		v.members[key] = &value{raw: x}
	}
}

// push extends a list, from an index on if there is one.
func (v *value) push(said, from conv.Raw) {
	v.begin('[')
	if i, ok := conv.Number(from).Int(); ok && i >= 0 && i < int64(len(v.list)) {
		v.list = v.list[:i]
	}
	if said != "" && said[0] != '[' {
		v.list = append(v.list, &value{raw: said})
	}
	for element := range said.Elements {
		v.list = append(v.list, &value{raw: element})
	}
}

// text is the value as JSON, "" if it was removed.
func (v *value) text() conv.Raw {
	switch v.open {
	case '{':
		var all []rawjson.Member
		for _, key := range v.keys {
			if x := v.members[key].text(); x != "" {
				all = append(all, rawjson.Member{Key: key, Value: x})
			}
		}
		return rawjson.ObjectOf(all)
	case '[':
		var all []conv.Raw
		for _, x := range v.list {
			if x := x.text(); x != "" {
				all = append(all, x)
			}
		}
		return rawjson.ArrayOf(all)
	}
	return v.raw
}
