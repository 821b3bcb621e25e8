// Package request reads the flags about a request: its parameters, its tools and
// the schema of its answer.
package request

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
)

// Parameter changes a request, which is nobody else's.
type Parameter func(*conv.Request)

// Change is what flags change about a request.
type Change struct {
	Set   []Parameter // in order
	Tools []conv.ToolDefinition
}

// ReadFiles reads what --tools and --schema name.
func (ch *Change) ReadFiles(settings []frame.Setting) error {
	for _, s := range settings {
		switch s.Name {
		case "tools":
			tools, err := ToolsOf(s.Value)
			if err != nil {
				return err
			}
			ch.Tools = append(ch.Tools, tools...)
		case "schema":
			set, err := schemaParameter(s.Value)
			if err != nil {
				return err
			}
			ch.Set = append(ch.Set, set)
		}
	}
	return nil
}

// Apply is a conversation with the change.
func (ch *Change) Apply(c *conv.Conversation) *conv.Conversation {
	out := *c
	if ch.Tools != nil {
		out.Tools = ch.Tools
	}
	if len(ch.Set) > 0 {
		r := conv.Request{}
		if c.Request != nil {
			r = *c.Request
		}
		for _, set := range ch.Set {
			set(&r)
		}
		out.Request = &r
	}
	return &out
}

// requestField is a field of a request that -p sets. set reads a value, ""
// of which removes the field; it fails with what it wants.
type requestField struct {
	name string
	set  func(value string) (Parameter, error)
}

// requestFields is what -p can set, by the names of conversation.json. A
// point leads into an object.
func requestFields() []requestField {
	return []requestField{
		{"model", text(func(r *conv.Request) *string { return &r.Model })},
		{"maxTokens", count(func(r *conv.Request) *conv.Number { return &r.MaxTokens })},
		{"temperature", number(func(r *conv.Request) *conv.Number { return &r.Temperature })},
		{"topP", number(func(r *conv.Request) *conv.Number { return &r.TopP })},
		{"topK", number(func(r *conv.Request) *conv.Number { return &r.TopK })},
		{"seed", number(func(r *conv.Request) *conv.Number { return &r.Seed })},
		{"frequencyPenalty", number(func(r *conv.Request) *conv.Number { return &r.FrequencyPenalty })},
		{"presencePenalty", number(func(r *conv.Request) *conv.Number { return &r.PresencePenalty })},
		{"stop", list(func(r *conv.Request) *[]string { return &r.Stop })},
		{"toolChoice", one(toolChoice, "auto", "none", "required")},
		{"toolChoice.name", toolNamed},
		{"parallelToolCalls", yesNo(func(r *conv.Request) **bool { return &r.ParallelToolCalls })},
		{"responseFormat", one(responseFormat, "text", "json")},
		{"responseFormat.name", text(func(r *conv.Request) *string { return &responseFormatOf(r).Name })},
		{"responseFormat.description", text(func(r *conv.Request) *string { return &responseFormatOf(r).Description })},
		{"responseFormat.strict", yesNo(func(r *conv.Request) **bool { return &responseFormatOf(r).Strict })},
		{"reasoning", reasoning},
		{"reasoning.effort", effort},
		{"reasoning.budgetTokens", count(func(r *conv.Request) *conv.Number { return &reasoningOf(r).BudgetTokens })},
		{"reasoning.enabled", yesNo(func(r *conv.Request) **bool { return &reasoningOf(r).Enabled })},
		{"stream", yesNo(func(r *conv.Request) **bool { return &r.Stream })},
		{"user", text(func(r *conv.Request) *string { return &r.User })},
	}
}

// FieldNames are the fields that -p sets.
func FieldNames() (names []string) {
	for _, f := range requestFields() {
		names = append(names, f.name)
	}
	return names
}

// ParameterOf is the change that K=V asks for. Both maxTokens and max_tokens
// are K.
func ParameterOf(setting string) (Parameter, error) { return ParameterIn(setting, "-p "+setting) }

// ParameterIn is the same for a setting that is named otherwise on the command
// line.
func ParameterIn(setting, named string) (Parameter, error) {
	key, value, ok := strings.Cut(setting, "=")
	switch {
	case !ok || key == "":
		return nil, frame.UsageError("-p %q: want K=V, such as temperature=0.2", setting)
	case !utf8.ValidString(setting):
		return nil, frame.UsageError("-p %q: not UTF-8", setting)
	}
	var names []string
	for _, f := range requestFields() {
		if f.name != camel(key) {
			names = append(names, f.name)
			continue
		}
		set, err := f.set(value)
		var unknown *UnknownValue
		switch {
		case errors.As(err, &unknown):
			return nil, frame.UsageError("%s: %v", named, err).WithHint("%s", unknown.Hint())
		case err != nil:
			return nil, frame.UsageError("%s: %v", named, err)
		}
		return set, nil
	}
	f := frame.UsageError("-p %s: unknown parameter", key)
	if near := providers.Nearest(camel(key), names); len(near) > 0 {
		return nil, f.WithHint("did you mean %s?", strings.Join(near, " or "))
	}
	return nil, f.WithHint("known parameters: %s", strings.Join(names, ", "))
}

