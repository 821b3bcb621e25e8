package providers_test

// What convo writes, it reads, however odd the values are.

import (
	"bytes"
	"strings"
	"testing"

	"convo/conv/fit"
	"convo/conv/format"
	"convo/providers/internal/roomtest"
)

// oddValues are conversations with values that no format expects, in the words of the
// formats that let them in.
var oddValues = map[string][]string{
	"convo": {
		`{"messages":[{"role":"user","content":[{"type":"image","url":"ftp://h/a.png"}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"image","url":"//h/a.png"}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"image","url":""}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"image","url":"a b"}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"image","url":"data:,x"}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"image","url":"data:image/png;base64,%%%"}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"image","url":"file:///a.png"}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"image","data":"%%%"}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"image","data":"iVBORw0KGgo","mimeType":"image/png"}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"image","data":"","mimeType":""}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"image","data":"https://h/a.png","mimeType":"image/png"}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"image"}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"image","fileId":""}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"audio","url":"gs://b/a"}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"audio","data":"!","mimeType":"x"}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"document","text":""}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"document","url":"blob:x","mimeType":"/"}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"opaque","family":"FAMILY"}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"opaque","family":"FAMILY","raw":null}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"opaque","family":"FAMILY","raw":[]}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"opaque","family":"FAMILY","raw":{}}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"opaque","family":"FAMILY","raw":"x"}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"opaque","family":"FAMILY","raw":7}]}]}`,
		`{"messages":[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"opaque","family":"FAMILY"}]}]}`,
		`{"messages":[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"opaque","family":"FAMILY","raw":[1]},{"type":"text","text":"y"}]}]}`,
		`{"messages":[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"opaque","family":"FAMILY","raw":{"id":"x"}}]}]}`,
		`{"messages":[{"role":"user","content":"x"},{"role":"assistant","content":[{"type":"opaque","family":"FAMILY","raw":{}}]}]}`,
		`{"messages":[{"role":"user","content":"x"},{"role":"custom","customType":"FAMILY.wizard","data":{}}]}`,
		`{"messages":[{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"f"}]},{"role":"toolResult","toolCallId":"c","content":[{"type":"opaque","family":"FAMILY"}]}]}`,
		`{"messages":[{"role":"wizard","content":"x"}]}`,
		`{"messages":[{"role":"custom","customType":"FAMILY.wizard","data":{}}]}`,
		`{"messages":[{"role":"custom","customType":"FAMILY.wizard","data":"x"}]}`,
		`{"messages":[{"role":"custom","customType":"FAMILY.wizard","data":[1]}]}`,
		`{"messages":[{"role":"custom","customType":"FAMILY.wizard"}]}`,
		`{"messages":[{"role":"custom","customType":"FAMILY.","data":{"a":1}}]}`,
		`{"messages":[{"role":"custom","customType":""}]}`,
		`{"messages":[]}`,
		`{"messages":[{"role":"user","content":[]}]}`,
		`{"messages":[{"role":"assistant","content":[]}]}`,
		`{"messages":[{"role":"toolResult","toolCallId":"","content":[]}]}`,
		`{"messages":[{"role":"assistant","content":[{"type":"toolCall","id":"","name":"","arguments":{}}]}]}`,
		`{"messages":[{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"f","argumentsText":"{\"a\":"}]}]}`,
		`{"messages":[{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"f","argumentsText":""}]}]}`,
		`{"messages":[{"role":"assistant","content":[{"type":"thinking","thinking":"","thinkingSignature":"!"}]}]}`,
		`{"messages":[{"role":"assistant","content":[{"type":"thinking","thinking":"","redacted":true}]}]}`,
		`{"messages":[{"role":"user","content":"x"}],"tools":[]}`,
		`{"messages":[{"role":"user","content":"x"}],"tools":[{"name":""}]}`,
		`{"systemPrompt":"","messages":[{"role":"user","content":""}]}`,
		`{"messages":[{"role":"branchSummary","summary":""}]}`,
		`{"messages":[{"role":"compactionSummary","summary":""}]}`,
		`{"messages":[{"role":"user","content":"x","timestamp":-1}]}`,
		`{"messages":[{"role":"user","id":"","name":"","content":"x"}]}`,
		`{"messages":[{"role":"user","id":"a\nb","name":"a\nb","content":"a\n\nb\u0000"}]}`,
	},
	"ag-ui":            {`{"threadId":"t","runId":"r","messages":[{"id":"1","role":"wizard","content":"x"}]}`, `[{"id":"1","role":"wizard"}]`},
	"openai-chat":      {`{"messages":[{"role":"wizard","content":"x"}]}`, `{"messages":[{"role":"user","content":[{"type":"wizard"}]}]}`},
	"openai-responses": {`{"input":[{"role":"wizard","content":"x"}]}`, `{"input":[{"type":"wizard"}]}`},
	"anthropic":        {`{"messages":[{"role":"wizard","content":"x"}]}`, `{"messages":[{"role":"user","content":[{"type":"wizard"}]}]}`},
	"gemini":           {`{"contents":[{"role":"wizard","parts":[{"text":"x"}]}]}`, `{"contents":[{"parts":[{"wizard":1}]}]}`},
	"or":               {`{"messages":[{"role":"wizard","content":"x"}]}`, `{"messages":[{"role":"user","content":[{"type":"wizard"}]}]}`},
	"pi":               {`{"messages":[{"role":"wizard","content":"x"}]}`},
	"tau":              {`[{"role":"wizard","contents":[]}]`, `[{"role":"user","contents":[{"type":"wizard"}]}]`},
	"sharegpt":         {`{"conversations":[{"from":"wizard","value":"x"}]}`},
}

// Of every conversation that a format lets in, every format reads what it wrote, as it
// was fitted.
func TestLawOddValuesComeBack(t *testing.T) {
	variants(t, func(t *testing.T, f *format.Format) {
		shown := strings.Contains(t.Name(), "/markdown-") || strings.Contains(t.Name(), "/markdown+")
		for from, texts := range oddValues {
			for _, text := range texts {
				text = strings.ReplaceAll(text, "FAMILY", f.Family)
				c := decoded(t, lookup(t, from), []byte(text), nil)
				fitted := fit.To(c, f, nil)
				body := written(f, fitted)
				back, err := roomtest.Decoded(f, body, nil)
				switch {
				case err != nil:
					t.Errorf("%s:\n%s is not read: %v\n%s", from, text, err, body)
				case shown: // to people, who see the same
				case !bytes.Equal(body, written(f, fit.To(back, f, nil))):
					t.Errorf("%s:\n%s does not come back:\n%s\n%s", from, text, body, written(f, fit.To(back, f, nil)))
				}
			}
		}
	})
}
