package turn

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/commands/internal/request"
	"convo/commands/internal/terminal"
	"convo/conv"
)

// turn is what a prompt adds to a conversation. It is read once, before any
// conversation is, and not changed by being added.
type turn struct {
	p          *frame.Program
	operands   []string
	role       conv.Role
	resultOf   string // the id of the call that the message answers, "" for none
	isError    bool
	editor     bool
	template   string // name of a file, "" for none
	system     string // "" leaves it
	request    request.Change
	operations []pipe.Operation // before the message is added
	plan       *pipe.Plan       // of which it is a part

	heard   string // text of stdin
	message bool   // there is a message; else only what is around it changes
	text    string
	blocks  []conv.Block // after the text
}

// newTurn reads the flags that can be judged without reading anything.
func newTurn(p *frame.Program, flags *frame.Flags, operands []string) (*turn, error) {
	t := &turn{
		p: p, operands: operands,
		role:     conv.Role(flags.Choice("role", "user", "assistant", "system", "developer")),
		resultOf: flags.String("tool-result"),
		isError:  flags.Bool("is-error"),
		editor:   flags.Bool("editor"),
		template: flags.String("template"),
	}
	switch {
	case t.resultOf != "" && flags.IsSet("role"):
		flags.Fail(frame.UsageError("--tool-result sets the role: remove -r"))
	case t.isError && t.resultOf == "":
		flags.Fail(frame.UsageError("--is-error needs --tool-result ID"))
	case t.template == "" && (flags.IsSet("var") || flags.IsSet("vars")):
		flags.Fail(frame.UsageError("-V and --vars need a template: add -T FILE"))
	case flags.IsSet("at") && flags.IsSet("undo"):
		flags.Fail(frame.UsageError("--at and --undo cannot be used together"))
	}
	for _, s := range p.Parsed.Settings {
		var err error
		switch s.Name {
		case "model":
			err = t.parameter("model=" + s.Value)
		case "param":
			err = t.parameter(s.Value)
		case "at":
			t.operations = append(t.operations, cutAt(s.Value))
		case "undo":
			t.operations, err = appendUndo(t.operations, s.Value)
		}
		flags.Fail(err)
	}
	if flags.Err == nil {
		t.noteFiles()
	}
	return t, flags.Err
}

func (t *turn) parameter(setting string) error {
	set, err := request.ParameterOf(setting)
	t.request.Set = append(t.request.Set, set)
	return err
}

// noteFiles says so if an operand, which is text, is the name of a file.
func (t *turn) noteFiles() {
	for _, o := range t.operands {
		if info, err := os.Stat(o); err != nil || !info.Mode().IsRegular() {
			continue
		}
		t.p.Note("%s is a file, but its name is used as text", o)
		t.p.Note("hint: to extend the conversation in it, use -i %s; to add its text, use -F %[1]s", terminal.ShellFile(o))
	}
}

// given reports whether one of flags was given.
func (t *turn) given(names ...string) bool {
	return slices.ContainsFunc(t.p.Parsed.Settings, func(s frame.Setting) bool { return slices.Contains(names, s.Name) })
}

// speaks reports whether the command line has something of a message.
func (t *turn) speaks() bool {
	return len(t.operands) > 0 || t.editor || t.template != "" || t.given("file", "attach")
}

// changes reports whether the command line has anything to do.
func (t *turn) changes() bool {
	return t.speaks() || t.given("system", "model", "param", "tools", "schema", "at", "undo")
}

// complete reads what the message is made of, and what comes around it.
func (t *turn) complete() error {
	if err := t.surround(); err != nil {
		return err
	}
	t.message = t.speaks() || t.heard != ""
	words, err := t.words()
	if err != nil {
		return err
	}
	t.text = strings.Join(words, "\n")
	if err := t.addFiles(); err != nil {
		return err
	}
	if t.editor {
		if t.text, err = edited(t.p, t.text); err != nil {
			return err
		}
	}
	return t.check()
}

// check refuses an impossible message.
func (t *turn) check() error {
	if strings.TrimSpace(t.text) == "" {
		t.text = ""
	}
	switch {
	case t.message && t.text == "" && len(t.blocks) == 0 && t.resultOf == "":
		return frame.UsageError("the message is empty").WithHint("check that variables are set and that piped input is not empty")
	case t.resultOf != "":
		return nil
	}
	for _, b := range t.blocks {
		if !standsIn(b, t.role) {
			return frame.UsageError("-r %s: a message of this role cannot have %s", t.role, articled(b.BlockType()))
		}
	}
	return nil
}

