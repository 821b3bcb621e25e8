package agents

import (
	"bytes"
	"cmp"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/format"
	"convo/providers"
)

// placing is what the flags of convo sessions place ask for.
type placing struct {
	p     *frame.Program
	agent *providers.AgentFormat
	cwd   string       // "": that of the session
	now   func() int64 // nil: without --now, times that are missing stay so

	same bool // the session was in the agent's format
}

// Place is convo sessions place: it puts a session where an agent looks for it.
func Place(p *frame.Program, flags *frame.Flags) error {
	x := &placing{p: p}
	plan, err := x.plan(flags)
	if err != nil {
		return err
	}
	names, err := p.Inputs(flags.Args().Slice(), flags.Bool("no-input"))
	if err != nil {
		return err
	}
	if len(names) > 1 {
		return frame.UsageError("place takes one FILE")
	}
	if x.agent.Import != nil && names[0] == "-" {
		return frame.UsageError("%s imports a file: write stdin to one, and name it", x.agent.Name)
	}
	text, err := x.convert(plan, names[0])
	if err != nil {
		return err
	}
	r := &reading{agent: x.agent}
	r.enough(text, true)
	if r.g.ID == "" {
		return &frame.Failure{Code: frame.ExitUnreadable, File: names[0], What: "has no id, and " + x.agent.Name + " finds sessions by their id"}
	}
	if r.g.Helper {
		f := &frame.Failure{Code: frame.ExitUnreadable, File: names[0], What: "is the session of a helper, which " + x.agent.Name + " cannot continue"}
		return f.WithHint("place the session that started it")
	}
	r.g.Cwd = cmp.Or(x.cwd, r.g.Cwd)
	if err := nameable(&r.g, names[0]); err != nil {
		return err
	}
	if x.agent.Import != nil {
		return x.tellImport(&r.g, names[0])
	}
	return x.put(&r.g, text)
}

