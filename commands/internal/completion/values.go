package completion

import (
	"slices"
	"strings"

	"convo/commands/internal/agents"
	"convo/commands/internal/findings"
	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/commands/internal/request"
	"convo/conv/view"
	"convo/providers"
	"convo/providers/catalog"

	"github.com/urfave/cli/v2"
)

// values complete the value of a flag: by what the flag is, or by what help calls
// its value.
func (x *Completer) values(l *list, cmd *cli.Command, f cli.Flag) {
	name, value := strings.TrimLeft(frame.Spellings(f)[0], "-"), frame.ValueName(f)
	switch name {
	case "from":
		l.add("auto", "detect the format")
		formats(l, false)
	case "protocol":
		protocols(l)
	case "model", "fallback":
		x.models(l, cmd.Name == "reply")
	case "agent":
		agentNames(l, "")
	case "effort":
		l.words(request.Efforts()...)
	case "param":
		for _, field := range request.FieldNames() {
			l.add(field+"=", "")
		}
	case "project":
		l.words("injected=drop", "excluded=drop")
	case "trim":
		l.add("auto", "the context window of the model")
	case "drop":
		l.several(pipe.DropNames())
	case "redact":
		l.several([]string{"secrets", "paths", "emails", "structure"})
		l.paths = files
	case "accept", "only":
		l.several(strings.FieldsFunc(value, func(c rune) bool { return c == ',' || c == '|' }))
	case "select", "ignore":
		l.lastOfSeveral()
		rules(l)
	default:
		x.valuesNamed(l, cmd, name, value)
	}
}

// valuesNamed complete a value by its name in help.
func (x *Completer) valuesNamed(l *list, cmd *cli.Command, flag, value string) {
	switch value {
	case "FORMAT":
		formats(l, true)
		if flag == "to" && cmd.Name == "reply" {
			l.words("data", "http", "curl", "json")
		}
		return
	case "MODEL":
		protocols(l)
		x.models(l, false)
		return
	case "AGENT":
		agentNames(l, "")
		return
	}
	for word := range strings.SplitSeq(value, "|") {
		switch {
		case word == "FILE" || word == "PATH":
			l.paths = files
		case word == "DIR":
			l.paths = folders
		case strings.ContainsAny(word, " '=:"):
		case word == strings.ToLower(word) && strings.Contains(value, "|"):
			l.add(word, "")
		}
	}
}

func (l *list) words(words ...string) {
	for _, w := range words {
		l.add(w, "")
	}
}

// several completes the last of words with commas between them.
func (l *list) several(words []string) {
	l.lastOfSeveral()
	given := strings.Split(l.before, ",")
	for _, w := range words {
		if !slices.Contains(given, w) {
			l.add(w, "")
		}
	}
}

func (l *list) lastOfSeveral() {
	at := strings.LastIndexByte(l.begin, ',') + 1
	l.before, l.begin = l.before+l.begin[:at], l.begin[at:]
}

func formats(l *list, written bool) {
	for _, f := range providers.Formats() {
		if written && f.Write != nil || !written && f.Decode != nil {
			l.add(f.Name, f.About)
		}
	}
}

func protocols(l *list) {
	seen := map[string]bool{}
	for _, name := range catalog.Vendors() {
		if v, _, err := catalog.Find(name); err == nil && !seen[v.Protocol] {
			seen[v.Protocol] = true
			l.add(v.Protocol, "the protocol of "+name)
		}
	}
}

// models are vendors and, after a slash, their models.
func (x *Completer) models(l *list, asked bool) {
	vendor, _, ok := strings.Cut(l.begin, "/")
	if ok {
		for _, m := range catalog.Models() {
			if m.Vendor == vendor {
				l.add(vendor+"/"+m.ID, "")
			}
		}
		return
	}
	for _, v := range catalog.Vendors() {
		l.add(v+"/", "")
	}
	if asked {
		l.add("echo:", "repeats the last user message")
		l.add("script:", "answers from a file")
		l.add("local:", "a server on this machine")
	}
}

func rules(l *list) {
	for _, r := range findings.AllRules() {
		l.add(r.ID, r.Title)
	}
}

func agentNames(l *list, end string) {
	for _, a := range providers.Agents() {
		l.add(a.Name+end, "")
	}
}

// sessions are the names of sessions: of agents first, and after the colon of
// what an agent keeps.
func (x *Completer) sessions(l *list) {
	agent, _, ok := strings.Cut(l.begin, ":")
	if !ok {
		if l.begin != "" {
			agentNames(l, ":")
		}
		return
	}
	for i, s := range agents.Kept(x.Program, agent) {
		if l.paths = ""; i == 0 {
			l.add(agent+":last", "the one that went on last")
		}
		l.add(agent+":"+s.ID, s.Cwd+" "+view.Titled(s.Title, s.Question))
	}
}
