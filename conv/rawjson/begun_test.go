package rawjson_test

import (
	"testing"

	"convo/conv/rawjson"
)

func TestBegun(t *testing.T) {
	for _, c := range []struct{ head, want string }{
		{` {"a":1,"m":[{"x":"]}\"["},{"y":[1]},{"z`, `{"a":1,"m":[{"x":"]}\"["},{"y":[1]}]}`},
		{`{"t":[{}],"m":[{"r":1},`, `{"t":[{}],"m":[{"r":1}]}`},
		{`{"m":[{"r":1}],"s":"`, ``},
		{`{"m":[{"r":1`, ``},
		{`{"m":{"k":[{"r":1},`, ``},
		{`[{"r":1},`, ``},
		{`{"m":[{"r":1}]} {`, ``},
		{`}`, ``},
		{``, ``},
	} {
		if got := string(rawjson.Begun([]byte(c.head))); got != c.want {
			t.Errorf("%s: %s, want %s", c.head, got, c.want)
		}
	}
}
