package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/tidwall/gjson"
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

// helpers are what the helper process can do with each line.
var helpers = map[string]func(line []byte) bool{
	"valid": gjson.ValidBytes,
	"decode": func(line []byte) bool {
		var r chatRequest
		return json.Unmarshal(line, &r) == nil
	},
}

// help runs a helper over the lines of a file and returns an exit code.
func help(name, file string) int {
	if name == "base64" {
		return encode(file)
	}
	check := helpers[name]
	in, err := os.Open(file)
	if check == nil || err != nil {
		fmt.Fprintln(os.Stderr, "bench: no such helper or file:", name, file)
		return 2
	}
	defer in.Close()
	lines := bufio.NewReaderSize(in, 1<<20)
	var line []byte
	for {
		part, err := lines.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			line = append(line, part...)
			continue
		}
		if len(line) > 0 {
			part = append(line, part...)
			line = part[:0]
		}
		if len(part) > 0 && !check(part) {
			fmt.Fprintln(os.Stderr, "bench: a line is not valid")
			return 1
		}
		if errors.Is(err, io.EOF) {
			return 0
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			return 1
		}
	}
}
