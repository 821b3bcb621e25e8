package agui

import "slices"

// messages is the list of a stream's messages. Events name messages and calls
// in any order, so it finds both by their ids.
type messages struct {
	all      []*placed           // in the order in which they came
	places   int                 // how many messages are no results
	byID     map[string]*message // the latest of an id
	byCall   map[string]placedCall
	touched  []*message // that the current run added to
	answered int        // the last place of a user's message or a result
}

// placed is a message at a place of the list, which it may have several times.
type placed struct {
	place   int
	message *message
}

// placedCall is a call and its message.
type placedCall struct {
	in   *message
	call *call
}

// add appends a message. A result has the place of the message before it.
func (l *messages) add(m *message) {
	if m.role != "tool" {
		l.places++
	}
	l.addAt(l.places, m)
}

// result puts a result after those of the message of its call, or at the end.
func (l *messages) result(owner, m *message) {
	if owner == nil {
		l.add(m)
		return
	}
	l.addAt(owner.place, m)
}

func (l *messages) addAt(place int, m *message) {
	m.place = place
	l.all = append(l.all, &placed{place, m})
	if m.role == "user" || m.role == "tool" {
		l.answered = max(l.answered, place)
	}
	l.index(m)
}

func (l *messages) index(m *message) {
	if l.byID == nil {
		l.byID, l.byCall = map[string]*message{}, map[string]placedCall{}
	}
	if m.role != "CUSTOM" {
		l.byID[m.ID] = m
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
	if l.byID[m.ID] == m {
		delete(l.byID, m.ID)
	}
	m.ID = id
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
	slices.SortStableFunc(l.all, func(a, b *placed) int { return a.place - b.place })
	for _, x := range l.all {
		x.message.settle()
		all = append(all, x.message)
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
