package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/genai"
)

// contentRequest is the body of generateContent. The SDK has types for its
// parts only, and assembles them by hand.
type contentRequest struct {
	Contents          []*genai.Content        `json:"contents"`
	SystemInstruction *genai.Content          `json:"systemInstruction"`
	Tools             []*genai.Tool           `json:"tools"`
	ToolConfig        *genai.ToolConfig       `json:"toolConfig"`
	SafetySettings    []*genai.SafetySetting  `json:"safetySettings"`
	GenerationConfig  *genai.GenerationConfig `json:"generationConfig"`
	CachedContent     string                  `json:"cachedContent"`
	Labels            map[string]string       `json:"labels"`
	ServiceTier       string                  `json:"serviceTier"`
	Store             *bool                   `json:"store"`
	ModelArmorConfig  *genai.ModelArmorConfig `json:"modelArmorConfig"`
}

func judgeContentRequest(body []byte, _ bool) (found findings) {
	v := inSDKForm(parse(body), "")
	found.strict(v, &contentRequest{})
	found.addIf(len(list(v)) == 0 && len(list(member(v, "contents"))) == 0, "/contents", "missing or empty")
	found.contentTurns(list(member(v, "contents")))
	declared := found.functions(list(member(v, "tools")))
	for _, name := range list(member(member(v, "toolConfig"), "functionCallingConfig", "allowedFunctionNames")) {
		found.addIf(!slices.Contains(declared, str(name)), "/toolConfig", "no function %s", show(name))
	}
	return found
}

// strict decodes a value into the SDK's type, which must know each field.
func (f *findings) strict(v, into any) {
	b, err := json.Marshal(v)
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(b))
		d.DisallowUnknownFields()
		err = d.Decode(into)
	}
	f.addIf(err != nil, "/", "the SDK cannot decode this: %v", err)
}

var snakeLetter = regexp.MustCompile(`_[a-z]`)

// callers are the fields that hold the caller's own JSON.
var callers = []string{"args", "response", "responseJsonSchema", "parametersJsonSchema", "labels", "partMetadata", "properties", "schema"}

// inSDKForm spells field names as the SDK does, and writes bytes in the only form
// that it accepts. Servers accept the protocol's spelling and other base64, too.
func inSDKForm(v any, key string) any {
	switch x := v.(type) {
	case object:
		out := object{}
		for k, y := range x {
			if !slices.Contains(callers, key) {
				k = snakeLetter.ReplaceAllStringFunc(k, func(s string) string { return strings.ToUpper(s[1:]) })
			}
			if k != "args" && k != "response" {
				y = inSDKForm(y, k)
			}
			out[k] = y
		}
		return out
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = inSDKForm(x[i], key)
		}
		return out
	case string:
		if key == "data" || key == "thoughtSignature" {
			raw := strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(x), "=")
			if b, err := base64.RawStdEncoding.DecodeString(raw); err == nil {
				return base64.StdEncoding.EncodeToString(b)
			}
		}
	}
	return v
}

// turns checks the order of contents that servers demand: right after the calls
// come as many results, with the same names.
func (f *findings) contentTurns(contents []any) {
	var open []string
	for i, content := range contents {
		at := under("/contents", i)
		role := str(member(content, "role"))
		f.addIf(role != "user" && role != "model" && role != "function" && member(content, "role") != nil, at+"/role", "no role here: %s", show(member(content, "role")))
		parts := list(member(content, "parts"))
		f.addIf(len(parts) == 0, at+"/parts", "missing or empty")
		var calls, results []string
		for j, part := range parts {
			f.part(under(at+"/parts", j), part, role)
			if call := member(part, "functionCall"); call != nil {
				calls = append(calls, str(member(call, "name")))
			}
			if result := member(part, "functionResponse"); result != nil {
				results = append(results, str(member(result, "name")))
			}
		}
		if role != "model" && (len(open) > 0 || len(results) > 0) {
			slices.Sort(open)
			slices.Sort(results)
			f.addIf(!slices.Equal(open, results), at, "results %q for calls %q", results, open)
			open = nil
		}
		f.addIf(len(calls) > 0 && i == 0, at, "a call must come behind a user's turn")
		open = append(open, calls...)
	}
	f.addIf(len(open) > 0, "/contents", "calls %q have no result", open)
}

