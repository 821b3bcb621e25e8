package screen

import (
	"errors"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/rawjson"
)

// Find is convo find.
func Find(p *frame.Program, flags *frame.Flags) error {
	p.OneIsResult = true
	f := &finding{
		p: p, from: flags.Format("from"), as: flags.Choice("to", "text", "json"),
		roles: flags.Several("role", "system", "user", "assistant", "tool", "note"),
		in:    flags.Several("in", "text", "thinking", "arguments", "results"),
		tools: flags.StringSlice("tool"), model: strings.ToLower(flags.String("model")),
		only: flags.Bool("only-matching"), count: flags.Bool("count"), files: flags.Bool("files-with-matches"),
		color: p.Colored(p.Stdout.Terminal, flags.Choice("color", "auto", "always", "never")),
	}
	around := flags.Number("context", "messages")
	f.before, f.after = around, around
	if flags.IsSet("before-context") {
		f.before = flags.Number("before-context", "messages")
	}
	if flags.IsSet("after-context") {
		f.after = flags.Number("after-context", "messages")
	}
	if f.from != nil && f.from.Decode == nil {
		flags.Fail(frame.UsageError("the format %s can be written but not read", f.from.Name))
	}
	operands := flags.Args().Slice()
	if len(operands) == 0 {
		flags.Fail(frame.UsageError("find needs a PATTERN"))
		return flags.Err
	}
	if err := f.compile(operands[0], flags.Bool("fixed-strings"), flags.Bool("ignore-case")); err != nil {
		flags.Fail(err)
	}
	operands = operands[1:]
	names, err := p.Inputs(operands, flags.Bool("no-input"))
	flags.Fail(err)
	if flags.Err != nil {
		return flags.Err
	}
	f.named = operands
	f.recursive = flags.Bool("recursive")
	f.several = len(names) > 1 || f.recursive
	for _, glob := range f.tools {
		if _, err := path.Match(glob, ""); err != nil {
			return frame.UsageError("--tool %q: want a name, or a pattern such as git-*", glob)
		}
	}
	f.stream = frame.Safe(p.StdoutProduct()).Writer.(*frame.Stream)
	f.out = &writer{out: f.stream, color: f.color}
	if f.as == "json" {
		f.json = rawjson.NewWriter(p.Stdout)
	}
	return f.all(names)
}

// finding is one run of the command.
type finding struct {
	p         *frame.Program
	from      *conv.Format
	as        string // text, json
	roles, in []string
	tools     []string
	model     string
	only      bool
	count     bool
	files     bool
	before    int // messages of context
	after     int
	color     bool
	several   bool // more than one file is read: each line names its own
	recursive bool
	named     []string // operands: the others were found in folders
	pattern   *regexp.Regexp
	literal   string // that each match has, "" if none is known
	out       *writer
	stream    *frame.Stream // that out leads to
	json      *rawjson.Writer
	found     bool
	failed    frame.ExitCode // of the first input that cannot be read
	skipped   int            // files in folders that hold no conversation
	printed   bool           // some text was
	losses    []*pipe.Notice
}

