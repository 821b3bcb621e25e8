package chat

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"convo/commands/internal/frame"
	"convo/commands/internal/request"
	"convo/conv"
	"convo/conv/rawjson"
)

// ToolNames is the names of the tools on PATH, in its order, each once.
func ToolNames(p *frame.Program) (names []string) {
	seen := map[string]bool{}
	for _, dir := range filepath.SplitList(p.Getenv("PATH")) {
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

// Definitions runs tools for their definitions. A tool that does not print one
// is reported and left out.
func (t *Toolbox) Definitions(ctx context.Context, names []string) (tools []conv.ToolDefinition) {
	found := make([][]conv.ToolDefinition, len(names))
	turn := make(chan struct{}, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for i, name := range names {
		if !t.Allows(name) {
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
func (t *Toolbox) definition(ctx context.Context, name string) []conv.ToolDefinition {
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
		tools, err := request.ReadTools(rawjson.NewCursor(inList(run.stdout, name)))
		switch {
		case err != nil:
			what = "does not print a definition: " + err.Error()
		case len(tools) != 1:
			what = "prints " + frame.Plural(len(tools), "definition")
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
