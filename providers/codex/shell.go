package codex

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// A call of the shell was once an item of its own, local_shell_call: its
// arguments are an object, action, and its id may stand in id. It is read as a
// call of the tool local_shell. Its output was a function_call_output, or
// a local_shell_call_output.

const (
	shellCall   = "local_shell_call"
	shellOutput = "local_shell_call_output"
	shellTool   = "local_shell"
)

// The hints of these items.
const (
	hintShell  = "~shell"  // on a call: the item with 0 in place of its action
	hintResult = "~result" // on a result: the item without its output
)

// asCall is a call of the shell as a function_call, and the hint that makes it
// the item again. ok is false if it has no action.
func asCall(item conv.Raw) (call, hint conv.Raw, ok bool) {
	action := item.Lookup("action")
	if !strings.HasPrefix(string(action), "{") {
		return item, "", false
	}
	return rawjson.ObjectOf([]rawjson.Member{
		{Key: "type", Value: `"function_call"`},
		{Key: "name", Value: rawjson.Quoted(shellTool)},
		{Key: "arguments", Value: rawjson.Quoted(string(action))},
		{Key: "call_id", Value: rawjson.Quoted(shellID(item))},
	}), item.With("action", "0"), true
}

// shellID is the id of a call of the shell or of its output.
func shellID(item conv.Raw) string {
	return cmp.Or(item.Lookup("call_id").Text(), item.Lookup("id").Text())
}

// asOutput is the output of a call of the shell as a function_call_output, and
// the hint that makes it the item again. ok is false if it has no text.
func asOutput(item conv.Raw) (output, hint conv.Raw, ok bool) {
	text := item.Lookup("output")
	if !strings.HasPrefix(string(text), `"`) {
		return item, "", false
	}
	return rawjson.ObjectOf([]rawjson.Member{
		{Key: "type", Value: `"function_call_output"`}, {Key: "call_id", Value: rawjson.Quoted(shellID(item))}, {Key: "output", Value: text},
	}), item.With("output", "0"), true
}

// shellItems makes the calls of the shell that were read the items that they
// were.
func shellItems(m *conv.AssistantMessage, slots []slot) {
	for _, b := range m.Content {
		t, ok := b.(*conv.ToolCall)
		if !ok || t.Extensions.Get(family, hintShell) == "" {
			continue
		}
		for i := range slots {
			if isCallOf(slots[i].item, t) {
				slots[i].item = shellItem(t, t.Extensions.Get(family, hintShell), slots[i].item)
				slots = slots[i+1:]
				break
			}
		}
	}
}

func isCallOf(item conv.Raw, t *conv.ToolCall) bool {
	return item.Lookup("type").Text() == "function_call" && item.Lookup("call_id").Text() == t.ID && item.Lookup("name").Text() == t.Name
}

// shellItem is the item of a call, unless the call is now one of another tool.
func shellItem(t *conv.ToolCall, hint, item conv.Raw) conv.Raw {
	action := conv.Raw(item.Lookup("arguments").Text())
	if t.Name != shellTool || len(t.Extensions.Of("openai-responses")) > 0 || !isObject(action) {
		return item
	}
	return withShellID(hint.With("action", action), t.ID)
}

// outputItem is the item of a result of such a call.
func outputItem(hint, item conv.Raw) conv.Raw {
	output := item.Lookup("output")
	if !strings.HasPrefix(string(output), `"`) {
		return item
	}
	return withShellID(hint.With("output", output), item.Lookup("call_id").Text())
}

// withShellID gives an item another id, where it has one.
func withShellID(item conv.Raw, id string) conv.Raw {
	switch {
	case shellID(item) == id:
		return item
	case item.Lookup("call_id").Text() == "" && item.Lookup("id") != "":
		return item.With("id", rawjson.Quoted(id))
	}
	return item.With("call_id", rawjson.Quoted(id))
}

// isObject reports whether a text is one JSON object.
func isObject(text conv.Raw) bool {
	return strings.HasPrefix(string(text), "{") && rawjson.IsValue(string(text))
}
