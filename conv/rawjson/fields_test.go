package rawjson_test

import (
	"fmt"
	"testing"

	"convo/conv/rawjson"
)

func TestFieldsAreFoundByTheirKeys(t *testing.T) {
	for _, n := range []int{3, 32, 33, 500} {
		var f rawjson.Fields
		var k rawjson.Keys
		for i := range n {
			key := fmt.Sprint("k", i)
			f.Set(rawjson.Member{Key: key, Value: "0"})
			f.Set(rawjson.Member{Key: key, Value: rawjson.Raw(fmt.Sprint(i))})
			if !k.Add(key) || k.Add(key) {
				t.Errorf("%d keys: %s is not new once", n, key)
			}
		}
		f.Add(rawjson.Member{Key: "k1", Value: "again"})
		if len(f.List()) != n+1 || f.Index("k") != -1 || f.Get("k") != "" || f.Get("k1") != "1" || f.Index(fmt.Sprint("k", n-1)) != n-1 {
			t.Errorf("%d fields: %v", n, f.List())
		}
		f.Reset()
		k.Reset()
		if f.Index("k1") != -1 || len(f.List()) != 0 || !k.Add("k1") {
			t.Errorf("%d fields: something is left", n)
		}
	}
}
