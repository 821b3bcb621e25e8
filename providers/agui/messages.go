package agui

// messages is the list of a stream's messages. Events name messages and calls
// in any order, so it finds both by their ids.
type messages struct {
	groups   []group
	byID     map[string]*message // the latest of an id
	byCall   map[string]placedCall
	touched  []*message // that the current run added to
	answered int        // the last place of a user's message or a result
}

// group is a message and the results right after it. The first group may have
// only results.
type group struct {
	head    *message
	results []*message
}

// placedCall is a call and its message.
type placedCall struct {
	in   *message
	call *call
}

// add appends a message.
func (l *messages) add(m *message) {
	if m.role == "tool" {
		l.addResult(max(len(l.groups), 1), m)
		return
	}
	if len(l.groups) == 0 {
		l.groups = append(l.groups, group{})
	}
	l.groups = append(l.groups, group{head: m})
	if m.place = len(l.groups); m.role == "user" {
		l.answered = m.place
	}
	l.index(m)
}

// result puts a result after those of the message of its call, or at the end.
func (l *messages) result(owner, m *message) {
	if owner == nil {
		l.add(m)
		return
	}
	l.addResult(owner.place, m)
}

func (l *messages) addResult(place int, m *message) {
	if len(l.groups) == 0 {
		l.groups = append(l.groups, group{})
	}
	g := &l.groups[place-1]
	g.results = append(g.results, m)
	m.place = place
	l.answered = max(l.answered, place)
	l.index(m)
}

func (l *messages) index(m *message) {
	if l.byID == nil {
		l.byID, l.byCall = map[string]*message{}, map[string]placedCall{}
	}
	if m.role != "CUSTOM" {
		l.byID[m.id] = m
	}
	for _, t := range m.calls {
		if l.byCall[t.ID].in != m { // the first of a message counts
			l.call(m, t)
		}
	}
}

// call remembers a call of a message.
func (l *messages) call(m *message, t *call) { l.byCall[t.ID] = placedCall{m, t} }

// rename gives a message another id.
func (l *messages) rename(m *message, id string) {
	if l.byID[m.id] == m {
		delete(l.byID, m.id)
	}
	m.id = id
	l.byID[id] = m
}

// replace makes a message another one of the same id, in its place.
func (l *messages) replace(m *message, with message) {
	for _, t := range m.calls {
		if l.byCall[t.ID].in == m {
			delete(l.byCall, t.ID)
		}
	}
	with.place = m.place
	*m = with
}

// inOrder is all messages.
func (l *messages) inOrder() (all []*message) {
	for _, g := range l.groups {
		if g.head != nil {
			all = append(all, g.head)
		}
		all = append(all, g.results...)
	}
	for _, m := range all {
		m.settle()
	}
	return all
}

// settle sets an activity's content to what the patches made of it, and the
// metadata to what all events say.
func (m *message) settle() {
	m.laid.settle(&m.Node)
	m.shown = 0
	for _, t := range m.calls {
		t.laid.settle(&t.Node)
	}
	if m.patched != nil {
		m.payload, m.patched = m.patched.root.text(), nil
	}
}
