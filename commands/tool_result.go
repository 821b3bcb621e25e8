package commands

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf8"

	"convo/conv"
	"convo/conv/rawjson"

	"github.com/urfave/cli/v2"
)

const toolResultHelp = `Appends the results of tool calls to the conversation in FILE, which it reads
after stdin has ended. stdin is one of

  JSON Lines  results, in any order: {"id": ID, "content": TEXT|[BLOCK…]}
              and, if wanted, isError, details, terminate. name and
              arguments may stay from tool list
  anything    else, the result of the one call that waits, or of that of
  else        --id: text, or a picture, sound, film or document

They are appended in the order of the calls. Calls without a result go on
waiting; -e exits 9 then.

examples:
  convo tool result -i chat.json < result.txt
  ./wind Bergen | convo tool result -i chat.json --id call_7
  echo "not allowed" | convo tool result --is-error --id call_7 -i chat.json
  convo tool list a.json | ./answer-all | convo tool result a.json > b.json
  convo tool list a.json | jq -c '.content = "no"' | convo tool result a.json`

// toolResultCommand appends results.
func (p *program) toolResultCommand() *cli.Command {
	flags := append([]cli.Flag{
		&cli.StringFlag{Name: "id", Category: groupTools, Usage: "stdin is the result of the call `ID`"},
		&cli.BoolFlag{Name: "is-error", Category: groupTools, Usage: "the tool failed, and the result says how"},
		&cli.BoolFlag{Name: "exit-status", Aliases: []string{"e"}, Category: groupTools, Usage: "exit 9 if calls wait still"},
	}, slices.DeleteFunc(inputFlags(), func(f cli.Flag) bool { return f.Names()[0] == "no-input" })...)
	return &cli.Command{
		Name:        "tool result",
		Usage:       "append the results of tool calls",
		UsageText:   "convo tool result [FLAG]… FILE",
		Description: toolResultHelp,
		Flags:       append(flags, messageFlags()...),
		Action: func(ctx *cli.Context) error {
			if err := p.toolResult(&flagReader{Context: ctx}); err != nil {
				return misused(ctx.Command, err)
			}
			return nil
		},
	}
}

// toolResult is the command's action.
func (p *program) toolResult(flags *flagReader) error {
	c, err := p.newConversion(flags)
	if err != nil {
		return err
	}
	to, err := targetsOf(flags)
	operands := flags.Args().Slice()
	switch {
	case err != nil:
		return err
	case to.inPlace == "" && (len(operands) != 1 || operands[0] == "-"):
		return usageError("the conversation is a FILE, or that of -i: stdin has the results")
	case to.inPlace != "" && len(operands) > 0:
		return usageError("-i reads and replaces its one FILE: no -o, no other FILE")
	case p.terminal(p.stdin):
		return usageError("the results are needed: pipe them in")
	}
	g := &givenResults{id: flags.String("id"), isError: flags.Bool("is-error")}
	if err := g.read(p); err != nil {
		return err
	}
	waiting := 0
	c.workers = 1
	c.operations = append(c.operations, g.added, func(doc *conv.Conversation, _ *conv.Notes) (*conv.Conversation, error) {
		waiting += len(doc.PendingCalls())
		return doc, nil
	})
	err = c.run(to, func(edited *input) error {
		if edited != nil {
			return c.source(edited)
		}
		return c.sources(operands)
	})
	if err != nil {
		return err
	}
	return stillWaiting(flags, waiting)
}

// givenResults is what stdin has: results that name their calls, or one that
// does not.
type givenResults struct {
	id      string // of --id
	isError bool

	named []namedResult
	one   *conv.ToolResultMessage // nil if they are named
	used  bool
}

// namedResult is a result with its place on stdin.
type namedResult struct {
	*conv.ToolResultMessage
	at located
}

// read reads stdin.
func (g *givenResults) read(p *program) error {
	in, err := p.open("-")
	if err != nil {
		return err
	}
	defer in.close()
	all, err := in.frames.Rest()
	if err != nil {
		return fileFailure(exitOther, in.name, err)
	}
	if g.id == "" && namesCall(all.Data) {
		if g.isError {
			return usageError("--is-error is about one result: of several each says so itself")
		}
		return g.readNamed(in.name, all.Data)
	}
	g.one, err = resultOf(all.Data)
	switch {
	case err != nil && !utf8.Valid(all.Data):
		g.one.Content = append(g.one.Content, conv.MediaFromBytes(all.Data))
	case err != nil:
		return &failure{code: exitUnreadable, file: in.name, what: err.Error()}
	}
	g.one.IsError = g.one.IsError || g.isError
	return nil
}