// camel is a name in snake_case as conversation.json spells it.
func camel(name string) string {
	parts := strings.Split(name, "_")
	for i, p := range parts[1:] {
		if p != "" {
			parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, "")
}

// wants is what a value has to be, as an error.
type wants string

func (w wants) Error() string { return "want " + string(w) }

func text(of func(*conv.Request) *string) func(string) (Parameter, error) {
	return func(value string) (Parameter, error) {
		return func(r *conv.Request) { *of(r) = value }, nil
	}
}

func number(of func(*conv.Request) *conv.Number) func(string) (Parameter, error) {
	return func(value string) (Parameter, error) {
		c := rawjson.NewCursor([]byte(value))
		if value != "" && (c.Kind() != rawjson.Num || c.Number() != conv.Number(value) || c.End() != nil) {
			return nil, wants("a number")
		}
		return func(r *conv.Request) { *of(r) = conv.Number(value) }, nil
	}
}

// count is a number that may have a k or m, as flags that count take it.
func count(of func(*conv.Request) *conv.Number) func(string) (Parameter, error) {
	exact := number(of)
	return func(value string) (Parameter, error) {
		if n, ok := frame.CountOf(value); ok {
			value = strconv.FormatInt(n, 10)
		}
		set, err := exact(value)
		if err != nil {
			err = wants("a number, such as 1000 or 1k")
		}
		return set, err
	}
}

func yesNo(of func(*conv.Request) **bool) func(string) (Parameter, error) {
	return func(value string) (Parameter, error) {
		if value != "" && value != "true" && value != "false" {
			return nil, wants("true or false")
		}
		return func(r *conv.Request) { *of(r) = unless(value == "", value == "true") }, nil
	}
}

// list is one string, or several as a JSON array.
func list(of func(*conv.Request) *[]string) func(string) (Parameter, error) {
	return func(value string) (Parameter, error) {
		var all []string
		switch {
		case strings.HasPrefix(value, "["):
			c := rawjson.NewCursor([]byte(value))
			for range c.Elements {
				all = append(all, c.Str())
			}
			if c.End() != nil {
				return nil, wants(`a string, or several as ["a", "b"]`)
			}
		case value != "":
			all = []string{value}
		}
		return func(r *conv.Request) { *of(r) = all }, nil
	}
}

// one is one of some values, or "" for none.
func one(set func(value string) Parameter, values ...string) func(string) (Parameter, error) {
	return func(value string) (Parameter, error) {
		if value != "" && !slices.Contains(values, value) {
			return nil, &UnknownValue{wants(frame.Either(values)).Error(), value, values}
		}
		return set(value), nil
	}
}

func toolChoice(mode string) Parameter {
	return func(r *conv.Request) { r.ToolChoice = unless(mode == "", conv.ToolChoice{Mode: conv.ChoiceMode(mode)}) }
}

// toolNamed demands one tool.
func toolNamed(name string) (Parameter, error) {
	choice := conv.ToolChoice{Mode: conv.ChoiceTool, Name: name}
	return func(r *conv.Request) { r.ToolChoice = unless(name == "", choice) }, nil
}

// reasoning sets the effort, or removes all about reasoning.
func reasoning(value string) (Parameter, error) {
	if value == "" {
		return func(r *conv.Request) { r.Reasoning = nil }, nil
	}
	return effort(value)
}

// effort sets or removes the effort of reasoning.
func effort(value string) (Parameter, error) {
	if value != "" {
		if err := UnknownEffort(value); err != nil {
			return nil, err
		}
	}
	return func(r *conv.Request) { reasoningOf(r).Effort = value }, nil
}

func responseFormat(typ string) Parameter {
	return func(r *conv.Request) { r.ResponseFormat = unless(typ == "", conv.ResponseFormat{Type: typ}) }
}

// responseFormatOf and reasoningOf are a part of a request, a copy of the one
// that may be another conversation's.
func responseFormatOf(r *conv.Request) *conv.ResponseFormat {
	r.ResponseFormat = ownCopy(r.ResponseFormat)
	return r.ResponseFormat
}

func reasoningOf(r *conv.Request) *conv.Reasoning {
	r.Reasoning = ownCopy(r.Reasoning)
	return r.Reasoning
}

// unless is a field with a value of its own, or without.
func unless[T any](removed bool, value T) *T {
	if removed {
		return nil
	}
	return &value
}

// ownCopy is a copy of what p points to, or of nothing.
func ownCopy[T any](p *T) *T {
	var x T
	if p != nil {
		x = *p
	}
	return &x
}
