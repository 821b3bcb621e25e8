package harmony

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// frame is what stands around the text of a turn, and what it means.
type frame struct {
	raw  string // HEADER<|message|>STOP
	kind kind
	name string // of who speaks, or of a tool
	json bool   // a call whose text is JSON
}

type kind int

const (
	other kind = iota // of a role that nobody knows
	system
	developer
	user
	result
	thought  // analysis
	preamble // commentary
	final
	called
)

// parseFrame reads a frame. A header without a role is that of an answer: a model goes
// on after it.
func parseFrame(raw string) (f frame) {
	f.raw = raw
	header, _, _ := strings.Cut(raw, message)
	before, rest, hasChannel := strings.Cut(header, channel)
	in := ""
	if hasChannel {
		if in = rest; strings.ContainsAny(rest, " \t\r\n<") {
			in = rest[:strings.IndexAny(rest, " \t\r\n<")]
		}
		rest = rest[len(in):]
	}
	words := strings.Fields(strings.ReplaceAll(before+" "+rest, constrain, " "+constrain))
	role := "assistant"
	if before != "" && len(words) > 0 {
		role, words = words[0], words[1:]
	}
	to, types := "", 0
	for _, word := range words {
		if name, ok := strings.CutPrefix(word, "to="); ok && to == "" {
			to = name
			continue
		}
		types++
	}
	if types > 1 || strings.Contains(in+to, "<|") {
		return f
	}
	speaker, name, _ := strings.Cut(role, ":")
	switch f.name = name; speaker {
	case "system":
		f.kind = system
	case "developer":
		f.kind = developer
	case "user":
		f.kind = user
	case "assistant":
		switch {
		case to != "" && to != "user" && to != "all":
			f.kind, f.name = called, toolName(to)
		case in == "analysis":
			f.kind = thought
		case in == "commentary":
			f.kind = preamble
		default:
			f.kind = final
		}
	default:
		if to != "" || role == python || strings.Contains(role, ".") {
			f.kind, f.name = result, toolName(role)
		}
	}
	return f
}

// String is the usual frame of its kind.
func (f frame) String() string {
	stop := end
	header := ""
	switch f.kind {
	case system:
		header = "system"
	case developer:
		header = "developer"
	case user:
		if header = "user"; f.name != "" {
			header += ":" + f.name
		}
	case result:
		header = recipient(f.name) + " to=assistant" + channel + "commentary"
	case thought:
		header = "assistant" + channel + "analysis"
	case preamble:
		header = "assistant" + channel + "commentary"
	case called:
		header, stop = "assistant"+channel+"commentary to="+recipient(f.name), call
		if f.json {
			header += " " + constrain + "json"
		}
	default:
		header = "assistant" + channel + "final"
	}
	return header + message + stop
}

// as is the frame that a hint says, if it means the same and can be written, else the
// usual one. ends is whether the block ends its message, open whether its turn may not end.
func (f frame) as(hint string, ends, open bool) frame {
	was := parseFrame(hint)
	same := was.kind == f.kind && was.name == f.name
	if f.kind == final || f.kind == preamble {
		same = was.kind == preamble || was.kind == final && ends
	}
	if same && isFrame(hint, open) {
		return was
	}
	return parseFrame(f.String())
}

// isFrame reports whether a frame can be written.
func isFrame(raw string, open bool) bool {
	header, stop, ok := strings.Cut(raw, message)
	for _, token := range marked.Tokens {
		ok = ok && (token == channel || token == constrain || !strings.Contains(header, token))
	}
	return ok && (slices.Contains(stops, stop) || stop == "" && open)
}

// usual is the usual frame of a block of an answer, which is the last one or not.
func usual(b conv.Block, last, calls bool) frame {
	switch b := b.(type) {
	case *conv.ThinkingContent:
		return frame{kind: thought}
	case *conv.ToolCall:
		return frame{kind: called, name: b.Name, json: b.Kind == ""}
	}
	if last && !calls {
		return frame{kind: final}
	}
	return frame{kind: preamble}
}

// The tools of an application are in a namespace of their own. Those that models know
// are not; the frame of a call to python says which it is.
const (
	namespace = "functions."
	python    = "python"
)

func toolName(recipient string) string { return strings.TrimPrefix(recipient, namespace) }

func recipient(name string) string {
	if strings.Contains(name, ".") && !strings.HasPrefix(name, namespace) {
		return name
	}
	return namespace + name
}

// isName reports whether a name can stand in a header.
func isName(name string) bool {
	return name != "" && len(strings.Fields(name)) == 1 && strings.TrimSpace(name) == name && !strings.Contains(name, "<|")
}

// parseCall reads a call of a text: JSON, or an input that is no JSON.
func parseCall(name, text string) *conv.ToolCall {
	t := &conv.ToolCall{Name: name}
	c := rawjson.NewCursor([]byte(text))
	if c.Kind() == rawjson.Object {
		if t.Arguments = c.Raw(); c.End() == nil {
			return t
		}
	}
	t.Kind, t.Arguments = format.CustomCall, format.InputArguments(rawjson.Quoted(text))
	return t
}

// formatCall is what parseCall reads.
func formatCall(t *conv.ToolCall) string {
	if input, ok := t.Input(); ok && t.Kind == format.CustomCall {
		return input.Text()
	}
	return marked.InJSON(string(t.ArgumentsObject()))
}

// instructions begins the text of a developer, whose words are the system prompt.
const instructions = "# Instructions\n\n"

// isRenderers reports whether a system message is that of the renderer.
func isRenderers(text string) bool {
	for _, mark := range [...]string{"Reasoning: ", "Knowledge cutoff: ", "# Valid channels: "} {
		if strings.HasPrefix(text, mark) || strings.Contains(text, "\n"+mark) {
			return true
		}
	}
	return false
}
