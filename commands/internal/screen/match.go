package screen

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/rawjson"
)

// matcher finds lines in what was said, reasoned, called and answered: what convo find
// looks for, and convo show --search.
type matcher struct {
	roles, in []string
	tools     frame.Globs
	model     string
	pattern   *regexp.Regexp
	literal   string // that each match has, "" if none is known
}

// newMatcher reads the flags of a search.
func newMatcher(flags *frame.Flags, what, pattern string, roles []string) *matcher {
	x := &matcher{
		roles: roles, in: flags.Several("in", "text", "thinking", "arguments", "results"),
		model: strings.ToLower(flags.String("model")),
	}
	if err := x.compile(what, pattern, flags.Bool("fixed-strings"), flags.Bool("ignore-case")); err != nil {
		flags.Fail(err)
	}
	x.tools = flags.Globs("tool")
	return x
}

// compile makes a pattern: RE2, which takes time in proportion to the text.
func (x *matcher) compile(name, pattern string, fixed, fold bool) error {
	source := pattern
	if fixed {
		source = regexp.QuoteMeta(pattern)
	}
	if fold {
		source = "(?i)" + source
	}
	re, err := regexp.Compile(source)
	if err != nil {
		what := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
		return frame.UsageError("%s %q: %s", name, pattern, what).WithHint("to search for this very text, add -F")
	}
	x.pattern = re
	if prefix, _ := re.LiteralPrefix(); !fold {
		x.literal = prefix
	}
	return nil
}

// hit is a line that matches.
type hit struct {
	what  string // text, thinking, arguments, results
	tool  string
	path  string // of an argument
	line  string
	spans [][]int // of the matches in the line
}

// match is a message with hits. Message -1 is the system prompt.
type match struct {
	index int
	m     conv.Message
	who   string
	hits  []hit
}

// search finds the messages of a conversation that match.
func (x *matcher) search(c *conv.Conversation) (all []match) {
	if hits := x.prompt(c); hits != nil {
		all = append(all, match{index: -1, who: "system prompt", hits: hits})
	}
	asked := map[string]string{} // names of tools, by the ids of their calls
	for i, m := range c.Messages {
		a, _ := m.(*conv.AssistantMessage)
		for call := range a.Calls {
			asked[call.ID] = call.Name
		}
		if !x.wants(roleOf(m), m) {
			continue
		}
		tool := ""
		if r, ok := m.(*conv.ToolResultMessage); ok {
			tool = cmp.Or(r.ToolName, asked[r.ToolCallID])
		}
		if hits := x.message(m, tool); hits != nil {
			all = append(all, match{i, m, roleOf(m), hits})
		}
	}
	return all
}

// prompt finds the lines of the system prompt that match.
func (x *matcher) prompt(c *conv.Conversation) []hit {
	if c.SystemPrompt == "" || !x.wants("system", nil) || !x.takes("text", "") {
		return nil
	}
	return x.lines(nil, "text", "", "", c.SystemPrompt)
}

// wants reports whether a message is one that the flags choose.
func (x *matcher) wants(role string, m conv.Message) bool {
	if len(x.roles) > 0 && !slices.Contains(x.roles, role) {
		return false
	}
	if x.model == "" {
		return true
	}
	a, ok := m.(*conv.AssistantMessage)
	return ok && strings.Contains(strings.ToLower(a.Model), x.model)
}

// takes reports whether a part of a message is looked at.
func (x *matcher) takes(what, tool string) bool {
	if len(x.in) > 0 && !slices.Contains(x.in, what) {
		return false
	}
	if len(x.tools) == 0 {
		return true
	}
	return tool != "" && x.tools.Match(tool)
}

// message finds the lines of a message that match.
func (x *matcher) message(m conv.Message, tool string) (hits []hit) {
	what := "text"
	if _, ok := m.(*conv.ToolResultMessage); ok {
		what = "results"
	}
	for _, b := range blocksOf(m) {
		switch b := b.(type) {
		case *conv.TextContent:
			if x.takes(what, tool) {
				hits = x.lines(hits, what, tool, "", b.Text)
			}
		case *conv.ThinkingContent:
			if x.takes("thinking", "") {
				hits = x.lines(hits, "thinking", "", "", b.Thinking)
			}
		case *conv.ToolCall:
			if x.takes("arguments", b.Name) {
				hits = x.arguments(hits, b)
			}
		case *conv.Opaque:
			if x.takes(what, tool) {
				hits = x.leaves(hits, what, tool, "", b.Raw)
			}
		default:
			if x.takes(what, tool) {
				media := conv.MediaOf(b)
				for _, text := range []string{media.Name, media.Text, media.URL} {
					if !strings.HasPrefix(text, "data:") {
						hits = x.lines(hits, what, tool, "", text)
					}
				}
			}
		}
	}
	if a, ok := m.(*conv.AssistantMessage); ok && a.ErrorMessage != "" && x.takes("text", "") {
		hits = x.lines(hits, "text", "", "", a.ErrorMessage)
	}
	return hits
}

// arguments finds the lines in the arguments of a call. A call without arguments
// has an empty line, which an empty pattern matches.
func (x *matcher) arguments(hits []hit, call *conv.ToolCall) []hit {
	if call.Arguments == "" || call.Arguments == "{}" {
		return x.lines(hits, "arguments", call.Name, "", strings.TrimPrefix(call.ArgumentsString(), "{}"))
	}
	return x.leaves(hits, "arguments", call.Name, "", call.Arguments)
}

// leaves finds the lines in the strings and other values of some JSON, by path.
func (x *matcher) leaves(hits []hit, what, tool, path string, raw rawjson.Raw) []hit {
	c := rawjson.NewCursor([]byte(raw))
	var walk func(path string)
	walk = func(path string) {
		switch c.Kind() {
		case rawjson.Object:
			for key := range c.Fields {
				walk(strings.TrimPrefix(path+"."+key, "."))
			}
		case rawjson.Array:
			for i := range c.Elements {
				walk(path + "[" + strconv.Itoa(i) + "]")
			}
		case rawjson.String:
			hits = x.lines(hits, what, tool, path, c.Str())
		default:
			hits = x.lines(hits, what, tool, path, string(c.Raw()))
		}
	}
	walk(path)
	return hits
}

// lines finds the lines of a text that match.
func (x *matcher) lines(hits []hit, what, tool, path, text string) []hit {
	if x.literal != "" && !strings.Contains(text, x.literal) {
		return hits
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		if x.literal != "" && !strings.Contains(line, x.literal) {
			continue
		}
		if x.pattern.String() == "" { // which matches between any two characters
			hits = append(hits, hit{what, tool, path, line, [][]int{{0, 0}}})
			continue
		}
		if spans := x.pattern.FindAllStringIndex(line, -1); spans != nil {
			hits = append(hits, hit{what, tool, path, line, spans})
		}
	}
	return hits
}
