package redact_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/edit"
	"convo/conv/fit"
	"convo/conv/rawjson"
	"convo/conv/redact"
	"convo/providers"
)

// quoted is a text as a JSON string.
func quoted(s string) string { return string(rawjson.AppendQuoted(nil, s)) }

// places are what a text may be in a conversation.
var places = map[string]func(text string) *conv.Conversation{
	"text": func(s string) *conv.Conversation { return conv.NewConversation(conv.UserText(s)) },
	"system prompt": func(s string) *conv.Conversation {
		return &conv.Conversation{SystemPrompt: s, Messages: []conv.Message{conv.UserText("a")}}
	},
	"reasoning": func(s string) *conv.Conversation {
		return answered(&conv.ThinkingContent{Thinking: s}, &conv.TextContent{Text: "b"})
	},
	"arguments": func(s string) *conv.Conversation {
		return answered(&conv.ToolCall{ID: "c1", Name: "run", Arguments: conv.Raw(`{"n":1.0,"script":` + quoted(s) + `}`)})
	},
	"JSON in arguments": func(s string) *conv.Conversation {
		return answered(&conv.ToolCall{ID: "c1", Name: "run", Arguments: conv.Raw(`{"body":` + quoted(`{"text":`+quoted(s)+`}`) + `}`)})
	},
	"broken arguments": func(s string) *conv.Conversation {
		call := &conv.ToolCall{ID: "c1", Name: "run"}
		call.SetArguments(`{"script":`+quoted(s)+`,"more":[1,`, nil)
		return answered(call)
	},
	"result": func(s string) *conv.Conversation {
		return conv.NewConversation(conv.UserText("a"), &conv.ToolResultMessage{ToolCallID: "c1", Content: []conv.ToolResultContent{&conv.TextContent{Text: s}}})
	},
	"details of a result": func(s string) *conv.Conversation {
		return conv.NewConversation(&conv.ToolResultMessage{ToolCallID: "c1", Details: conv.Raw(`{"env":[` + quoted(s) + `]}`)})
	},
	"metadata": func(s string) *conv.Conversation {
		c := conv.NewConversation(conv.UserText("a"))
		c.Request = &conv.Request{}
		c.Request.Extensions.Set("openai-chat", "metadata", conv.Raw(`{"note":`+quoted(s)+`}`))
		return c
	},
	"definition of a tool": func(s string) *conv.Conversation {
		c := conv.NewConversation(conv.UserText("a"))
		c.Tools = []conv.ToolDefinition{{Name: "run", Description: s}}
		return c
	},
	"custom message": func(s string) *conv.Conversation {
		return conv.NewConversation(&conv.CustomMessage{CustomType: "note", Data: conv.Raw(`{"text":` + quoted(s) + `}`)})
	},
	"error": func(s string) *conv.Conversation {
		return conv.NewConversation(&conv.AssistantMessage{StopReason: conv.StopError, ErrorMessage: s})
	},
	"base64 of a file": func(s string) *conv.Conversation {
		return conv.NewConversation(conv.UserWith("read", &conv.DocumentContent{MIMEType: "text/plain", Data: base64.StdEncoding.EncodeToString([]byte("A file.\n" + s + "\n"))}))
	},
	"base64 in a text": func(s string) *conv.Conversation {
		return conv.NewConversation(conv.UserText("data: " + base64.StdEncoding.EncodeToString([]byte("A text.\n"+s+"\n")) + " end"))
	},
	"base64url in arguments": func(s string) *conv.Conversation {
		return answered(&conv.ToolCall{ID: "c1", Name: "run", Arguments: conv.Raw(`{"data":"` + base64.RawURLEncoding.EncodeToString([]byte("A text.\n"+s+"\n")) + `"}`)})
	},
	"data URL": func(s string) *conv.Conversation {
		return conv.NewConversation(conv.UserText("![](data:text/plain;base64," + base64.StdEncoding.EncodeToString([]byte(s)) + ")"))
	},
}

func answered(content ...conv.AssistantContent) *conv.Conversation {
	return conv.NewConversation(conv.UserText("a"), &conv.AssistantMessage{Content: content})
}

// A secret of any kind is taken out of any place, before any format is written.
func TestSecretsOfEachKindInEachPlace(t *testing.T) {
	texts, secrets, kinds := redact.Planted()
	for place, plant := range places {
		for i, text := range texts {
			c := plant(text)
			out := edit.Redact(c, []redact.Finder{redact.Secrets}, nil)
			if out == c {
				t.Errorf("%s: %s was not found: %q", place, kinds[i], text)
				continue
			}
			if again := edit.Redact(out, []redact.Finder{redact.Secrets}, nil); again != out {
				t.Errorf("%s: %s: something is left", place, kinds[i])
			}
			for _, f := range providers.Formats() {
				if f.Write == nil {
					continue
				}
				w := rawjson.NewWriter(nil)
				f.Write(w, fit.To(out, &f, nil))
				if leaks(string(w.Bytes()), secrets[i]) {
					t.Errorf("%s: %s is in %s: %s", place, kinds[i], f.Name, w.Bytes())
				}
			}
		}
	}
}

// leaks reports whether a secret stands in an output: as it is, as JSON has
// it, or in base64.
func leaks(out, secret string) bool {
	if strings.Contains(out, secret) || strings.Contains(out, strings.Trim(quoted(secret), `"`)) {
		return true
	}
	for shift := range 3 { // its bytes may begin anywhere in four characters
		all := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("x", shift) + secret))
		if strings.Contains(out, all[4:len(all)-4]) {
			return true
		}
	}
	return false
}
