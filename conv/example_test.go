package conv_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// print writes a conversation as conversation.json, a message a line.
func print(c *conv.Conversation) {
	for _, m := range c.Messages {
		w := rawjson.NewWriter(os.Stdout)
		conv.Native.Write(w, conv.NewConversation(m))
		_ = w.Flush()
		fmt.Println()
	}
}

func Example() {
	c := conv.PromptWithSystem("Be brief.", "Name a web framework.")
	c.Messages = append(c.Messages, conv.AssistantText("Echo."), conv.UserText("And one for terminals?"))

	w := rawjson.NewWriter(os.Stdout)
	conv.Native.Write(w, c)
	_ = w.Flush()
	// Output: {"convo":1,"systemPrompt":"Be brief.","messages":[{"role":"user","content":[{"type":"text","text":"Name a web framework."}]},{"role":"assistant","content":[{"type":"text","text":"Echo."}]},{"role":"user","content":[{"type":"text","text":"And one for terminals?"}]}]}
}

func ExampleUserWith() {
	picture := []byte("GIF89a")
	print(conv.NewConversation(conv.UserWith("What is this?", conv.MediaFromBytes(picture))))
	// Output: {"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"What is this?"},{"type":"image","data":"R0lGODlh","mimeType":"image/gif"}]}]}
}

func ExampleToolResults() {
	print(conv.NewConversation(conv.ToolResults(
		conv.ToolResult("c1", "weather", "rain"),
		conv.ToolResult("c2", "weather", "sun"),
	)...))
	// Output:
	// {"convo":1,"messages":[{"role":"toolResult","toolCallId":"c1","toolName":"weather","content":[{"type":"text","text":"rain"}],"group":"c1"}]}
	// {"convo":1,"messages":[{"role":"toolResult","toolCallId":"c2","toolName":"weather","content":[{"type":"text","text":"sun"}],"group":"c1"}]}
}

func ExampleAssistantMessage_ToolCalls() {
	answer := &conv.AssistantMessage{Content: []conv.AssistantContent{
		&conv.TextContent{Text: "Let me look."},
		&conv.ToolCall{ID: "c1", Name: "weather", Arguments: `{"city":"Turku"}`},
	}}
	for _, call := range answer.ToolCalls() {
		var args struct{ City string }
		if err := call.Decode(&args); err != nil {
			fmt.Println(err)
		}
		fmt.Println(call.ID, call.Name, args.City)
	}
	// Output: c1 weather Turku
}

// Residue is what a family of formats knows and the neutral model does not.
func ExampleExtensions() {
	block := &conv.TextContent{Text: "cached"}
	block.Extensions.Set("anthropic", "cache_control", `{"type":"ephemeral"}`)
	fmt.Println(block.Extensions.Get("anthropic", "cache_control"))
	print(conv.NewConversation(&conv.UserMessage{Content: []conv.UserContent{block}}))
	// Output:
	// {"type":"ephemeral"}
	// {"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"cached","extensions":{"anthropic":{"cache_control":{"type":"ephemeral"}}}}]}]}
}

// An application keeps its own entries in a transcript and stores them with it.
func ExampleCustoms() {
	customs := conv.Customs{"notice": conv.CustomJSON[Notice]()}
	c := conv.NewConversation(Notice{Text: "session resumed"}, conv.UserText("hi"))

	stored, err := customs.Store(c)
	if err != nil {
		fmt.Println(err)
		return
	}
	print(stored)

	restored, err := customs.Restore(stored)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(restored.Messages[0].(Notice).Text)
	// Output:
	// {"convo":1,"messages":[{"role":"custom","customType":"notice","data":{"text":"session resumed"}}]}
	// {"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}
	// session resumed
}

// A model sees no custom message, unless a projection renders it.
func ExampleConversation_ModelMessages() {
	c := conv.NewConversation(Notice{Text: "battery low"}, conv.UserText("hi"))
	seen, _ := c.ModelMessages()
	fmt.Println(len(seen))

	seen, _ = c.ModelMessages(func(m conv.Message) ([]conv.ModelMessage, bool) {
		n, ok := m.(Notice)
		return []conv.ModelMessage{conv.UserText("[system] " + n.Text)}, ok
	})
	fmt.Println(len(seen), seen[0].(*conv.UserMessage).Text())
	// Output:
	// 1
	// 2 [system] battery low
}

// A stream's events, as they come, make the answer.
func ExampleAssembler() {
	var a conv.Assembler
	a.Add(conv.Event{Type: conv.EventTextDelta, Delta: "Hel"})
	fmt.Println(a.Message().Text(), a.Message().StopReason)
	a.Add(conv.Event{Type: conv.EventTextDelta, Delta: "lo"})
	a.Add(conv.Event{Type: conv.EventDone, Message: &conv.AssistantMessage{StopReason: conv.StopNormal}})
	fmt.Println(a.Message().Text(), a.Message().StopReason)
	// Output:
	// Hel aborted
	// Hello stop
}

func Example_replay() {
	for e := range format.Replay(conv.AssistantText("Hello")) {
		fmt.Printf("%s %q\n", e.Type, e.Delta)
	}
	// Output:
	// start ""
	// text_start ""
	// text_delta "Hello"
	// text_end ""
	// done ""
}

