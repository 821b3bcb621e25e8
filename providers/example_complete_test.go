package providers_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"convo/conv"
	"convo/providers"
)

// The zero options would call the vendor with the key in DEEPSEEK_API_KEY.
func ExampleComplete() {
	ctx, o := context.Background(), saying("Rivers carry salt into it.")

	answer, err := providers.Complete(ctx, "deepseek/deepseek-chat", conv.Prompt("Why is the sea salty?"), o)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Text(), answer.StopReason, answer.Usage.Output)
	// Output: Rivers carry salt into it. stop 7
}

func ExampleStream() {
	ctx, o := context.Background(), saying("Rivers carry ", "salt into it.")

	var answer conv.Assembler
	for event, err := range providers.Stream(ctx, "deepseek/deepseek-chat", conv.Prompt("Why is the sea salty?"), o) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if answer.Add(event); event.Type == conv.EventTextDelta {
			fmt.Printf("%q ", event.Delta)
		}
	}
	fmt.Println(answer.Message().StopReason)
	// Output: "Rivers carry " "salt into it." stop
}

// A test puts its own exchange in.
func ExampleExchangeFunc() {
	busy := providers.ExchangeFunc(func(_ context.Context, r *providers.WireRequest) (*providers.WireResponse, error) {
		fmt.Println(r.Method, r.URL, string(r.Body))
		return &providers.WireResponse{Status: 503, Body: io.NopCloser(strings.NewReader(`{"error":{"message":"busy"}}`))}, nil
	})
	_, err := providers.Complete(context.Background(), "mistral/mistral-large-latest", conv.Prompt("hi"), providers.CallOptions{Exchange: busy, Key: "k", Whole: true})
	var failed *providers.AskError
	fmt.Println(err, errors.As(err, &failed) && failed.Temporary())
	// Output:
	// POST https://api.mistral.ai/v1/chat/completions {"model":"mistral-large-latest","messages":[{"role":"user","content":"hi"}]}
	// mistral/mistral-large-latest: HTTP 503: busy true
}

// saying returns the options of a call that a stand-in answers: as a Chat
// Completions stream or as an Anthropic message, by the address that is asked.
func saying(texts ...string) providers.CallOptions {
	return providers.CallOptions{Key: "sk-demo", Exchange: providers.ExchangeFunc(func(_ context.Context, r *providers.WireRequest) (*providers.WireResponse, error) {
		body := chunked(texts)
		if strings.HasSuffix(r.URL, "/messages") {
			body = `{"id":"m","type":"message","role":"assistant","model":"m","stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":7},"content":[{"type":"text","text":` + quoted(strings.Join(texts, "")) + `}]}`
		}
		return &providers.WireResponse{Status: 200, Body: io.NopCloser(strings.NewReader(body))}, nil
	})}
}

// chunked is a stream of Chat Completions with a text a chunk.
func chunked(texts []string) string {
	var b strings.Builder
	chunk := func(choices, usage string) {
		fmt.Fprintf(&b, `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[%s]%s}`+"\n\n", choices, usage)
	}
	for _, text := range texts {
		chunk(`{"index":0,"delta":{"content":`+quoted(text)+`},"finish_reason":null}`, "")
	}
	chunk(`{"index":0,"delta":{},"finish_reason":"stop"}`, `,"usage":{"prompt_tokens":9,"completion_tokens":7,"total_tokens":16}`)
	return b.String() + "data: [DONE]\n\n"
}

func quoted(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}