// compile makes a pattern: RE2, which takes time in proportion to the text.
func (f *finding) compile(pattern string, fixed, fold bool) error {
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
		return frame.UsageError("PATTERN %q: %s", pattern, what).WithHint("to search for this very text, add -F")
	}
	f.pattern = re
	if prefix, _ := re.LiteralPrefix(); !fold {
		f.literal = prefix
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
func (f *finding) search(c *conv.Conversation) (all []match) {
	if c.SystemPrompt != "" && f.wants("system", nil) && f.takes("text", "") {
		if hits := f.lines(nil, "text", "", "", c.SystemPrompt); hits != nil {
			all = append(all, match{index: -1, who: "system prompt", hits: hits})
		}
	}
	var asked map[string]string // names of tools, by the ids of their calls
	for i, m := range c.Messages {
		if a, ok := m.(*conv.AssistantMessage); ok {
			for _, b := range a.Content {
				if call, ok := b.(*conv.ToolCall); ok {
					if asked == nil {
						asked = map[string]string{}
					}
					asked[call.ID] = call.Name
				}
			}
		}
		if !f.wants(roleOf(m), m) {
			continue
		}
		tool := ""
		if r, ok := m.(*conv.ToolResultMessage); ok {
			tool = r.ToolName
			if tool == "" {
				tool = asked[r.ToolCallID]
			}
		}
		if hits := f.message(m, tool); hits != nil {
			all = append(all, match{i, m, roleOf(m), hits})
		}
	}
	return all
}

// wants reports whether a message is one that the flags choose.
func (f *finding) wants(role string, m conv.Message) bool {
	if len(f.roles) > 0 && !slices.Contains(f.roles, role) {
		return false
	}
	if f.model == "" {
		return true
	}
	a, ok := m.(*conv.AssistantMessage)
	return ok && strings.Contains(strings.ToLower(a.Model), f.model)
}

// takes reports whether a part of a message is looked at.
func (f *finding) takes(what, tool string) bool {
	if len(f.in) > 0 && !slices.Contains(f.in, what) {
		return false
	}
	if len(f.tools) == 0 {
		return true
	}
	return tool != "" && slices.ContainsFunc(f.tools, func(glob string) bool {
		ok, _ := path.Match(glob, tool)
		return ok
	})
}

// message finds the lines of a message that match.
func (f *finding) message(m conv.Message, tool string) (hits []hit) {
	what := "text"
	if _, ok := m.(*conv.ToolResultMessage); ok {
		what = "results"
	}
	for _, b := range blocksOf(m) {
		switch b := b.(type) {
		case *conv.TextContent:
			if f.takes(what, tool) {
				hits = f.lines(hits, what, tool, "", b.Text)
			}
		case *conv.ThinkingContent:
			if f.takes("thinking", "") {
				hits = f.lines(hits, "thinking", "", "", b.Thinking)
			}
		case *conv.ToolCall:
			if f.takes("arguments", b.Name) {
				hits = f.arguments(hits, b)
			}
		case *conv.Opaque:
			if f.takes(what, tool) {
				hits = f.leaves(hits, what, tool, "", b.Raw)
			}
		default:
			if f.takes(what, tool) {
				media := conv.MediaOf(b)
				for _, text := range []string{media.Name, media.Text, media.URL} {
					if !strings.HasPrefix(text, "data:") {
						hits = f.lines(hits, what, tool, "", text)
					}
				}
			}
		}
	}
	if a, ok := m.(*conv.AssistantMessage); ok && a.ErrorMessage != "" && f.takes("text", "") {
		hits = f.lines(hits, "text", "", "", a.ErrorMessage)
	}
	return hits
}

// arguments finds the lines in the arguments of a call. A call without arguments
// has an empty line, which an empty pattern matches.
func (f *finding) arguments(hits []hit, call *conv.ToolCall) []hit {
	if call.Arguments == "" || call.Arguments == "{}" {
		return f.lines(hits, "arguments", call.Name, "", strings.TrimPrefix(call.ArgumentsString(), "{}"))
	}
	return f.leaves(hits, "arguments", call.Name, "", call.Arguments)
}

// leaves finds the lines in the strings and other values of some JSON, by path.
func (f *finding) leaves(hits []hit, what, tool, path string, raw rawjson.Raw) []hit {
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
			hits = f.lines(hits, what, tool, path, c.Str())
		default:
			hits = f.lines(hits, what, tool, path, string(c.Raw()))
		}
	}
	walk(path)
	return hits
}

// flush writes what was found so far.
func (f *finding) flush() error {
	err := errors.Join(f.out.err, f.stream.Release())
	f.stream.Gather()
	return err
}

// lines finds the lines of a text that match.
func (f *finding) lines(hits []hit, what, tool, path, text string) []hit {
	if f.literal != "" && !strings.Contains(text, f.literal) {
		return hits
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		if f.literal != "" && !strings.Contains(line, f.literal) {
			continue
		}
		if f.pattern.String() == "" { // which matches between any two characters
			hits = append(hits, hit{what, tool, path, line, [][]int{{0, 0}}})
			continue
		}
		if spans := f.pattern.FindAllStringIndex(line, -1); spans != nil {
			hits = append(hits, hit{what, tool, path, line, spans})
		}
	}
	return hits
}