func ExampleNotes() {
	var notes note.Notes
	_, err := conv.Native.Decode([]byte(`{"messages":[{"role":"user","content":[],"mood":"good"}]}`), &notes)
	fmt.Println(err)
	for _, note := range notes.List() {
		fmt.Println(note.Severity, note)
	}
	fmt.Println(notes.Losses(), "losses")
	// Output:
	// <nil>
	// info kept unknown field "mood"
	// 0 losses
}

func ExampleUserMessage_MarshalJSON() {
	data, err := json.Marshal(conv.UserText("x"))
	fmt.Println(string(data), err)
	// Output: {"role":"user","content":[{"type":"text","text":"x"}]} <nil>
}

// A list of messages is part of an application's own document.
func ExampleMessages() {
	type Saved struct {
		Title    string        `json:"title"`
		Messages conv.Messages `json:"messages"`
	}
	data, err := json.Marshal(Saved{"Greeting", []conv.Message{conv.UserText("hi"), conv.AssistantText("hello")}})
	if err != nil {
		fmt.Println(err)
	}
	var restored Saved
	if err := json.Unmarshal(data, &restored); err != nil {
		fmt.Println(err)
	}
	for _, m := range restored.Messages {
		fmt.Printf("%T\n", m)
	}
	// Output:
	// *conv.UserMessage
	// *conv.AssistantMessage
}

// encoding/json writes an application's own message as any struct of the
// application: without a role, so nobody can read it back as a message. [Messages]
// refuses it, and [Customs] gives it a role and a type.
func ExampleCustom() {
	list := []conv.Message{Notice{Text: "session resumed"}}
	data, err := json.Marshal(list)
	fmt.Println(string(data), err)

	_, err = json.Marshal(conv.Messages(list))
	fmt.Println(err)

	customs := conv.Customs{"notice": conv.CustomJSON[Notice]()}
	stored, err := customs.StoreMessages(list)
	if err != nil {
		fmt.Println(err)
	}
	data, err = json.Marshal(conv.Messages(stored))
	fmt.Println(string(data), err)
	// Output:
	// [{"text":"session resumed"}] <nil>
	// json: error calling MarshalJSON for type conv.Messages: [0]: no format can write a message of type conv_test.Notice: convert it with Customs
	// [{"role":"custom","customType":"notice","data":{"text":"session resumed"}}] <nil>
}

// A log has one message a line.
func ExampleDialect_UnmarshalMessage() {
	var log bytes.Buffer
	for _, m := range []conv.Message{conv.UserText("1 < 2?"), conv.AssistantText("Yes.")} {
		line, err := conv.Native.MarshalMessage(m)
		if err != nil {
			fmt.Println(err)
		}
		fmt.Fprintf(&log, "%s\n", line)
	}
	for line := range bytes.Lines(log.Bytes()) {
		switch m, err := conv.Native.UnmarshalMessage(line); m := m.(type) {
		case *conv.UserMessage:
			fmt.Println("user:", m.Text())
		case *conv.AssistantMessage:
			fmt.Println("assistant:", m.Text())
		default:
			fmt.Println(m, err)
		}
	}
	// Output:
	// user: 1 < 2?
	// assistant: Yes.
}

// An application's own message in such a log.
func ExampleCustoms_MarshalMessage() {
	customs := conv.Customs{"notice": conv.CustomJSON[Notice]()}
	line, err := customs.MarshalMessage(Notice{Text: "session resumed"})
	fmt.Println(string(line), err)
	m, err := customs.UnmarshalMessage(line)
	fmt.Println(m.(Notice).Text, err)
	// Output:
	// {"role":"custom","customType":"notice","data":{"text":"session resumed"}} <nil>
	// session resumed <nil>
}

// An event goes to a user interface as JSON.
func ExampleEvent_MarshalJSON() {
	data, err := json.Marshal(conv.Event{Type: conv.EventTextDelta, Delta: "Hel"})
	fmt.Println(string(data), err)
	// Output: {"type":"text_delta","contentIndex":0,"delta":"Hel"} <nil>
}

func ExampleConversation_UnmarshalJSON() {
	var c conv.Conversation
	err := json.Unmarshal([]byte(`{"messages":[{"role":"user","content":"hello"}]}`), &c)
	fmt.Println(err, c.Messages[0].(*conv.UserMessage).Text())
	// Output: <nil> hello
}

func Example_describe() {
	data, _ := json.Marshal(conv.UserText("hi"))       // {"role":"user","content":[{"type":"text","text":"hi"}]}
	message, err := conv.Native.UnmarshalMessage(data) // a *conv.UserMessage

	fmt.Printf("%s %T %v\n", data, message, err)
	// Output: {"role":"user","content":[{"type":"text","text":"hi"}]} *conv.UserMessage <nil>
}

func ExampleUsage_Add() {
	var total conv.Usage
	total.Add(&conv.Usage{Input: 10, Output: 5, Cost: &conv.UsageCost{Total: "0.0012"}})
	total.Add(&conv.Usage{Input: 20, Output: 5, Cost: &conv.UsageCost{Total: "0.0009"}})
	fmt.Println(total.AllTokens(), total.Cost.Total)
	// Output: 40 0.0021
}