// namesCall reports whether a text begins with a result that says whose it
// is.
func namesCall(text []byte) bool {
	probe := conv.NewProbe(text)
	return probe.HasKind("toolCallId", rawjson.String) || probe.HasKind("id", rawjson.String) && (probe.Has("content") || probe.Has("isError"))
}

// readNamed reads results, a JSON value each.
func (g *givenResults) readNamed(name string, text []byte) error {
	frames := rawjson.NewFrames(bytes.NewReader(text), int64(len(text)))
	for {
		block, err := frames.Next()
		if err != nil {
			return nil // the end: all of it is in memory
		}
		for v := range block.Values() {
			at := located{file: name, block: v}
			m, err := readResult(bytes.TrimRight(v.Data, "\r\n"))
			if err != nil {
				return at.failure(err)
			}
			g.named = append(g.named, namedResult{m, at})
		}
	}
}

// readResult reads a result that names its call.
func readResult(data []byte) (*conv.ToolResultMessage, error) {
	r := conv.NewReader(data, conv.Native().Family, nil)
	m, ok := conv.ReadMessage(r, conv.RoleToolResult).(*conv.ToolResultMessage)
	if err := r.End(); err != nil {
		return nil, err
	}
	if ok && m.ToolCallID == "" {
		m.ToolCallID, m.ID = m.ID, ""
	}
	if !ok || m.ToolCallID == "" {
		return nil, &failure{code: exitUnreadable, what: `no result of a tool: want {"id": …, "content": …}`}
	}
	residue := m.Extensions
	m.Name, m.Extensions = "", nil // what tool list wrote of the call goes
	for _, x := range residue {
		for _, member := range x.Members {
			if member.Key != "arguments" && member.Key != "argumentsText" {
				m.Extensions.Set(x.Family, member.Key, member.Value)
			}
		}
	}
	conv.Unplace([]conv.Message{m})
	return m, nil
}

// added is the operation that appends the results.
func (g *givenResults) added(c *conv.Conversation, _ *conv.Notes) (*conv.Conversation, error) {
	if g.used {
		return nil, usageError("the results are for one conversation, and there is another")
	}
	g.used = true
	pending := c.PendingCalls()
	results := make([]*conv.ToolResultMessage, len(pending))
	if g.one != nil {
		i, err := g.answers(pending)
		if err != nil || i < 0 {
			return c, err
		}
		results[i] = g.one
	}
	for _, m := range g.named {
		i := slices.IndexFunc(pending, func(call *conv.ToolCall) bool { return call.ID == m.ToolCallID })
		if i < 0 || results[i] != nil {
			f := &failure{code: exitUnreadable, what: "a second result of the call " + strconv.Quote(m.ToolCallID)}
			if i < 0 {
				f.what = "no call " + strconv.Quote(m.ToolCallID) + " waits for a result"
				f.hint = openCalls(pending, m.ToolCallID)
			}
			return nil, m.at.failure(f)
		}
		results[i] = m.ToolResultMessage
	}
	for i, m := range results {
		if m != nil {
			m.ToolCallID, m.ToolName = pending[i].ID, pending[i].Name
		}
	}
	return withResults(c, slices.DeleteFunc(results, func(m *conv.ToolResultMessage) bool { return m == nil })), nil
}

// answers is the index of the call that the one result is of; -1 if there is
// neither.
func (g *givenResults) answers(pending []*conv.ToolCall) (int, error) {
	i := slices.IndexFunc(pending, func(call *conv.ToolCall) bool { return call.ID == g.id })
	nothing := len(g.one.Content) == 0 && g.one.Details == "" && !g.one.Terminate
	switch {
	case g.id != "" && i < 0:
		return 0, usageError("--id %q: no such call waits for a result", g.id).withHint("%s", openCalls(pending, g.id))
	case g.id != "":
		return i, nil
	case nothing && len(pending) == 0:
		return -1, nil
	case nothing:
		return 0, (&failure{code: exitUnreadable, file: stdinName, what: "no result is in it"}).withHint("%s", openCalls(pending, ""))
	case len(pending) == 0:
		return 0, usageError("a result, and no call waits for one")
	case len(pending) > 1:
		return 0, usageError("%d calls wait, and the result does not say whose it is", len(pending)).withHint("--id says it; %s", openCalls(pending, ""))
	}
	return 0, nil
}
