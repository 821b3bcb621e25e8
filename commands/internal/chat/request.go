package chat

import (
	"maps"
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/request"
	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
)

// requestChange is what the command line adds to a request.
type requestChange struct {
	request.Change // once it is complete
	settings       []requestSetting
	dropParams     bool
}

// requestSetting is one parameter as it was given.
type requestSetting struct {
	flag string
	set  request.Parameter
}

func newRequestChange(p *frame.Program, flags *frame.Flags) requestChange {
	q := requestChange{dropParams: flags.Bool("drop-params")}
	for _, s := range p.Parsed.Settings {
		text, name := "", "--"+s.Name+" "+s.Value
		switch s.Name {
		case "param":
			text, name = s.Value, "-p "+s.Value
			switch key, _, _ := strings.Cut(s.Value, "="); key {
			case "model":
				flags.Fail(frame.UsageError("-p model: use -m"))
			case "stream":
				flags.Fail(frame.UsageError("-p stream: use --no-stream for an answer in one piece"))
			}
		case "max-tokens":
			text = "maxTokens=" + s.Value
		case "effort":
			text = "reasoning.effort=" + s.Value
			if err := request.UnknownEffort(s.Value); err != nil {
				flags.Fail(frame.UsageError("--effort: %v", err).WithHint("%s", err.Hint()))
			}
		case "tool-choice":
			text = "toolChoice=" + s.Value
			if !slices.Contains([]string{"auto", "none", "required"}, s.Value) {
				text = "toolChoice.name=" + s.Value
			}
		default:
			continue
		}
		set, err := request.ParameterIn(text, name)
		flags.Fail(err)
		q.settings = append(q.settings, requestSetting{name, set})
	}
	return q
}

// complete reads the files of tools and of the schema, over which parameters
// count.
func (q *requestChange) complete(settings []frame.Setting) error {
	err := q.ReadFiles(settings)
	for _, s := range q.settings {
		q.Set = append(q.Set, s.set)
	}
	return err
}

// check refuses what the command line asks for and a model does not take,
// alone or beside what else is asked for.
func (q *requestChange) check(endpoint *providers.Endpoint) error {
	request := conv.Request{}
	for _, s := range q.settings {
		s.set(&request)
		names := endpoint.Target.Unsupported(&request)
		if len(names) == 0 || q.dropParams {
			continue
		}
		what := "the model takes no " + strings.Join(names, ", ")
		if alone := (conv.Request{}); request.Reasons() && len(q.settings) > 1 {
			if s.set(&alone); len(endpoint.Target.Unsupported(&alone)) == 0 {
				what += " while it reasons"
			}
		}
		return frame.UsageError("%s: %s", s.flag, what).WithHint("leave it out with --drop-params")
	}
	return nil
}

// checkValues refuses an effort that the model does not take, and a tool choice
// that names no tool of the conversation, which has the change already. With
// --drop-params the effort becomes the nearest.
func (q *requestChange) checkValues(endpoint *providers.Endpoint, doc *conv.Conversation) error {
	for _, s := range q.settings {
		r := conv.Request{}
		s.set(&r)
		if t := r.ToolChoice; t != nil && t.Mode == conv.ChoiceTool && doc.Request.ToolChoice != nil && doc.Request.ToolChoice.Name == t.Name {
			if err := declared(s.flag, t.Name, doc.Tools); err != nil {
				return err
			}
		}
		if r.Reasoning == nil || q.dropParams || endpoint.Target == nil {
			continue
		}
		if err := takesEffort(s.flag, r.Reasoning.Effort, endpoint.Target); err != nil {
			return err
		}
	}
	return q.checkRecorded(endpoint, doc)
}

// checkRecorded refuses an effort in the conversation that no vendor has: the
// model would be sent another, which may cost more.
func (q *requestChange) checkRecorded(endpoint *providers.Endpoint, doc *conv.Conversation) error {
	r := doc.Request
	if q.dropParams || endpoint.Target == nil || r == nil || r.Reasoning == nil || r.Reasoning.Effort == "" {
		return nil
	}
	rules, effort := endpoint.Target.Model.Rules, r.Reasoning.Effort
	unknown := request.UnknownEffort(effort)
	if rules == nil || rules.Efforts == "" || unknown == nil || strings.Contains(rules.Efforts, " "+effort+" ") {
		return nil
	}
	return frame.UsageError("the conversation's request: %v", unknown).WithHint("%s; set it with --effort", unknown.Hint())
}

