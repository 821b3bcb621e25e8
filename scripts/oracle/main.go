// Command oracle judges bodies that were written for a vendor's API, with the
// vendor's own Go types and the few rules of its server that are certain.
//
//	oracle [-partial] FORMAT FILE…
//
// A request is decoded into the SDK's type, encoded again and compared: what
// the SDK dropped, changed or added is unknown to it, misplaced or missing. A
// response may have no field that the SDK does not know. A stream must also be
// in order and add up. A file may hold several JSON bodies. -partial allows
// bodies without fields that are not part of a conversation: model and
// max_tokens.
//
// Exit status: 0 accepted, 1 rejected (reasons on standard output), 2 misuse.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

// judge finds what is wrong with one body.
type judge func(body []byte, partial bool) findings

// judges are the formats that the oracle knows.
var judges = map[string]judge{
	"openai-chat":               judgeChatRequest,
	"openai-chat-response":      judgeChatResponse,
	"openai-chat-stream":        judgeChatStream,
	"anthropic":                 judgeMessagesRequest,
	"anthropic-response":        judgeMessagesResponse,
	"anthropic-stream":          judgeMessagesStream,
	"openai-responses":          judgeResponsesRequest,
	"openai-responses-response": judgeResponsesResponse,
	"openai-responses-stream":   judgeResponsesStream,
	"gemini":                    judgeContentRequest,
	"gemini-response":           judgeContentResponse,
	"gemini-stream":             judgeContentStream,
	"sarif":                     judgeSARIF,
}

// finding is one reason to reject a body.
type finding struct{ at, what string }

type findings []finding

func (f *findings) add(at, format string, args ...any) {
	*f = append(*f, finding{at, fmt.Sprintf(format, args...)})
}

// addIf adds a finding if something is wrong.
func (f *findings) addIf(wrong bool, at, format string, args ...any) {
	if wrong {
		f.add(at, format, args...)
	}
}

// below adds findings about what lies at a place.
func (f *findings) below(at string, inner findings) {
	for _, x := range inner {
		*f = append(*f, finding{at + x.at, x.what})
	}
}

// better is the shorter list of findings, the first if none is.
func better(first, second findings) findings {
	if len(second) < len(first) {
		return second
	}
	return first
}

// without drops the findings whose place ends with one of the names.
func (f findings) without(names ...string) findings {
	return slices.DeleteFunc(f, func(x finding) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix(x.at, "/"+name) })
	})
}

// present checks that fields are there.
func (f *findings) present(at string, v any, keys ...string) {
	for _, key := range keys {
		f.addIf(member(v, key) == nil, under(at, key), "missing")
	}
}

// strings checks that fields are strings.
func (f *findings) strings(at string, v any, keys ...string) {
	for _, key := range keys {
		f.addIf(!isString(member(v, key)), under(at, key), "must be a string")
	}
}

// list checks that a field is a list, and returns it.
func (f *findings) list(at string, v any, key string) []any {
	l, ok := member(v, key).([]any)
	f.addIf(!ok, under(at, key), "must be a list")
	return l
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("oracle", flag.ContinueOnError)
	flags.SetOutput(errs)
	partial := flags.Bool("partial", false, "do not ask for model and max_tokens")
	flags.Usage = func() {
		formats := strings.Join(slices.Sorted(maps.Keys(judges)), " ")
		fmt.Fprintf(errs, "usage: oracle [-partial] FORMAT FILE...\nformats: %s\n", formats)
	}
	if flags.Parse(args) != nil {
		return 2
	}
	format := flags.Arg(0)
	if judges[format] == nil || flags.NArg() < 2 {
		flags.Usage()
		return 2
	}
	rejected := 0
	for _, name := range flags.Args()[1:] {
		data, err := os.ReadFile(name)
		if err != nil {
			fmt.Fprintln(errs, "oracle:", err)
			return 2
		}
		found := judgeFile(format, data, *partial)
		for _, f := range found {
			fmt.Fprintf(out, "%s: %s: %s\n", name, f.at, f.what)
		}
		rejected += min(len(found), 1)
	}
	fmt.Fprintf(out, "%s: %d accepted, %d rejected\n", format, flags.NArg()-1-rejected, rejected)
	return min(rejected, 1)
}

// judgeFile judges a stream as a whole, and each JSON body of any other file.
func judgeFile(format string, data []byte, partial bool) (found findings) {
	if strings.HasSuffix(format, "-stream") {
		return judges[format](data, partial)
	}
	bodies := json.NewDecoder(bytes.NewReader(data))
	for n := 0; ; n++ {
		var body json.RawMessage
		err := bodies.Decode(&body)
		if errors.Is(err, io.EOF) && n > 0 {
			return found
		}
		if err != nil {
			found.add("/", "not JSON: %v", err)
			return found
		}
		found = append(found, judges[format](body, partial)...)
	}
}
