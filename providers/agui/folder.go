package agui

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// decodeStream folds a stream into a conversation, by the rules of the
// protocol's reference client (@ag-ui/client 1.0).
func decodeStream(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	f := newFolder(notes)
	for err := range f.read(rawjson.NewAtRest(data)) {
		if err != nil {
			return format.Single(nil, err)
		}
	}
	all := folded(slices.Values(f.list.inOrder()))
	all.into(f.c)
	if len(f.unplaced) > 0 {
		residue.Set(&f.c.Node, keptEvents, rawjson.ArrayOf(f.unplaced))
	}
	if f.snake {
		f.c = inSnake(f.c, true, true)
	}
	residue.Settle(&f.c.Node)
	return format.Single(f.c, nil)
}

// read takes the events of r. It passes nil after each, and at the end nil or
// the error. A broken last event means that the stream was cut off.
func (f *folder) read(r io.Reader) iter.Seq[error] {
	return func(yield func(error) bool) {
		n := 0
		var broken error
		for text, err := range format.Payloads(r) {
			if broken != nil {
				break // more follows: it was not the end
			}
			f.room.read += len(text)
			if err == nil {
				err = f.event(text)
			}
			if err != nil {
				broken = fmt.Errorf("event %d: %w", n+1, err)
				if !isCut(err) {
					break
				}
				continue
			}
			if n++; !yield(nil) {
				return
			}
		}
		yield(f.end(n, broken))
	}
}

func (f *folder) event(text []byte) error {
	e := &f.current
	if err := e.read(f.wire, text); err != nil {
		return inField("", text, err)
	}
	f.live.tellEnds(e)
	return f.take(e)
}

// end ends the stream after n events and perhaps a broken one.
func (f *folder) end(n int, broken error) error {
	switch {
	case broken != nil && (f.known == 0 || !isCut(broken)):
		return broken
	case n == 0:
		return errors.New("no events")
	case f.known == 0:
		return errors.New("no event is of this format")
	}
	f.cutOff(broken != nil)
	f.settleState()
	f.live.over()
	return nil
}

// isCut reports whether what is wrong with an event is that its end is missing.
func isCut(err error) bool {
	var bad *rawjson.Error
	return errors.As(err, &bad) && bad.Msg == "unexpected end of JSON"
}

// folder is the messages of a stream so far.
type folder struct {
	notes *note.Notes
	c     *conv.Conversation // all but its messages
	list  messages
	state *document // of the run, once it is patched
	room  room
	known int  // events of the protocol
	snake bool // an event has names in snake_case

	runs     int // that were started
	active   bool
	over     bool   // the last run ended
	runID    string // of the run
	open     record.Open[entity, entity]
	failures int        // answers that failed before they said anything
	chunk    entity     // that chunks opened; its kind is "" without one
	thoughts int        // reasoning of the older kind, which has no ids
	unplaced []conv.Raw // events that continue nothing, as they came
	err      error      // of an event
	wire     *rawjson.Cursor
	current  event   // that is taken
	inner    *reader // of values in events
	live     *live   // gets all changes; nil if nobody reads along
}

func newFolder(notes *note.Notes) *folder {
	f := &folder{notes: notes, c: &conv.Conversation{}, wire: &rawjson.Cursor{}, inner: newReader(nil, notes)}
	f.wire.Arena = f.inner.In.Arena
	f.inner.In.Stream()
	return f
}

// reading reads a value of an event, which was checked.
func (f *folder) reading(value conv.Raw) *reader {
	f.inner.In.Reset(rawjson.BytesOf(string(value)))
	f.inner.In.Trust()
	return f.inner
}

// disorder notes an event that the protocol does not allow where it stands.
func (f *folder) disorder(kind note.Kind, what, name string) {
	if kind == note.Recovered {
		f.notes.Info(note.CodeOrder, kind, -1, what, name)
		return
	}
	f.notes.Loss(note.CodeOrder, kind, -1, what, name)
}

// misplaced keeps an event that continues nothing, which clients ignore. No
// answer can hold it.
func (f *folder) misplaced(e *event, what, name string) {
	if f.live != nil {
		f.disorder(note.Dropped, what, name)
		return
	}
	f.unplaced = append(f.unplaced, e.whole())
	f.disorder(note.Recovered, what, name)
}

