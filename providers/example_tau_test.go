package providers_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"convo/conv"
	"convo/providers"
)

// The code samples of Tau's message layer, in convo's names.

func Example_tauMessages() {
	img1, img2 := conv.MediaFromBytes([]byte("\x89PNG\r\n\x1a\n")), conv.MediaFromBytes([]byte("GIF89a"))

	conv.UserText("hello")
	conv.UserWith("describe this", img1, img2)
	conv.SystemText("You are a helpful assistant.")

	fmt.Println(len(conv.UserWith("describe this", img1, img2).Content))
	// Output: 3
}

func Example_tauAudio() {
	dir, _ := os.MkdirTemp("", "convo-example")
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "clip.mp3")
	_ = os.WriteFile(path, []byte("ID3\x04\x00\x00\x00\x00\x00\x00"), 0o600)

	clip, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	msg := conv.UserWith("Transcribe this", conv.MediaFromBytes(clip))

	fmt.Println(msg.Content[1].(*conv.AudioContent).MIMEType)
	// Output: audio/mpeg
}

func Example_tauMedia() {
	image := conv.MediaFromURL("https://example.com/turku.png", "image/png")
	audio, err := conv.MediaFromBase64("T2dnUw==", "")
	if err != nil {
		log.Fatal(err)
	}

	fmt.Println(image.(*conv.ImageContent).URL, audio.(*conv.AudioContent).MIMEType)
	// Output: https://example.com/turku.png audio/ogg
}

func Example_tauResults() {
	result1, result2 := conv.ToolResult("c1", "tides", "high"), conv.ToolResult("c2", "wind", "west")
	result2.IsError, result2.Details, result2.Terminate = true, `{"took":3}`, true

	one := conv.NewConversation(result1)
	batch := conv.NewConversation(conv.ToolResults(result1, result2)...)

	// One message of Tau is one group of results.
	tau, err := providers.Lookup("tau")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Count(string(written(tau, one)), `"role":"tool"`), strings.Count(string(written(tau, batch)), `"role":"tool"`))
	// Output: 1 1
}

func Example_tauAnswer() {
	m := &conv.AssistantMessage{
		Content: []conv.AssistantContent{
			&conv.ThinkingContent{Thinking: "They greet.", ThinkingSignature: "EqQBCg=="},
			&conv.TextContent{Text: "hello"},
			&conv.ToolCall{ID: "c1", Name: "tides", Kind: "read", Arguments: `{"port":"Turku"}`},
		},
		Usage:      &conv.Usage{Input: 9, Output: 4},
		StopReason: conv.StopToolUse,
	}

	m.Text()        // text_content()
	m.ToolCalls()   // tool_calls()
	m.Thinking()    // thinking(), joined
	m.ContextSize() // input_tokens + output_tokens

	fmt.Println(m.Text(), len(m.ToolCalls()), m.Thinking(), m.ContextSize())
	// Output: hello 1 They greet. 13
}

// Messages that Tau keeps for its sessions: custom ones no model sees, and
// summaries that it sees as text.
func Example_tauSession() {
	c := conv.NewConversation(
		&conv.CustomMessage{CustomType: "note", Data: `{"text":"saved"}`},
		&conv.BranchSummary{Summary: "They tried another port."},
		&conv.CompactionSummary{Summary: "They asked for tides."},
		conv.UserText("And tomorrow?"),
	)
	seen, err := c.ModelMessages()
	if err != nil {
		log.Fatal(err)
	}

	fmt.Println(len(c.Messages), len(seen))
	// Output: 4 2
}