// kindsOfData are the fields of a part of which it has exactly one.
var kindsOfData = []string{
	"text", "inlineData", "fileData", "functionCall", "functionResponse", "executableCode", "codeExecutionResult",
	"toolCall", "toolResponse",
}

var declaredName = regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$`)

func (f *findings) part(at string, part any, role string) {
	n := 0
	for _, kind := range kindsOfData {
		if member(part, kind) != nil {
			n++
		}
	}
	f.addIf(!isObject(part), at, "must be an object")
	f.addIf(n > 1, at, "several kinds of data")
	f.addIf(isObject(part) && n == 0 && member(part, "thoughtSignature") == nil && member(part, "thought") == nil, at, "no data")
	if call := member(part, "functionCall"); call != nil {
		f.addIf(role != "model" && role != "", at+"/functionCall", "not in a turn of role %q", role)
		f.addIf(!declaredName.MatchString(str(member(call, "name"))), at+"/functionCall/name", "no name of a function: %s", show(member(call, "name")))
		args := member(call, "args")
		f.addIf(args != nil && !isObject(args), at+"/functionCall/args", "must be an object")
	}
	if result := member(part, "functionResponse"); result != nil {
		f.addIf(role == "model", at+"/functionResponse", "not in a turn of role %q", role)
		f.addIf(str(member(result, "name")) == "", at+"/functionResponse/name", "missing")
		f.addIf(!isObject(member(result, "response")), at+"/functionResponse/response", "must be an object")
	}
	data := member(part, "inlineData")
	f.addIf(data != nil && (str(member(data, "mimeType")) == "" || str(member(data, "data")) == ""), at+"/inlineData", "needs mimeType and data")
	file := member(part, "fileData")
	f.addIf(file != nil && str(member(file, "fileUri")) == "", at+"/fileData", "needs fileUri")
}

// functions checks the names of declared functions and returns them.
func (f *findings) functions(tools []any) (names []string) {
	for i, tool := range tools {
		for j, declaration := range list(member(tool, "functionDeclarations")) {
			at := under(under("/tools", i)+"/functionDeclarations", j)
			name := str(member(declaration, "name"))
			f.addIf(!declaredName.MatchString(name) || slices.Contains(names, name), at+"/name", "no name of a function, or given twice: %q", name)
			f.addIf(member(declaration, "parameters") != nil && member(declaration, "parametersJsonSchema") != nil, at, "parameters in both dialects")
			names = append(names, name)
		}
	}
	return names
}

func judgeContentResponse(body []byte, _ bool) (found findings) {
	found.chunk("", parse(body))
	return found
}

// plainAnswer is the SDK's type without its own decoding, which is not strict.
type plainAnswer genai.GenerateContentResponse

// answerBody is an answer, a chunk of one, or an error in its place.
type answerBody struct {
	plainAnswer
	Error *struct {
		Code    int              `json:"code"`
		Message string           `json:"message"`
		Status  string           `json:"status"`
		Details []map[string]any `json:"details"`
	} `json:"error"`
}

func (f *findings) chunk(at string, v any) {
	v = inSDKForm(v, "")
	f.strict(v, &answerBody{})
	failure := member(v, "error")
	f.addIf(failure != nil && str(member(failure, "message")) == "", at+"/error/message", "missing")
	f.addIf(member(v, "candidates") == nil && member(v, "promptFeedback") == nil && member(v, "usageMetadata") == nil && member(v, "error") == nil, at, "neither candidates nor an error")
	for i, candidate := range list(member(v, "candidates")) {
		content := member(candidate, "content")
		role := str(member(content, "role"))
		f.addIf(role != "model" && role != "", at, "candidate %d has the role %q", i, role)
		for j, part := range list(member(content, "parts")) {
			f.part(fmt.Sprint(at, "/candidates/", i, "/content/parts/", j), part, "model")
		}
	}
}

func judgeContentStream(stream []byte, _ bool) findings {
	all, found := events(stream)
	found.addIf(len(all) == 0, "/", "no chunks")
	ended := false
	for i, e := range all {
		at := fmt.Sprintf("chunk %d", i+1)
		v := parse([]byte(e.data))
		found.chunk(at, v)
		ended = ended || member(v, "error") != nil || member(v, "promptFeedback", "blockReason") != nil
		for _, candidate := range list(member(v, "candidates")) {
			ended = ended || member(candidate, "finishReason") != nil
		}
	}
	found.addIf(!ended, "/", "no finishReason")
	return found
}
