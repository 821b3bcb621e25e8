package agui

import (
	"errors"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// event is one event of a stream.
type event struct {
	kind string
	row  *eventRow // of its kind, nil for an unknown one
	id   string    // of its message, call, step or entity
	text []byte    // as it came

	snake                              bool // a field has its name in Python
	role, name, parent, delta, subtype string
	hasDelta, hasID, hasCall           bool
	toolCall                           string
	replace                            bool // of an activity's snapshot
	activity                           string
	payload                            conv.Raw // content, patch, snapshot, delta, messages, input
	said                               string   // a content that is text
	odd                                conv.Raw // a delta that is not text
	metadata                           conv.Raw
	subagent                           string
	extra                              []rawjson.Member // what the protocol does not name
}

// read reads one event of the wire, in place of the last one.
func (e *event) read(c *rawjson.Cursor, text []byte) error {
	c.Reset(text)
	*e = event{replace: true, text: text, extra: e.extra[:0]}
	at := c.Offset()
	if k := c.Kind(); k != rawjson.Object {
		c.Fail(at, "want an event as an object, got %s", k)
		return c.End()
	}
	for key := range c.Fields {
		usual := aliases.Usual(key)
		e.snake = e.snake || usual != key
		e.field(c, usual)
	}
	if err := c.End(); err != nil {
		return err
	}
	if e.kind == "" {
		return &rawjson.Error{Offset: at, Msg: "an event without a type"}
	}
	return e.complete(at)
}

// whole is the event as it came, compacted.
func (e *event) whole() conv.Raw { return rawjson.NewTrustedCursor(e.text).Raw() }

// field reads a field of an event. Null is absent.
func (e *event) field(c *rawjson.Cursor, key string) {
	if c.Kind() == rawjson.Null {
		c.Skip()
		return
	}
	switch key {
	case "type":
		e.kind = c.Str()
	case "messageId", "entityId", "stepName":
		e.id, e.hasID = c.Str(), true
	case "toolCallId":
		e.toolCall, e.hasCall = c.Str(), true
	case "toolCallName", "name":
		e.name = c.Str()
	case "role":
		e.role = c.Str()
	case "parentMessageId":
		e.parent = c.Str()
	case "subtype":
		e.subtype = c.Str()
	case "encryptedValue":
		e.delta = c.Str()
	case "delta":
		e.hasDelta = true
		if c.Kind() == rawjson.String {
			e.delta = c.Str()
		} else {
			e.payload = c.Raw()
			e.odd = e.payload
		}
	case "replace":
		e.replace = c.Bool()
	case "activityType":
		e.activity = c.Str()
	case "content":
		e.said = ""
		if c.Kind() != rawjson.String {
			e.payload = c.Raw()
			break
		}
		said, spelling := c.Spelled()
		e.said, e.payload = said, conv.Raw(spelling)
	case "patch", "snapshot", "messages":
		e.payload = c.Raw()
	case "metadata":
		e.metadata = c.Raw()
	case "subagentRunId":
		e.subagent = c.Str()
	default:
		e.extra = append(e.extra, c.Member(key))
	}
}

// complete refuses an event that lacks what its kind demands.
func (e *event) complete(at int) error {
	if e.row = rowOf(e.kind); e.row == nil {
		return nil
	}
	for _, what := range e.row.demand {
		if !e.has(what) {
			return &rawjson.Error{Offset: at, Msg: "an event " + e.kind + " without " + what}
		}
	}
	return nil
}

// has reports whether an event has what its kind demands. A call's arguments may be
// an object.
func (e *event) has(what string) bool {
	switch what {
	case "messageId":
		return e.hasID
	case "toolCallId":
		return e.hasCall
	case "content as an object":
		return strings.HasPrefix(string(e.payload), "{")
	case "messages as an array":
		return strings.HasPrefix(string(e.payload), "[")
	case "delta as text":
		if e.row.entity == aCall && strings.HasPrefix(string(e.odd), "{") {
			e.delta = string(e.odd)
			return true
		}
		return e.odd == ""
	default:
		return e.payload != ""
	}
}

// badEvent is what is wrong with an event, with the path of its place.
type badEvent struct {
	path string
	bad  *rawjson.Error
}

func (b *badEvent) Error() string { return b.path + ": " + b.bad.Msg }

func (b *badEvent) Unwrap() error { return b.bad }

// inField names the place of an error in the value of an event's field; "" is
// the event itself.
func inField(key string, value []byte, err error) error {
	var bad *rawjson.Error
	if !errors.As(err, &bad) {
		return err
	}
	path := rawjson.NewLocator(value).At(bad.Offset).Path()
	if key != "" && path != "" && path[0] != '[' {
		key += "."
	}
	if path = key + path; path == "" {
		return err
	}
	return &badEvent{path, bad}
}

// extraOf is a field that not every event has, "" if it is absent.
func (e *event) extraOf(key string) conv.Raw {
	for _, m := range e.extra {
		if m.Key == key {
			return m.Value
		}
	}
	return ""
}
