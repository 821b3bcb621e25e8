package conv

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// Custom turns the type that embeds it into a message, so that an application can
// keep its own entries in a transcript, by value or by pointer:
//
//	type Notice struct {
//		conv.Custom
//		Text string
//	}
//
// Formats only know such entries as *CustomMessage. [Customs] converts between
// the two, and [CustomOf] does so without a codec. Every function of this module
// takes such entries: it passes them on, leaves them out with a note, or returns an
// error that names their type.
//
// json.Marshal of such an entry, alone or in a []Message, writes the application's own
// struct: without a role, so it does not come back as a message. To keep entries, store
// them with [Customs.StoreMessages], and marshal the list as [Messages], which refuses
// entries that were not stored. Custom has no MarshalJSON of its own: Go would call it
// for the whole struct, whose fields it cannot see.
type Custom struct {
	Meta    Meta          `json:"-"` // what every message may have
	Content []UserContent `json:"-"` // text and media to show, if any
}

func (Custom) isMessage() {}

func (c Custom) part() Custom { return c }

func (c *Custom) custom() *Custom { return c }

// Customs holds an application's own messages by custom type. The zero value is
// empty.
type Customs map[string]CustomCodec

// CustomCodec converts custom messages of one type to an application's type and
// back.
type CustomCodec struct {
	// Decode returns the application's message.
	Decode func(*CustomMessage) (Message, error)

	// Encode converts back. It returns nil for a message of another type.
	// [Customs] fills in the custom type.
	Encode func(Message) (*CustomMessage, error)
}

// CustomJSON returns the codec of T, a struct that embeds [Custom] or a pointer to
// one. Its data is T in JSON, as encoding/json writes it.
func CustomJSON[T Message]() CustomCodec {
	return CustomCodec{
		Decode: func(m *CustomMessage) (Message, error) {
			var v T
			if err := customData(m).Decode(&v); err != nil {
				return nil, err
			}
			if c := customOf(&v); c != nil {
				c.Meta, c.Content = m.Meta, m.Content
			}
			return v, nil
		},
		Encode: func(m Message) (*CustomMessage, error) {
			v, ok := m.(T)
			if !ok || isNilPointer(m) {
				return nil, nil
			}
			data, err := json.Marshal(v)
			if err != nil {
				return nil, err
			}
			out := &CustomMessage{}
			if c := customOf(&v); c != nil {
				out.Meta, out.Content = c.Meta, c.Content
			}
			return out, out.Data.UnmarshalJSON(data)
		},
	}
}

func customData(m *CustomMessage) Raw { return cmp.Or(m.Data, "{}") }

// customOf returns the Custom in a T, or in what a T points to.
func customOf[T any](v *T) *Custom {
	type holder interface{ custom() *Custom }
	if h, ok := any(*v).(holder); ok {
		return h.custom()
	}
	if h, ok := any(v).(holder); ok {
		return h.custom()
	}
	return nil
}

// Restore returns c with each custom message of a known type converted to the
// application's type. Other messages stay. c is not changed.
func (cs Customs) Restore(c *Conversation) (*Conversation, error) {
	return convert(c, cs.RestoreMessages)
}

// RestoreMessages does the same for a list of messages.
func (cs Customs) RestoreMessages(list []Message) ([]Message, error) {
	return convertEach(list, cs.restore)
}

func (cs Customs) restore(m Message) (Message, error) {
	custom, ok := m.(*CustomMessage)
	if !ok {
		return m, nil
	}
	codec, ok := cs[custom.CustomType]
	if !ok {
		return m, nil
	}
	restored, err := codec.Decode(custom)
	if err != nil {
		return nil, fmt.Errorf("custom message %q: %w", custom.CustomType, err)
	}
	return restored, nil
}

// Store returns c with each message of an application converted to a
// *CustomMessage, which conv/fit and the formats accept. A type without a codec is
// an error. c is not changed.
func (cs Customs) Store(c *Conversation) (*Conversation, error) {
	return convert(c, cs.StoreMessages)
}

