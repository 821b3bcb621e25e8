package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"

	"github.com/tidwall/gjson"

	"convo/scripts/must"
)

// chatRequest is the shape of the corpora for encoding/json.
type chatRequest struct {
	Model    string `json:"model"`
	Messages []struct {
		Role       string          `json:"role"`
		Content    json.RawMessage `json:"content"`
		ToolCallID string          `json:"tool_call_id"`
		ToolCalls  []struct {
			ID       string `json:"id"`
			Type     string `json:"type"`
			Function struct {
				Name      string `json:"name"`
				Arguments string `json:"arguments"`
			} `json:"function"`
		} `json:"tool_calls"`
	} `json:"messages"`
	Tools []struct {
		Type     string `json:"type"`
		Function struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
	Temperature         float64 `json:"temperature"`
	MaxCompletionTokens int     `json:"max_completion_tokens"`
}

// helper is a program to compare with.
type helper struct {
	args int
	run  func(args []string)
}

var helpers = map[string]helper{
	"base64": {1, encode},                  // FILE
	"valid":  {1, lines(gjson.ValidBytes)}, // FILE
	"decode": {1, lines(decode)},           // FILE
	"serve":  {1, serve},                   // 0 or slow
	"ask":    {3, ask},                     // URL JOBS FILE
}

// help runs a helper and returns an exit code.
func help(name string, args []string) int {
	h, ok := helpers[name]
	if !ok || len(args) != h.args {
		fmt.Fprintln(os.Stderr, "bench: no such helper, or other arguments:", name, args)
		return 2
	}
	if err := must.Try(func() { h.run(args) }); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return 1
	}
	return 0
}

func decode(line []byte) bool {
	var r chatRequest
	return json.Unmarshal(line, &r) == nil
}

// lines is a helper that checks each line of a file.
func lines(check func(line []byte) bool) func(args []string) {
	return func(args []string) {
		eachLine(args[0], func(line []byte) {
			must.FailIf(!check(line), "a line is not valid")
		})
	}
}

// eachLine reads lines of any length, without their ends. A line is valid until the next.
func eachLine(file string, do func(line []byte)) {
	in := must.Get(os.Open(file))
	defer in.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 1<<20), math.MaxInt)
	for lines.Scan() {
		do(lines.Bytes())
	}
	must.Do(lines.Err())
}
