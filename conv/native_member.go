package conv

// member is a field that a part of the document may have: its key, and where its
// value is. A part says its fields once, to be read and to be written.
type member struct {
	key    string
	text   *string // only one of these pointers is set
	count  *int64
	number *Number
	raw    *Raw
	flag   **bool
	parent **ParentSession
}

// object reads an object with these fields. Others stay with its node.
func (d decoder) object(n *Node, members []member) {
	for key := range d.in.Fields {
		if !d.known(members, key) {
			d.member(n, key)
		}
	}
}

// known reads the value of a key, if it is that of a known field.
func (d decoder) known(members []member, key string) bool {
	for i := range members {
		m := &members[i]
		if m.key != key {
			continue
		}
		switch {
		case m.text != nil:
			*m.text = d.in.Str()
		case m.count != nil:
			*m.count = d.in.Int()
		case m.number != nil:
			*m.number = d.in.Number()
		case m.raw != nil:
			*m.raw = d.in.Raw()
		case m.flag != nil:
			*m.flag = d.in.OptBool()
		default:
			*m.parent = d.parentSession()
		}
		return true
	}
	return false
}

// object writes an object with the fields that are there.
func (e encoder) object(n *Node, members []member) {
	e.out.BeginObject()
	e.known(members)
	e.residue(n)
	e.out.EndObject()
}

// known writes the fields that are there.
func (e encoder) known(members []member) {
	for i := range members {
		switch m := &members[i]; {
		case m.text != nil:
			e.out.OptField(m.key, *m.text)
		case m.count != nil:
			e.out.OptInt(m.key, *m.count)
		case m.number != nil:
			e.out.OptNumber(m.key, *m.number)
		case m.raw != nil:
			e.out.OptRaw(m.key, *m.raw)
		case m.flag != nil:
			e.out.OptBool(m.key, *m.flag)
		case *m.parent != nil:
			e.out.Key(m.key)
			e.parentSession(*m.parent)
		}
	}
}