// StoreMessages does the same for a list of messages.
func (cs Customs) StoreMessages(list []Message) ([]Message, error) {
	return convertEach(list, cs.storing())
}

// storing returns the function that converts one message to store it.
func (cs Customs) storing() func(Message) (Message, error) {
	types := slices.Sorted(maps.Keys(cs))
	return func(m Message) (Message, error) {
		if checkMessage(m) == nil {
			return m, nil
		}
		for _, customType := range types {
			stored, err := cs[customType].Encode(m)
			if err != nil {
				return nil, fmt.Errorf("custom message %q: %w", customType, err)
			}
			if stored != nil {
				stored.CustomType = customType
				return stored, nil
			}
		}
		return nil, checkMessage(m)
	}
}

// convert returns c with its messages converted by f.
func convert(c *Conversation, f func([]Message) ([]Message, error)) (*Conversation, error) {
	out := *c
	var err error
	if out.Messages, err = f(c.Messages); err != nil {
		return nil, fmt.Errorf("messages%w", err)
	}
	return &out, nil
}

// convertEach returns a list with each message converted by f.
func convertEach(list []Message, f func(Message) (Message, error)) ([]Message, error) {
	out := slices.Clone(list)
	for i, m := range list {
		var err error
		if out[i], err = f(m); err != nil {
			return nil, fmt.Errorf("[%d]: %w", i, err)
		}
	}
	return out, nil
}

// IsForeign reports whether a message is of a type of another package: an
// application's, which embeds [Custom].
func IsForeign(m Message) bool {
	switch m.(type) {
	case *UserMessage, *AssistantMessage, *ToolResultMessage, *SystemMessage,
		*CustomMessage, *BranchSummary, *CompactionSummary, nil:
		return false
	}
	return true
}

// CustomTypeOf returns the custom type of a message: that of a *CustomMessage, and
// of an application's type what its method CustomType() string says, else the name of
// the Go type. It is "" for other messages.
func CustomTypeOf(m Message) string {
	if c, ok := m.(*CustomMessage); ok {
		return c.CustomType
	}
	if !IsForeign(m) {
		return ""
	}
	if named, ok := m.(interface{ CustomType() string }); ok && !isNilPointer(m) {
		return named.CustomType()
	}
	t := reflect.TypeOf(m)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return cmp.Or(t.Name(), "custom")
}

// CustomOf returns an application's message as formats know it, without a codec of
// [Customs]: its common part, its content, its [CustomTypeOf], and its data as
// encoding/json writes it. A type that does not embed [Custom], that is nil, or that
// is not JSON is an error. A *CustomMessage is returned as it is.
func CustomOf(m Message) (*CustomMessage, error) {
	if c, ok := m.(*CustomMessage); ok && c != nil {
		return c, nil
	}
	part := customPart(m)
	if part == nil {
		return nil, fmt.Errorf("not a custom message: %T", m)
	}
	out := &CustomMessage{Meta: part.Meta, CustomType: CustomTypeOf(m), Content: part.Content}
	data, err := json.Marshal(m)
	if err == nil {
		err = out.Data.UnmarshalJSON(data)
	}
	if err != nil {
		return nil, fmt.Errorf("custom message of type %T: %s", m, strings.TrimPrefix(err.Error(), "json: "))
	}
	return out, nil
}

// customPart returns the Custom that an application's message embeds, or a copy of
// it if the message is a value. It is nil for other messages.
func customPart(m Message) *Custom {
	if !IsForeign(m) || isNilPointer(m) {
		return nil
	}
	if own, ok := m.(interface{ custom() *Custom }); ok {
		return own.custom()
	}
	if own, ok := m.(interface{ part() Custom }); ok {
		c := own.part()
		return &c
	}
	return nil
}

// isNilPointer reports whether a message or a block is a nil pointer.
func isNilPointer(m any) bool {
	v := reflect.ValueOf(m)
	return v.Kind() == reflect.Pointer && v.IsNil()
}