// take takes the next event.
func (f *folder) take(e *event) error {
	if e.row == nil {
		f.notes.Info(note.CodeExtension, note.Dropped, -1, "unknown event", e.kind)
		return nil
	}
	f.order(e)
	f.snake = f.snake || e.snake
	f.known++
	if f.chunk.kind != "" && !f.goesOn(e) {
		f.closeChunk()
	}
	if e.id == "" && e.entity().kind == aThought && !e.isChunk() {
		e.id = f.olderID(e)
	}
	kept := len(f.unplaced)
	if e.row.take(f, e); e.row.fields && len(f.unplaced) == kept {
		f.dropped(e)
	}
	return f.err
}

// ofNoMessage takes an event that says nothing of a message.
func (f *folder) ofNoMessage(e *event) {
	f.notes.Info(note.CodeExtension, note.Dropped, -1, "event that belongs to no message", e.kind)
}

func (f *folder) customEvent(e *event) {
	m := &message{role: e.kind, payload: e.whole()}
	f.list.add(m)
	f.live.whole(m)
}

// dropped notes the fields of an event that no message has a place for.
func (f *folder) dropped(e *event) {
	for _, m := range e.extra {
		switch m.Key {
		case "timestamp":
			f.notes.Info(note.CodeTime, note.Dropped, -1, "timestamp of an event", "")
		case "rawEvent", "error", "threadId", "runId", "parentRunId", "protocolVersion", "input", "result", "outcome", "usage", "message", "code":
		default:
			f.notes.Loss(note.CodeExtension, note.Dropped, -1, "unknown field of an event", m.Key)
		}
	}
	if strings.HasPrefix(e.kind, "STEP_") {
		f.ofNoMessage(e)
	}
}

// order notes an event before a run, after it, or in another.
func (f *folder) order(e *event) {
	switch {
	case e.kind == "RUN_STARTED" && f.active:
		f.disorder(note.Recovered, "start of a run within a run:", e.kind)
	case e.kind == "RUN_STARTED" || e.kind == "RUN_ERROR":
	case f.over:
		f.disorder(note.Recovered, "event after the end of its run:", e.kind)
	case f.known == 0:
		f.disorder(note.Recovered, "event before a run has started:", e.kind)
	}
}

// begin opens an entity.
func (f *folder) begin(e *event) {
	x := e.entity()
	if f.isOpen(x) {
		f.disorder(note.Recovered, "second start of a "+x.kind, x.id)
		return
	}
	f.open.Add(x, x)
}

// isOpen reports whether an entity is open.
func (f *folder) isOpen(x entity) bool {
	_, is := f.open.Find(x)
	return is
}

// finish closes an entity.
func (f *folder) finish(e *event) { f.close(e.entity()) }

func (f *folder) close(x entity) {
	if !f.open.Drop(x) {
		f.disorder(note.Recovered, "end without a start of a "+x.kind, x.id)
		return
	}
	f.live.closed(x)
}

// find is the message with an id, or nil.
func (f *folder) find(id string) *message { return f.list.byID[id] }

// call is the call with an id and its message, or nil.
func (f *folder) call(id string) (*message, *call) {
	found := f.list.byCall[id]
	return found.in, found.call
}

// setState replaces the state of the run. A null is no state, and neither is
// the empty object that clients begin with.
func (f *folder) setState(state conv.Raw) {
	if f.c.State = state; state == "null" || state == "{}" {
		f.c.State = ""
	}
}

func (f *folder) stateSnapshot(e *event) {
	f.state = nil
	f.setState(e.payload)
}

func (f *folder) stateDelta(e *event) {
	if f.state == nil {
		f.state = newDocument(cmp.Or(f.c.State, "{}"), &f.room)
	}
	if err := f.state.patch(e.payload); err != nil {
		f.disorder(note.Dropped, "patch of the state that does not apply: "+err.Error(), "")
	}
}

// settleState sets the state to what the patches made of it.
func (f *folder) settleState() {
	if f.state != nil {
		f.setState(f.state.root.text())
		f.state = nil
	}
}
