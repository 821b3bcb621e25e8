package conv

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Custom makes a message of the type that embeds it, so that an application
// can keep its own entries in a transcript, by value or by pointer:
//
//	type Notice struct {
//		conv.Custom
//		Text string
//	}
//
// The formats see such entries only as *CustomMessage: [Customs] turns the
// one into the other.
type Custom struct {
	Meta    Meta          `json:"-"` // what every message may carry
	Content []UserContent `json:"-"` // text and media to show, if any
}

func (Custom) isMessage() {}

func (c Custom) customID() string { return c.Meta.ID }

func (c *Custom) custom() *Custom { return c }

// Customs are an application's own messages, by their custom types. The zero
// value knows none.
type Customs map[string]CustomCodec

// CustomCodec turns one type of custom messages into an application's type
// and back.
type CustomCodec struct {
	// Decode makes the application's message.
	Decode func(*CustomMessage) (Message, error)

	// Encode is the way back; nil for a message that is not its type. The
	// custom type is filled in by [Customs].
	Encode func(Message) (*CustomMessage, error)
}

// CustomJSON is the codec of T, a struct that embeds [Custom] or a pointer to
// one, whose data is what encoding/json makes of it.
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
			if !ok {
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

func customData(m *CustomMessage) Raw {
	if m.Data == "" {
		return "{}"
	}
	return m.Data
}

// customOf is the Custom in a T, or in what a T points to.
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

// Restore returns c with each custom message whose type is known as the
// application's own; the others stay as they are. c is not changed.
func (cs Customs) Restore(c *Conversation) (*Conversation, error) {
	return convert(c, func(m Message) (Message, error) {
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
	})
}

// Store returns c with each message of an application as a *CustomMessage:
// what conv/fit and the formats take. A type that no codec knows is an error.
// c is not changed.
func (cs Customs) Store(c *Conversation) (*Conversation, error) {
	types := slices.Sorted(maps.Keys(cs))
	return convert(c, func(m Message) (Message, error) {
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
	})
}

// convert is c with each message passed through f.
func convert(c *Conversation, f func(Message) (Message, error)) (*Conversation, error) {
	out := *c
	out.Messages = slices.Clone(c.Messages)
	for i, m := range c.Messages {
		var err error
		if out.Messages[i], err = f(m); err != nil {
			return nil, fmt.Errorf("messages[%d]: %w", i, err)
		}
	}
	return &out, nil
}
