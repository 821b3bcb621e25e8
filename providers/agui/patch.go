package agui

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// A document is JSON that JSON Patches (RFC 6902) change. It is taken apart only
// where they reach, so a patch takes no longer for a large document, and the
// rest stays as it was written.
type document struct {
	root *value
	undo []func() // what the patch at hand changed
	room *room
}

// room is how much copies of one stream may add to its documents, in bytes: a
// few copies of a document into itself can reach any size.
type room struct{ read, copied int }

// take reports whether there is room for a copy.
func (r *room) take(n int) bool {
	r.copied += n
	return !r.isFull()
}

func (r *room) isFull() bool { return r.copied > 16*r.read+1<<20 }

func newDocument(text conv.Raw, room *room) *document {
	return &document{root: newValue(text), room: room}
}

// patch applies a patch. If one operation fails, none applies.
func (d *document) patch(patch conv.Raw) error {
	c := rawjson.NewCursor([]byte(patch))
	if c.Kind() != rawjson.Array {
		return errors.New("a patch is a list of operations")
	}
	d.undo = nil
	for i := range c.Elements {
		op, err := readOperation(c.Raw())
		if err == nil {
			err = d.apply(&op)
		}
		if err != nil {
			d.restore()
			return fmt.Errorf("operation %d: %w", i, err)
		}
	}
	if c.Err() != nil {
		d.restore()
	}
	return c.Err()
}

func (d *document) restore() {
	for _, undo := range slices.Backward(d.undo) {
		undo()
	}
	d.undo = nil
}

// operation is one step of a patch.
type operation struct {
	op       string
	path     []string
	from     []string
	value    conv.Raw
	hasValue bool
}

func readOperation(raw conv.Raw) (operation, error) {
	o := operation{}
	if raw == "" || raw[0] != '{' {
		return o, errors.New("want an object")
	}
	var err error
	paths := 0
	for key, value := range raw.Fields {
		isText := value[0] == '"'
		switch {
		case key == "op" && isText:
			o.op = value.Text()
		case key == "path" && isText:
			paths++
			o.path, err = pointer(value.Text())
		case key == "from" && isText:
			o.from, err = pointer(value.Text())
		case key == "value":
			o.value, o.hasValue = value, true
		}
		if err != nil {
			return o, err
		}
	}
	if paths == 0 {
		return o, errors.New("no path")
	}
	return o, nil
}

// pointer is the tokens of a JSON pointer (RFC 6901).
func pointer(s string) ([]string, error) {
	if s == "" {
		return nil, nil
	}
	if s[0] != '/' {
		return nil, errors.New("not a JSON pointer: " + strconv.Quote(s))
	}
	parts := strings.Split(s[1:], "/")
	for i, p := range parts {
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(p, "~1", "/"), "~0", "~")
	}
	return parts, nil
}

func (d *document) apply(o *operation) error {
	if (o.op == "add" || o.op == "replace" || o.op == "test") && !o.hasValue {
		return errors.New(o.op + " without a value")
	}
	switch o.op {
	case "add":
		return d.put(o.path, newValue(o.value), true)
	case "replace":
		return d.put(o.path, newValue(o.value), false)
	case "remove":
		_, err := d.remove(o.path)
		return err
	case "test":
		v, err := d.at(o.path)
		if err == nil && !v.same(newValue(o.value)) {
			err = errors.New("test: the value differs")
		}
		return err
	case "copy":
		v, err := d.at(o.from)
		if err != nil {
			return err
		}
		if d.room.isFull() || !d.room.take(len(v.text())) {
			return errors.New("the copies become too large")
		}
		return d.put(o.path, newValue(v.text()), true)
	case "move":
		if len(o.path) > len(o.from) && slices.Equal(o.path[:len(o.from)], o.from) {
			return errors.New("move into itself")
		}
		v, err := d.remove(o.from)
		if err != nil {
			return err
		}
		return d.put(o.path, v, true)
	default:
		return errors.New("unknown operation " + strconv.Quote(o.op))
	}
}

// errNoPlace is the error of a pointer to nothing.
var errNoPlace = errors.New("the path does not exist")

// at is the value that a pointer points to.
func (d *document) at(path []string) (*value, error) {
	v := d.root
	for _, token := range path {
		if v = v.child(token); v == nil {
			return nil, errNoPlace
		}
	}
	return v, nil
}

// put sets the value at a pointer. add inserts it into an array instead of
// replacing an element.
func (d *document) put(path []string, v *value, add bool) error {
	if len(path)+v.levels() > rawjson.MaxDepth {
		return errors.New("the document becomes too deep")
	}
	if len(path) == 0 {
		was := d.root
		d.undo = append(d.undo, func() { d.root = was })
		d.root = v
		return nil
	}
	return d.change(path, v, func(in *value, token string) (func(), error) { return in.put(token, v, add) })
}

// change changes a child of the object or array of the value that a pointer points
// to, which becomes v.
func (d *document) change(path []string, v *value, do func(in *value, token string) (undo func(), err error)) error {
	last := len(path) - 1
	in, err := d.at(path[:last])
	if err != nil {
		return err
	}
	if !in.isOpenable() {
		return errNoPlace
	}
	undo, err := do(in, path[last])
	if err == nil {
		d.undo = append(d.undo, undo)
		d.changed(path, v)
	}
	return err
}

// remove takes away the value at a pointer and returns it.
func (d *document) remove(path []string) (*value, error) {
	if len(path) == 0 {
		return nil, errors.New("the whole document cannot be removed")
	}
	var was *value
	err := d.change(path, nil, func(in *value, token string) (undo func(), err error) {
		was, undo, err = in.remove(token)
		return undo, err
	})
	return was, err
}

// changed forgets the text of the values above a pointer. They are now at least
// as deep as v makes them.
func (d *document) changed(path []string, v *value) {
	at := d.root
	for i := range path {
		at.forget()
		if v != nil {
			at.depth = max(at.depth, len(path)-i+v.levels())
		}
		if i+1 < len(path) {
			at = at.child(path[i])
		}
	}
}
