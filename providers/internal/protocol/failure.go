package protocol

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	"convo/conv/rawjson"
)

// Failure is an error answer, of any protocol.
type Failure struct {
	Kind    Kind
	Message string // the server's message; "" if it sent none
	Code    string // the server's code: invalid_request_error, RESOURCE_EXHAUSTED
}

// Kind is what can be done about a failure.
type Kind int

// The kinds.
const (
	Rejected  Kind = iota // the server refuses the request
	Overflow              // the request is longer than the model's context
	Auth                  // the key is missing or refused
	Credit                // the account has no credit left
	NotFound              // the model or the address does not exist
	Temporary             // a later attempt may work
)

// places are where servers put their message, best first: OpenAI and Anthropic
// use error.message, Google the same or a list, others the top level.
var (
	messagePlaces = []string{"error.message", "0.error.message", "message", "detail", "error_description", "error", "detail.0.msg"}
	codePlaces    = []string{"error.code", "error.status", "error.type", "0.error.status", "code", "type"}
)

// ReadFailure reads an error answer. A short body that is neither JSON nor a
// page is the message.
func ReadFailure(status int, body []byte) Failure {
	f := Failure{}
	c := rawjson.NewCursor(body)
	if c.Skip(); len(body) > 0 && c.End() == nil {
		f.Message = first(rawjson.Raw(body), messagePlaces)
		f.Code = first(rawjson.Raw(body), codePlaces)
	} else if text := bytes.TrimSpace(body); len(text) < 300 && !bytes.HasPrefix(text, []byte("<")) {
		f.Message = strings.ToValidUTF8(string(text), "\ufffd")
	}
	f.Kind = kindOf(status, f.Code, f.Message)
	return f
}

// first returns the first text at one of some paths.
func first(r rawjson.Raw, paths []string) string {
	for _, p := range paths {
		if s := r.Lookup(p).Text(); s != "" {
			return s
		}
	}
	return ""
}

// kindOf tells the kind of a failure, by its status and, if that is not enough,
// by its message.
func kindOf(status int, code, message string) Kind {
	said := strings.ToLower(code + " " + message)
	throttled := says(said, throttling)
	switch {
	case says(said, broke) || status == 402:
		return Credit
	case status == 401, status == 403 && !throttled,
		status == 400 && says(said, badKey):
		return Auth
	case !throttled && Overflows(said):
		return Overflow
	case status == 404, status == 400 && says(said, noModel):
		return NotFound
	case throttled, status == 408, status == 409,
		status == 429, status >= 500 && status != 501:
		return Temporary
	}
	return Rejected
}

// KindInStream is the kind of a failure that a stream reports instead of an
// answer. The server had accepted the request, so a later attempt may work
// unless the message says otherwise.
func KindInStream(code, message string) Kind {
	status, _ := strconv.Atoi(code)
	if kind := kindOf(status, code, message); kind != Rejected || status != 0 || strings.Contains(code, "invalid") {
		return kind
	}
	return Temporary
}

func says(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// The words in messages that say more than the status.
var (
	throttling = []string{"rate limit", "rate_limit", "too many requests", "overloaded", "throttl", "tokens per minute", "requests per minute"}
	broke      = []string{"insufficient_quota", "credit balance is too low", "insufficient balance", "insufficient credits", "exceeded your current quota", "billing_hard_limit"}
	badKey     = []string{"api key not valid", "api_key_invalid", "invalid api key", "incorrect api key"}
	noModel    = []string{"model_not_found", "not a valid model", "invalid_model", "invalid model", "model not found", "no such model", "unknown model"}
	overflow   = []string{
		"context_length_exceeded", "maximum context length", "prompt is too long", "context window", "context length", "context size",
		"input is too long", "input token count", "maximum prompt length", "exceeds the maximum number of tokens", "too large for model",
		"reduce the length of the messages", "exceed_context_size", "model_context_window_exceeded", "request_too_large", "max_prompt_tokens",
	}
)

// Overflows reports whether a server's message, in lower case, says that a
// conversation is longer than the model's context.
func Overflows(said string) bool { return says(said, overflow) }

// ErrorMessage returns the message of an error, which is an object or a string.
// Without a message it returns all of it.
func ErrorMessage(raw rawjson.Raw) string {
	s := raw.Text()
	if s == "" && raw != "" && raw[0] == '{' {
		s = raw.Lookup("message").Text()
	}
	s = cmp.Or(s, string(raw))
	return s
}

// InError is the data of an event that an error comes in, whose error has a field of its
// own: some servers leave that out.
func InError(data rawjson.Raw) rawjson.Raw {
	if data.Lookup("message") == "" || data.Lookup("error") != "" {
		return data
	}
	return `{"error":` + data + `}`
}
