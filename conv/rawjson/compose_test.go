package rawjson

import (
	"slices"
	"testing"
)

func TestComposeAndTakeApart(t *testing.T) {
	object := ObjectOf([]Member{{"a", "1"}, {`b"`, `[2,"x"]`}})
	if object != `{"a":1,"b\"":[2,"x"]}` {
		t.Fatal(object)
	}
	members := object.Members()
	if len(members) != 2 || members[1].Key != `b"` || ObjectOf(members) != object {
		t.Error(members)
	}
	values := slices.Collect(members[1].Value.Elements)
	if ArrayOf(values) != members[1].Value || values[1] != Quoted("x") {
		t.Error(values)
	}
	for _, other := range []Raw{"", "null", "5", `"{}"`, "[}", "{]"} {
		if len(other.Members()) > 0 || len(slices.Collect(other.Elements)) > 0 {
			t.Errorf("%s has members or elements", other)
		}
	}
	for range object.Fields { // who leaves is not called again
		break
	}
	for range values[0].Elements {
		break
	}
}
