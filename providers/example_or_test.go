package providers_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"convo/conv"
	"convo/providers"
)

// The code samples of ktsoator/or, in convo's names.

func Example_orBuild() {
	data, callID, name := base64.StdEncoding.EncodeToString([]byte("GIF89a")), "call_1", "tides"

	conv.Prompt("Explain Go channels briefly.")        // a conversation with one user text
	conv.PromptWithSystem("Be concise.", "Explain...") // … with a system prompt
	conv.UserText("hello")                             // *conv.UserMessage
	conv.AssistantText("hi there")                     // *conv.AssistantMessage, to begin a history
	conv.UserImage(data, "image/png")                  // *conv.UserMessage with one image
	conv.ToolResult(callID, name, "result text")       // *conv.ToolResultMessage
	c := conv.NewConversation(conv.UserText("a"), conv.UserText("b"))

	fmt.Println(len(c.Messages))
	// Output: 2
}

func Example_orRead() {
	response := conv.AssistantText("hi")

	response.Text()      // all text blocks joined
	response.ToolCalls() // every tool call, in order

	fmt.Println(response.Text(), len(response.ToolCalls()))
	// Output: hi 0
}

func Example_orContinue() {
	ctx, model, o := context.Background(), "deepseek/deepseek-v4-flash", saying("Echo.")

	messages := []conv.Message{
		conv.UserText("Name a Go web framework."),
	}

	for _, turn := range []string{"And one for CLIs?", "Which is older?"} {
		reply, err := providers.Complete(ctx, model, conv.NewConversation(messages...), o)
		if err != nil {
			log.Fatal(err)
		}
		messages = append(messages, reply)               // record the answer
		messages = append(messages, conv.UserText(turn)) // ask the follow-up
	}

	fmt.Println(len(messages), messages[3].(*conv.AssistantMessage).Text())
	// Output: 5 Echo.
}

func Example_orImage() {
	file := filepath.Join(os.TempDir(), "convo-example-screenshot.png")
	_ = os.WriteFile(file, []byte("\x89PNG\r\n\x1a\n"), 0o600)
	defer os.Remove(file)

	raw, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	input := conv.NewConversation(
		&conv.UserMessage{Content: []conv.UserContent{
			&conv.TextContent{Text: "Describe the problem shown in this screenshot."},
			&conv.ImageContent{
				MIMEType: "image/png",
				Data:     base64.StdEncoding.EncodeToString(raw),
			},
		}},
	)
	same := conv.NewConversation(conv.UserWith("Describe the problem shown in this screenshot.", conv.MediaFromBytes(raw)))

	fmt.Println(input.Messages[0].(*conv.UserMessage).Content[1].(*conv.ImageContent).MIMEType, native(input) == native(same))
	// Output: image/png true
}

func Example_orSwitch() {
	o := saying("450.")

	ctx := context.Background()
	draft := "deepseek/deepseek-v4-flash" // Chat Completions
	review := "minimax-cn/MiniMax-M2.7"   // Anthropic Messages
	messages := []conv.Message{
		conv.UserText("Compute 25 * 18 and explain the steps."),
	}

	first, err := providers.Complete(ctx, draft, conv.NewConversation(messages...), o)
	if err != nil {
		log.Fatal(err)
	}
	messages = append(messages, first)
	messages = append(messages, conv.UserText("Check the calculation above for mistakes."))

	second, err := providers.Complete(ctx, review, conv.NewConversation(messages...), o)
	if err != nil {
		log.Fatal(err)
	}

	fmt.Println(first.Provider, first.Protocol, second.Provider, second.Protocol)
	// Output: deepseek openai-completions minimax-cn anthropic-messages
}

func Example_orSave() {
	dir, _ := os.MkdirTemp("", "convo-example")
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "conversation.json")
	messages := []conv.Message{conv.UserText("hi"), conv.AssistantText("hello")}

	data, err := json.MarshalIndent(conv.NewConversation(messages...), "", "  ")
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		log.Fatal(err)
	}

	raw, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	var restored conv.Conversation
	if err := json.Unmarshal(raw, &restored); err != nil {
		log.Fatal(err)
	}

	fmt.Println(len(restored.Messages), restored.Messages[1].(*conv.AssistantMessage).Text())
	// Output: 2 hello
}

// The message with an image of or/agent, in one call.
func Example_orAgentImage() {
	base64PNG := base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n"))

	msg := conv.UserWith("What is in this picture?",
		&conv.ImageContent{Data: base64PNG, MIMEType: "image/png"})

	fmt.Println(msg.Text(), len(msg.Content))
	// Output: What is in this picture? 2
}

// Notice is an entry of an application, which no model sees by default.
type Notice struct {
	conv.Custom
	Text string
}

