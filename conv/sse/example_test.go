package sse_test

import (
	"fmt"
	"strings"

	"convo/conv/sse"
)

func ExampleEvents() {
	stream := strings.NewReader(": hello\n\nevent: ping\ndata: {}\n\ndata: one\ndata: two")
	for e, err := range sse.Events(stream) {
		fmt.Printf("%q %q %v\n", e.Name, e.Data, err)
	}
	// Output:
	// "ping" "{}" <nil>
	// "" "one\ntwo" <nil>
}
