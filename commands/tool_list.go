package commands

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"convo/conv"
	"convo/conv/rawjson"

	"github.com/urfave/cli/v2"
)

const toolListHelp = `Lists the tool calls that wait for their results, a JSON object a line: id,
name and arguments. What the model wrote is in argumentsText where that is no
JSON object. Calls that the user has passed over wait for nothing.

--available lists the tools that there are instead: the programs on PATH that
are called convo-tool-NAME, as a JSON array of what they print when they are
run with --schema. prompt --tools reads it.

examples:
  convo tool list chat.json
  convo tool list chat.json | jq -r .name
  convo tool list -e chat.json > calls.jsonl || echo "to be answered"
  convo tool list --available --allow-tool 'git-*' > tools.json
  convo prompt --tools tools.json "What has changed?"`

// toolListCommand lists pending calls.
func (p *program) toolListCommand() *cli.Command {
	var flags []cli.Flag
	for _, f := range inputFlags() {
		switch f.Names()[0] {
		case "from", "output", "no-input":
			flags = append(flags, f)
		}
	}
	flags = append([]cli.Flag{
		&cli.BoolFlag{Name: "available", Category: groupTools, Usage: "list the tools on PATH instead"},
		&cli.BoolFlag{Name: "exit-status", Aliases: []string{"e"}, Category: groupTools, Usage: "exit 9 if calls wait"},
	}, append(toolFlags(groupTools), flags...)...)
	return &cli.Command{
		Name:        "tool list",
		Usage:       "list the tool calls that wait for results",
		UsageText:   "convo tool list [FLAG]… [FILE]…",
		Description: toolListHelp,
		Flags:       append(flags, messageFlags()...),
		Action: func(ctx *cli.Context) error {
			if err := p.toolList(&flagReader{Context: ctx}); err != nil {
				return misused(ctx.Command, err)
			}
			return nil
		},
	}
}

// toolList is the command's action.
func (p *program) toolList(flags *flagReader) error {
	box := p.newToolbox(flags)
	c, err := p.newConversion(flags)
	if err != nil {
		return err
	}
	if flags.Bool("available") {
		return p.listAvailable(flags, c, box)
	}
	waiting := 0
	calls := conv.Native()
	calls.Unit = conv.SessionUnit // it ends its own lines
	calls.Write = func(w *rawjson.Writer, doc *conv.Conversation) {
		for _, call := range doc.PendingCalls() {
			if box.allows(call.Name) {
				waiting++
				writeCall(w, call)
			}
		}
	}
	c.to, c.workers = &calls, 1
	if err := c.transform(flags); err != nil {
		return err
	}
	return stillWaiting(flags, waiting)
}

// writeCall writes a call as a line.
func writeCall(w *rawjson.Writer, call *conv.ToolCall) {
	w.BeginObject()
	w.Field("id", call.ID)
	w.Field("name", call.Name)
	w.Key("arguments")
	if call.Arguments == "" {
		w.Raw("{}")
	} else {
		w.Raw(call.Arguments)
	}
	if call.Mended() != rawjson.Strict {
		w.Field("argumentsText", *call.ArgumentsText)
	}
	w.EndObject()
	w.Text("\n")
}

// listAvailable writes the definitions of the tools on PATH.
func (p *program) listAvailable(flags *flagReader, c *conversion, box *toolbox) error {
	if flags.NArg() > 0 {
		return usageError("--available lists the tools on PATH: no FILE")
	}
	to, err := targetsOf(flags)
	if err != nil {
		return err
	}
	return c.run(to, func(*input) error {
		stop, got, end := p.untilSignal()
		defer end()
		tools := box.definitions(stop, p.toolNames())
		if s := got(); s != nil {
			return interruption(s)
		}
		w := rawjson.NewWriter(nil)
		conv.WriteNative(w, &conv.Conversation{Tools: tools})
		list := rawjson.Raw(w.Bytes()).Lookup("tools")
		if list == "" {
			list = "[]"
		}
		_, err := c.destination().Write([]byte(list + "\n"))
		return err
	})
}

// toolNames is the names of the tools on PATH, in its order, each once.
func (p *program) toolNames() (names []string) {
	seen := map[string]bool{}
	for _, dir := range filepath.SplitList(p.getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // PATH often names what is not there
		}
		for _, e := range entries {
			name, ok := strings.CutPrefix(e.Name(), toolPrefix)
			if runtime.GOOS == "windows" {
				name = strings.TrimSuffix(name, filepath.Ext(name))
			}
			if ok && !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	return names
}

// definitions asks the tools of some names what they are. One that does not
// say is told of and left out.
func (t *toolbox) definitions(ctx context.Context, names []string) (tools []conv.ToolDefinition) {
	found := make([][]conv.ToolDefinition, len(names))
	turn := make(chan struct{}, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for i, name := range names {
		if !t.allows(name) {
			continue
		}
		all.Go(func() {
			turn <- struct{}{}
			defer func() { <-turn }()
			found[i] = t.definition(ctx, name)
		})
	}
	all.Wait()
	for _, f := range found {
		tools = append(tools, f...)
	}
	return tools
}

// definition is what a tool says that it is, under the name of its program.
func (t *toolbox) definition(ctx context.Context, name string) []conv.ToolDefinition {
	path, err := programOf(name)
	if err != nil {
		return nil // not a program, or none that can be called
	}
	run := t.run(ctx, launch{path: path, name: name, args: []string{"--schema"}})
	if run.stopped {
		return nil
	}
	what := run.failure
	if what == "" {
		tools, err := readTools(rawjson.NewCursor(inList(run.stdout, name)))
		switch {
		case err != nil:
			what = "prints no definition: " + err.Error()
		case len(tools) != 1:
			what = "prints " + plural(len(tools), "definition")
		default:
			tools[0].Name = name
			return tools
		}
	}
	t.remark(&conv.ToolCall{Name: name}, "--schema: "+what)
	return nil
}

// inList is the definition that a tool printed as a list of it, with the name
// if it has none.
func inList(definition []byte, name string) []byte {
	text := strings.TrimSpace(string(definition))
	c := rawjson.NewCursor([]byte(text))
	if c.Kind() == rawjson.Array {
		return []byte(text)
	}
	named := false
	for key := range c.Fields {
		named = named || key == "name" || key == "function"
	}
	if inside, ok := strings.CutPrefix(text, "{"); ok && !named {
		head := rawjson.NewWriter(nil)
		head.Str(name)
		between := ","
		if strings.HasPrefix(strings.TrimSpace(inside), "}") {
			between = ""
		}
		text = `{"name":` + string(head.Bytes()) + between + inside
	}
	return []byte("[" + text + "]")
}