// nameable refuses a session that no command can name: an agent takes what begins
// with - for a flag, and a line break ends the line that a user copies.
func nameable(g *format.SessionInfo, file string) error {
	f := &frame.Failure{Code: frame.ExitUnreadable, File: file}
	switch {
	case strings.ContainsAny(g.ID, `/\`) || !fs.ValidPath(g.ID):
		f.What = "the id of the session cannot name a file: " + g.ID
	case g.ID[0] == '-' || terminal.Printable(g.ID) != g.ID:
		f.What = "the id of the session cannot be a word of a command: " + g.ID
	case terminal.Printable(g.Cwd) != g.Cwd:
		f.What = "the directory of the session has control characters: " + g.Cwd
		f.Hint = "--cwd DIR chooses another"
	default:
		return nil
	}
	return f
}

// plan reads the flags. --for is an agent here.
func (x *placing) plan(flags *frame.Flags) (*pipe.Plan, error) {
	if !flags.IsSet("for") {
		return nil, frame.UsageError("place needs --for AGENT, such as --for codex")
	}
	some, err := known([]string{flags.String("for")})
	if err != nil {
		return nil, frame.Misnamed("--for", err)
	}
	x.agent = some[0]
	if flags.IsSet("cwd") {
		if x.cwd, err = filepath.Abs(flags.String("cwd")); err != nil {
			return nil, err
		}
	}
	if flags.Bool("now") {
		if x.now, err = x.p.Clock(); err != nil {
			return nil, err
		}
	}
	plan := &pipe.Plan{From: flags.Readable("from"), To: x.agent.Format, Operations: []pipe.Operation{x.settle}}
	plan.Judgement = pipe.Judgement{Strict: flags.Bool("strict"), OnError: "stop"}
	plan.Workers, plan.MostOutput = 1, 1<<40
	plan.Aim = &pipe.Adaptation{Adapt: true}
	plan.Call = plan.Aim
	return plan, flags.Err
}

// convert reads a conversation, and returns it in the agent's format.
func (x *placing) convert(plan *pipe.Plan, name string) ([]byte, error) {
	var text bytes.Buffer
	count := 0
	plan.Operations = append([]pipe.Operation{func(doc *conv.Conversation, in pipe.Context) (*conv.Conversation, error) {
		if count++; count > 1 {
			return nil, frame.UsageError("%s has more than one conversation", name).WithHint("split it first: convo transform -t convo FILE | split -l 1")
		}
		x.same = in.From.Name == x.agent.Format.Name
		return doc, nil
	}}, plan.Operations...)
	run := pipe.NewRun(x.p, plan)
	err := run.Do(pipe.Targets{}, func(*frame.Input) error {
		run.Output.Raw, run.Output.ToStdout = &text, false
		return x.p.Read(name, run.Source)
	})
	return text.Bytes(), err
}

// settle gives a conversation the directory and the times that a session needs.
func (x *placing) settle(doc *conv.Conversation, _ pipe.Context) (*conv.Conversation, error) {
	own := *doc
	s := conv.Session{}
	if doc.Session != nil {
		s = *doc.Session
	}
	own.Session, own.Messages = &s, slices.Clone(doc.Messages)
	if x.cwd == "" && s.Cwd == "" && !x.same {
		here, err := os.Getwd()
		if err != nil {
			return nil, err
		}
		x.cwd = here
	}
	if x.cwd != "" && x.cwd != s.Cwd {
		s.Cwd = x.cwd
		move(own.Messages)
	}
	if !x.same {
		x.date(&own)
	}
	return &own, nil
}

// move forgets where messages were said: a session moves as a whole.
func move(messages []conv.Message) {
	for i, m := range messages {
		meta := *conv.MetaOf(m)
		if p := meta.TreePosition(); p.Cwd != "" {
			p.Cwd = ""
			meta.SetTreePosition(p)
			messages[i] = format.WithMeta(m, meta)
		}
	}
}

// date gives a message without a time that of the one before it, or of the first
// that has one.
func (x *placing) date(doc *conv.Conversation) {
	at := doc.Session.Started
	for _, m := range doc.Messages {
		at = cmp.Or(at, conv.MetaOf(m).Timestamp)
	}
	if at == 0 && x.now != nil {
		at = x.now()
	}
	doc.Session.Started = cmp.Or(doc.Session.Started, at)
	for i, m := range doc.Messages {
		meta := *conv.MetaOf(m)
		if meta.Timestamp != 0 {
			at = meta.Timestamp
		} else if at != 0 {
			meta.Timestamp = at
			doc.Messages[i] = format.WithMeta(m, meta)
		}
	}
	doc.Session.Updated = cmp.Or(doc.Session.Updated, at)
}

// put writes a session where the agent looks for it.
func (x *placing) put(g *format.SessionInfo, text []byte) error {
	root, place := "", (func(format.PathInput) string)(nil)
	for i := range x.agent.Folders {
		if f := &x.agent.Folders[i]; root == "" && f.PathFor != nil {
			root, place = rootOf(x.p, f), f.PathFor
		}
	}
	if root == "" {
		return &frame.Failure{Code: frame.ExitOther, What: "cannot tell where " + x.agent.Name + " looks for sessions: HOME is not set"}
	}
	rel := place(format.PathInput{SessionInfo: g, Zone: time.Local, Read: func(rel string) []byte {
		data, _ := frame.ReadFile(filepath.Join(root, filepath.FromSlash(rel)))
		return data
	}})
	if !fs.ValidPath(rel) || path.Base(rel) == "." {
		return &frame.Failure{Code: frame.ExitUnreadable, What: "the id of the session cannot name a file: " + g.ID}
	}
	file := filepath.Join(root, filepath.FromSlash(rel))
	goOn := there(g) + terminal.ShellCommand(x.agent.Resume(g, file)...)
	if g.Cwd != "" {
		if info, err := os.Stat(g.Cwd); err != nil || !info.IsDir() {
			x.p.Note("%s: there is no such directory on this machine; --cwd DIR chooses another", g.Cwd)
		}
	}
	if err := x.p.NewFile(file, text); err != nil {
		return frame.AsFailure(err).WithHint("to go on with what is there: %s", goOn)
	}
	return x.p.Show(file + "\n" + goOn + "\n")
}

// tellImport prints the commands that hand a session to an agent that imports it.
func (x *placing) tellImport(g *format.SessionInfo, name string) error {
	file, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	goOn := there(g)
	if !x.same {
		made := g.ID + ".json"
		goOn += terminal.ShellCommand("convo", "transform", "-t", x.agent.Format.Name, "-o", made, file) + " && "
		file = made
	}
	return x.p.Show(goOn + terminal.ShellCommand(x.agent.Import(file)...) + " && " + terminal.ShellCommand(x.agent.Resume(g, file)...) + "\n")
}

// there begins a command that is to run in the directory of a session.
func there(g *format.SessionInfo) string {
	if g.Cwd == "" {
		return ""
	}
	return "cd " + terminal.ShellFile(g.Cwd) + " && "
}
