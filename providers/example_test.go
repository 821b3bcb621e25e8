package providers_test

import (
	"fmt"
	"os"
	"strings"

	"convo/conv/note"
	"convo/providers"
)

// A request of one API becomes one of another. The notes say what the other
// cannot hold.
func ExampleConvert() {
	request := `{"model":"gpt-5.4-mini","messages":[
		{"role":"system","content":"Be brief."},
		{"role":"user","name":"Ingrid","content":"Why is the sea salty?"}
	],"max_completion_tokens":200}`

	notes, err := providers.Convert(os.Stdout, strings.NewReader(request), "openai-chat", "anthropic", providers.ConvertOptions{})
	if err != nil {
		fmt.Println(err)
	}
	for _, n := range notes {
		if n.Severity == note.Loss {
			fmt.Println("loss:", n)
		}
	}
	// Output:
	// {"model":"gpt-5.4-mini","max_tokens":200,"system":"Be brief.","messages":[{"role":"user","content":"Why is the sea salty?"}]}
	// loss: dropped name
}

// Without a format, Convert detects it; with For, it adapts to a model.
func ExampleConvert_model() {
	request := `{"system":"Be brief.","messages":[{"role":"user","content":"Why is the sea salty?"}],"max_tokens":200}`

	_, err := providers.Convert(os.Stdout, strings.NewReader(request), "", "openai-chat", providers.ConvertOptions{For: "openai/gpt-6-sol"})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"model":"gpt-6-sol","messages":[{"role":"developer","content":"Be brief."},{"role":"user","content":"Why is the sea salty?"}],"max_completion_tokens":200}
}
