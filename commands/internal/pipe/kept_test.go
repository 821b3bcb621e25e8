package pipe

import (
	"reflect"
	"slices"
	"testing"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
)

// What a run keeps of a conversation until its end shares no memory with it.
func TestWhatIsKeptOwnsItsText(t *testing.T) {
	sites := 0
	ownsText(t, reflect.TypeFor[conversationEnd](), "base", "entry")
	for _, f := range providers.Formats() {
		if f.Site != nil {
			sites++
			ownsText(t, reflect.TypeOf(f.Site.Entry(&conv.Conversation{})).Elem())
		}
	}
	if sites == 0 {
		t.Error("no format writes a site")
	}
}

// ownsText looks for fields that can share memory with what was read. Sums of usage
// own their numbers.
func ownsText(t *testing.T, in reflect.Type, but ...string) {
	t.Helper()
	for i := range in.NumField() {
		f := in.Field(i)
		switch f.Type.Kind() {
		case reflect.Bool, reflect.Int, reflect.Int64:
			continue
		case reflect.Struct:
			if f.Type != reflect.TypeFor[rawjson.Owned]() && f.Type != reflect.TypeFor[conv.Usage]() {
				ownsText(t, f.Type)
			}
			continue
		}
		if !slices.Contains(but, f.Name) {
			t.Errorf("%v.%s is a %v, not rawjson.Owned", in, f.Name, f.Type)
		}
	}
}