func Example_orNotice() {
	ctx, model, o := context.Background(), "deepseek/deepseek-v4-flash", saying("hello")
	x := &remembered{Exchange: o.Exchange}
	o.Exchange = x

	c := conv.NewConversation(Notice{Text: "session resumed"}, conv.UserText("hi")) // kept, not sent
	if _, err := providers.Complete(ctx, model, c, o); err != nil {
		log.Fatal(err)
	}
	fmt.Println(x.sent("messages"), c.Messages[0].(Notice).Text)

	o.Project = []conv.Projection{func(m conv.Message) ([]conv.ModelMessage, bool) {
		n, ok := m.(Notice)
		return []conv.ModelMessage{conv.UserText("[system] " + n.Text)}, ok
	}}
	if _, err := providers.Complete(ctx, model, c, o); err != nil {
		log.Fatal(err)
	}
	fmt.Println(x.sent("messages"))
	// Output:
	// [map[content:hi role:user]] session resumed
	// [map[content:[system] session resumed role:user] map[content:hi role:user]]
}

// remembered is an exchange that keeps the last body.
type remembered struct {
	providers.Exchange
	body []byte
}

func (r *remembered) Do(ctx context.Context, w *providers.WireRequest) (*providers.WireResponse, error) {
	r.body = w.Body
	return r.Exchange.Do(ctx, w)
}

func (r *remembered) sent(field string) any {
	var body map[string]any
	_ = json.Unmarshal(r.body, &body)
	return body[field]
}

func Example_orPersistCustoms() {
	customs := conv.Customs{"notice": conv.CustomJSON[Notice]()}
	stored, err := customs.Store(conv.NewConversation(Notice{Text: "session resumed"}, conv.UserText("hi")))
	if err != nil {
		log.Fatal(err)
	}
	data, err := json.Marshal(stored)
	if err != nil {
		log.Fatal(err)
	}

	var read conv.Conversation
	if err := json.Unmarshal(data, &read); err != nil {
		log.Fatal(err)
	}
	restored, err := customs.Restore(&read)
	if err != nil {
		log.Fatal(err)
	}

	fmt.Println(restored.Messages[0].(Notice).Text)
	// Output: session resumed
}

// The kinds of messages and blocks are closed sets: a switch lists them all.
func Example_orKinds() {
	c := conv.NewConversation(
		conv.UserText("hi"),
		&conv.AssistantMessage{Content: []conv.AssistantContent{
			&conv.ThinkingContent{Thinking: "They greet.", ThinkingSignature: "EqQBCg=="},
			&conv.TextContent{Text: "hello"},
			&conv.ToolCall{ID: "call_1", Name: "tides", Arguments: `{"port":"Turku"}`},
		}},
		conv.ToolResult("call_1", "tides", "high at noon"),
	)
	for _, m := range c.Messages {
		switch m := m.(type) {
		case *conv.UserMessage:
			fmt.Println("user", m.Text())
		case *conv.AssistantMessage:
			for _, block := range m.Content {
				switch block := block.(type) {
				case *conv.TextContent:
					fmt.Printf("text %s %q\n", block.Text, block.TextSignature)
				case *conv.ThinkingContent:
					fmt.Println("thinking", block.Thinking, block.ThinkingSignature, block.Redacted)
				case *conv.ToolCall:
					fmt.Printf("call %s %s %s %q\n", block.ID, block.Name, block.Arguments, block.ThoughtSignature)
				}
			}
		case *conv.ToolResultMessage:
			fmt.Println("result", m.ToolCallID, m.ToolName, m.Text(), m.IsError)
		}
	}
	// Output:
	// user hi
	// thinking They greet. EqQBCg== false
	// text hello ""
	// call call_1 tides {"port":"Turku"} ""
	// result call_1 tides high at noon false
}

// A context is a system prompt, messages and tools, whose schemas stay as they are.
func Example_orContext() {
	c := &conv.Conversation{
		SystemPrompt: "Be brief.",
		Messages:     []conv.Message{conv.UserText("When is high water?")},
		Tools:        []conv.ToolDefinition{{Name: "tides", Description: "Times of tides", Parameters: `{"type":"object","properties":{"port":{"type":"string"}}}`}},
	}
	format, err := providers.Lookup("or")
	if err != nil {
		log.Fatal(err)
	}

	fmt.Println(string(written(format, c)))
	// Output: {"systemPrompt":"Be brief.","messages":[{"role":"user","content":[{"type":"text","text":"When is high water?"}]}],"tools":[{"name":"tides","description":"Times of tides","parameters":{"type":"object","properties":{"port":{"type":"string"}}}}]}
}

// NewAssistantMessage begins an answer as an adapter does.
func Example_orAnswer() {
	m := conv.NewAssistantMessage("anthropic-messages", "anthropic", "claude-sonnet-5", 1763718000000)
	m.Content = append(m.Content, &conv.TextContent{Text: "hello"})
	m.Usage = &conv.Usage{Input: 9, Output: 2, CacheRead: 5, Cost: &conv.UsageCost{Total: "0.00006"}}
	m.StopReason = conv.StopNormal

	fmt.Println(m.Text(), m.ContextSize(), m.Usage.AllTokens(), m.StopReason, m.Timestamp, m.Diagnostics == nil)
	// Output: hello 11 16 stop 1763718000000 true
}
