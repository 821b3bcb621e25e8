package conv

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

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

// Same reports whether two messages are one: the same pointer or, of an
// application's types, equal values. == panics for values that Go cannot compare;
// those are never the same.
func Same(a, b Message) bool {
	switch a := a.(type) { // the usual ones, of which nothing has to be found out
	case *AssistantMessage:
		b, ok := b.(*AssistantMessage)
		return ok && a == b
	case *ToolResultMessage:
		b, ok := b.(*ToolResultMessage)
		return ok && a == b
	}
	if IsForeign(a) && !reflect.ValueOf(a).Comparable() {
		return false
	}
	return a == b
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
	if t.Name() == "" {
		return "custom"
	}
	return t.Name()
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

func isNilPointer(m Message) bool {
	v := reflect.ValueOf(m)
	return v.Kind() == reflect.Pointer && v.IsNil()
}