// declared refuses the choice of a tool that is not among the tools.
func declared(flag, name string, tools []conv.ToolDefinition) error {
	known := []string{"auto", "none", "required"}
	for i := range tools {
		if tools[i].Name == name {
			return nil
		}
		known = append(known, tools[i].Name)
	}
	f := frame.UsageError("%s: no such tool", flag)
	if near := request.Near(name, known); near != "" {
		return f.WithHint("%s", near)
	}
	return f.WithHint("want %s, or declare the tool with --tools", frame.Either(known))
}

// takesEffort refuses an effort that a target does not take, as far as the catalog
// knows.
func takesEffort(flag, effort string, target *providers.Target) error {
	rules := target.Model.Rules
	if rules == nil || rules.Efforts == "" || effort == "" || effort == "none" || strings.Contains(rules.Efforts, " "+effort+" ") {
		return nil
	}
	f := frame.UsageError("%s: the model takes no effort %s", flag, effort)
	return f.WithHint("want %s, or take the nearest with --drop-params", frame.Either(strings.Fields(rules.Efforts)))
}

// keyVariable is the variable that stands for a key where a request is
// shown; "" if none would be sent.
func (r *reply) keyVariable(endpoint *providers.Endpoint) string {
	switch _, variable := endpoint.KeyIn(r.p.Getenv); {
	case variable != "":
		return variable
	case len(endpoint.KeyVars) > 0 && !endpoint.Keyless:
		return endpoint.KeyVars[0]
	case r.keys.file != "":
		return "API_KEY"
	}
	return ""
}

// showRequest writes what would be sent, with a variable for the key.
func (r *reply) showRequest(call *providers.Call, sent *conv.Conversation, variable string) error {
	shown := *call
	if shown.Key = ""; variable != "" {
		shown.Key = "$" + variable
	}
	request, err := shown.Request(sent)
	if err != nil {
		return err
	}
	header := [][2]string{}
	for _, name := range slices.Sorted(maps.Keys(request.Header)) {
		header = append(header, [2]string{name, strings.Join(request.Header[name], ", ")})
	}
	w := rawjson.NewWriter(r.pipe.Output.Raw)
	address, variables := request.Shown()
	switch r.dryRun {
	case "http":
		writeHTTP(w, request.Method+" "+address, header, request.Body)
	case "curl":
		writeCurl(w, withVariables(address, variables), header, request.Body, shown.Key)
	case "json":
		writeRequestJSON(w, request.Method, address, header, request.Body)
	}
	return w.Flush()
}

func writeHTTP(w *rawjson.Writer, line string, header [][2]string, body []byte) {
	w.Text(line + "\n")
	for _, h := range header {
		w.Text(h[0] + ": " + h[1] + "\n")
	}
	w.Text("\n" + string(body) + "\n")
}

// writeCurl writes a command for sh. The body goes in on stdin, for an
// argument has a limit, and may be no secret that others see in a list of
// processes.
func writeCurl(w *rawjson.Writer, address string, header [][2]string, body []byte, key string) {
	w.Text("curl -sS --no-buffer --fail-with-body " + address + " \\\n")
	for _, h := range header {
		value := quotedForShell(h[0] + ": " + h[1])
		if before, found := strings.CutSuffix(h[1], key); found && key != "" {
			value = `"` + h[0] + ": " + before + "$" + `{` + strings.TrimPrefix(key, "$") + `:?}"`
		}
		w.Text("  -H " + value + " \\\n")
	}
	w.Text("  --data-binary @- <<'CONVO'\n" + string(body) + "\nCONVO\n")
}

// withVariables is an address as a word for sh, in which variables count.
func withVariables(address string, variables []string) string {
	var word strings.Builder
	for _, v := range variables {
		before, after, _ := strings.Cut(address, v)
		word.WriteString(quotedForShell(before) + `"${` + v[1:] + `:?}"`)
		address = after
	}
	if address != "" || word.Len() == 0 {
		word.WriteString(quotedForShell(address))
	}
	return word.String()
}

// quotedForShell is a word for sh.
func quotedForShell(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func writeRequestJSON(w *rawjson.Writer, method, url string, header [][2]string, body []byte) {
	w.BeginObject()
	w.Field("method", method)
	w.Field("url", url)
	w.ObjectField("headers")
	for _, h := range header {
		w.Field(h[0], h[1])
	}
	w.EndObject()
	w.RawField("body", rawjson.Raw(body))
	w.EndObject()
	w.Text("\n")
}
