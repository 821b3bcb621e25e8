package rawjson_test

import (
	"fmt"
	"io"
	"os"
	"strings"

	"convo/conv/rawjson"
)

func ExampleCursor() {
	c := rawjson.NewCursor([]byte(`{"role": "user", "tags": ["a", "b"], "x": { "big": 12345678901234567890 }}`))
	for key := range c.Fields {
		switch key {
		case "role":
			fmt.Println("role:", c.Str())
		case "tags":
			for i := range c.Elements {
				fmt.Println("tag", i, c.Str())
			}
		default:
			fmt.Println("kept:", c.Member(key))
		}
	}
	fmt.Println(c.End())
	// Output:
	// role: user
	// tag 0 a
	// tag 1 b
	// kept: {x {"big":12345678901234567890}}
	// <nil>
}

func ExampleWriter() {
	w := rawjson.NewWriter(os.Stdout)
	w.BeginObject()
	w.Field("text", "<b> & \"c\"")
	w.OptField("absent", "")
	w.OptRaw("arguments", `{"n":1.0}`)
	w.Key("list")
	w.BeginArray()
	w.Int(1)
	w.Bool(true)
	w.EndArray()
	w.EndObject()
	_ = w.Flush()
	// Output: {"text":"<b> & \"c\"","arguments":{"n":1.0},"list":[1,true]}
}

// A broken line fails alone.
func ExampleFrames() {
	f := rawjson.NewFrames(strings.NewReader("{\"a\":1}\n{\"a\":\n{\"a\":3}\n"), 0)
	for {
		block, err := f.Next()
		if err == io.EOF {
			return
		}
		for v := range block.Values() {
			c := rawjson.NewCursor(v.Data)
			c.Skip()
			fmt.Println(v.Line, c.End())
		}
	}
	// Output:
	// 1 <nil>
	// 2 offset 6: unexpected end of JSON
	// 3 <nil>
}

func ExampleRepair() {
	fmt.Println(rawjson.Repair(`{"path": "C:\new\x", "lines": [1, 2`))
	// Output: {"path":"C:\new\\x","lines":[1]} partial
}

func ExampleLocator() {
	text := []byte("{\n  \"messages\": [\n    {\"role\": 7}\n  ]\n}")
	place := rawjson.NewLocator(text).At(strings.Index(string(text), "7"))
	fmt.Println(place.Line, place.Column, place.Pointer, place.Path())
	// Output: 3 14 /messages/0/role messages[0].role
}