// standsIn reports whether a block may stand in a message of a role.
func standsIn(b conv.Block, role conv.Role) (ok bool) {
	switch role {
	case conv.RoleUser:
		_, ok = b.(conv.UserContent)
	case conv.RoleAssistant:
		_, ok = b.(conv.AssistantContent)
	default:
		_, ok = b.(conv.SystemContent)
	}
	return ok
}

func articled(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// words is the parts of the text: the template's, the operands, what was
// heard.
func (t *turn) words() (words []string, err error) {
	if t.template != "" {
		made, err := fromTemplate(t.p, t.template)
		if err != nil {
			return nil, err
		}
		words = append(words, made)
	}
	for _, o := range t.operands {
		if o == "-" {
			if o, err = t.p.StdinText(); err != nil {
				return nil, err
			}
		}
		if !utf8.ValidString(o) {
			return nil, frame.UsageError("the text is not UTF-8")
		}
		words = append(words, o)
	}
	if t.heard != "" {
		words = append(words, t.heard)
	}
	return words, nil
}

// surround reads what is recorded besides the message.
func (t *turn) surround() error {
	if value := t.p.Parsed.Last("system"); value != "" {
		var err error
		if t.system, err = systemText(value); err != nil {
			return err
		}
	}
	return t.request.ReadFiles(t.p.Parsed.Settings)
}

// systemText is TEXT, or the text of the file @FILE.
func systemText(value string) (string, error) {
	name, isFile := strings.CutPrefix(value, "@")
	if !isFile {
		if !utf8.ValidString(value) {
			return "", frame.UsageError("the system prompt is not UTF-8")
		}
		return value, nil
	}
	text, err := frame.TextOf(name)
	if err == nil && strings.TrimSpace(text) == "" {
		err = &frame.Failure{Code: frame.ExitUnreadable, File: name, What: "is empty"}
	}
	return text, err
}

// extend is the operation that adds the turn.
func (t *turn) extend(c *conv.Conversation, in pipe.Context) (*conv.Conversation, error) {
	out := t.request.Apply(c)
	if t.system != "" {
		out.SystemPrompt = t.system
	}
	if t.message {
		m, err := t.newMessage(c)
		if err != nil {
			return nil, err
		}
		out.Messages = append(slices.Clip(out.Messages), m)
	}
	return t.plan.Made(out, len(c.Messages), in.Notes), nil
}

// newMessage is the message that is added to c.
func (t *turn) newMessage(c *conv.Conversation) (conv.Message, error) {
	switch {
	case t.resultOf != "":
		return t.result(c)
	case t.role == conv.RoleUser:
		return &conv.UserMessage{Content: contentOf[conv.UserContent](t)}, nil
	case t.role == conv.RoleAssistant:
		return &conv.AssistantMessage{Content: contentOf[conv.AssistantContent](t)}, nil
	}
	return &conv.SystemMessage{Role: t.role, Content: contentOf[conv.SystemContent](t)}, nil
}

// contentOf is the text, if there is one, and the other blocks.
func contentOf[B conv.Block](t *turn) []B {
	content := []B{}
	if t.text != "" {
		content = append(content, conv.Block(&conv.TextContent{Text: t.text}).(B))
	}
	for _, b := range t.blocks {
		content = append(content, b.(B))
	}
	return content
}

// result answers the open call of the id that was given.
func (t *turn) result(c *conv.Conversation) (conv.Message, error) {
	open := c.OpenCalls()
	for _, call := range slices.Backward(open) {
		if call.ID == t.resultOf {
			r := conv.ToolResult(call.ID, call.Name, "")
			r.Content, r.IsError = contentOf[conv.ToolResultContent](t), t.isError
			return r, nil
		}
	}
	f := frame.UsageError("--tool-result %q: no such call is waiting", t.resultOf)
	pipe.EachHalf(c.Messages, func(id string, call bool, _ *conv.Node) {
		if call && id == t.resultOf {
			f.What = "--tool-result " + strconv.Quote(id) + ": this call already has a result"
		}
	})
	return nil, f.WithHint("%s", pipe.OpenCalls(open, t.resultOf))
}
