package adapt

import (
	"slices"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// MapTools gives the calls of one agent's tools the names and arguments that
// another agent's tools have. from are the tools that calls may be of, the likely
// ones first. An argument that has no counterpart stays as it is. So does a call
// that to has no tool for.
func MapTools(c *conv.Conversation, from [][]format.AgentTool, to []format.AgentTool, agent string, notes *note.Notes) *conv.Conversation {
	m := &toolMapping{from: from, to: to, agent: agent, notes: notes, named: map[string]renamed{}}
	return c.WithMessages(format.ChangeMessages(c.Messages, m.message))
}

type toolMapping struct {
	from  [][]format.AgentTool
	to    []format.AgentTool
	agent string
	notes *note.Notes
	named map[string]renamed // of the last call with an id
}

type renamed struct{ old, now string }

func (m *toolMapping) message(in conv.Message) conv.Message {
	switch in := in.(type) {
	case *conv.AssistantMessage:
		return changeCalls(in, func(t *conv.ToolCall) *conv.ToolCall {
			now := m.call(t)
			m.named[t.ID] = renamed{t.Name, now.Name}
			return now
		})
	case *conv.ToolResultMessage:
		if r := m.named[in.ToolCallID]; r.old != r.now && in.ToolName == r.old {
			x := *in
			x.ToolName = r.now
			return &x
		}
	}
	return in
}

// call is a call as the other agent would have made it.
func (m *toolMapping) call(t *conv.ToolCall) *conv.ToolCall {
	members := t.Arguments.Members()
	if t.Mended() != rawjson.Strict || toolOf(m.to, t.Name, members) != nil {
		return t
	}
	for _, tools := range m.from {
		tool := toolOf(tools, t.Name, members)
		if tool == nil {
			continue
		}
		i := slices.IndexFunc(m.to, func(x format.AgentTool) bool { return x.Does == tool.Does })
		if i < 0 {
			break
		}
		arguments, ok := m.arguments(t, tool, &m.to[i], members)
		if !ok {
			break
		}
		m.notes.Info(note.CodeTools, note.Renamed, t.Offset(), "tool call, now "+m.to[i].Name+",", t.Name)
		x := *t
		x.Name, x.Arguments, x.ArgumentsText = m.to[i].Name, arguments, nil
		return &x
	}
	m.notes.Info(note.CodeTools, note.Unknown, t.Offset(), "call of a tool that "+m.agent+" does not have,", t.Name)
	return t
}

// toolOf is the tool of a name that needs no more than what a call says.
func toolOf(tools []format.AgentTool, name string, members []rawjson.Member) *format.AgentTool {
	for i := range tools {
		if tool := &tools[i]; tool.Name == name && !slices.ContainsFunc(format.ToolNeeds(tool.Does), func(need string) bool {
			return valueOf(tool, need, members) == ""
		}) {
			return tool
		}
	}
	return nil
}

// valueOf is what a call says of one meaning, "" if it does not say it.
func valueOf(tool *format.AgentTool, means string, members []rawjson.Member) rawjson.Raw {
	for _, a := range tool.Takes {
		if a.Means() != means {
			continue
		}
		list, field, inside := strings.Cut(a.Name(), "[].")
		for _, m := range members {
			switch {
			case m.Key != list:
			case !inside:
				return plain(means, m.Value)
			default:
				if only := onlyOf(m.Value); only != nil {
					if i := slices.IndexFunc(only, func(m rawjson.Member) bool { return m.Key == field }); i >= 0 {
						return only[i].Value
					}
				}
			}
		}
	}
	return ""
}

// plain is a command without the shell that runs it: ["bash", "-lc", "ls"] is ls.
func plain(means string, value rawjson.Raw) rawjson.Raw {
	if means != "command" || !strings.HasPrefix(string(value), "[") {
		return value
	}
	var words []rawjson.Raw
	for w := range value.Elements {
		if words = append(words, w); len(words) > 3 {
			return ""
		}
	}
	shells, options := []string{"bash", "sh", "zsh", "/bin/bash", "/bin/sh", "/bin/zsh"}, []string{"-c", "-lc"}
	if len(words) != 3 || !slices.Contains(shells, words[0].Text()) || !slices.Contains(options, words[1].Text()) {
		return "" // no text that any shell would take for it
	}
	return words[2]
}

// onlyOf is the fields of the only object in a list, nil for anything else.
func onlyOf(list rawjson.Raw) (only []rawjson.Member) {
	n := 0
	for e := range list.Elements {
		if n++; n > 1 {
			return nil
		}
		only = e.Members()
	}
	return only
}

// arguments are those of a call in the words of another tool. It fails if a list
// has more than the fields that are known.
func (m *toolMapping) arguments(t *conv.ToolCall, from, to *format.AgentTool, members []rawjson.Member) (rawjson.Raw, bool) {
	var out, inside []rawjson.Member
	list := ""
	set := func(name string, value rawjson.Raw) {
		l, field, nested := strings.Cut(name, "[].")
		switch {
		case !nested:
			out = append(out, rawjson.Member{Key: name, Value: value})
		case list == "":
			out = append(out, rawjson.Member{Key: l})
			fallthrough
		default:
			list = l
			inside = append(inside, rawjson.Member{Key: field, Value: value})
		}
	}
	for _, member := range members {
		taken := false
		for _, a := range from.Takes {
			l, _, nested := strings.Cut(a.Name(), "[].")
			if l != member.Key {
				continue
			}
			if taken = true; nested && len(onlyOf(member.Value)) != countInside(from, l) {
				return "", false
			}
			name, value := nameFor(to, a.Means(), valueOf(from, a.Means(), members))
			if name == "" && nested {
				return "", false
			}
			if name == "" {
				taken = false
				continue
			}
			set(name, value)
		}
		if !taken && slices.ContainsFunc(to.Takes, func(a format.AgentArgument) bool {
			name, _, _ := strings.Cut(a.Name(), "[].")
			return name == member.Key
		}) {
			m.notes.Loss(note.CodeTools, note.Dropped, t.Offset(), "argument of "+t.Name+" that means something else to "+to.Name+",", member.Key)
		} else if !taken {
			m.notes.Info(note.CodeTools, note.Unknown, t.Offset(), "argument that "+to.Name+" does not take,", member.Key)
			out = append(out, member)
		}
	}
	for i := range out {
		if out[i].Key == list && list != "" {
			out[i].Value = rawjson.ArrayOf([]rawjson.Raw{rawjson.ObjectOf(inside)})
		}
	}
	return rawjson.ObjectOf(out), true
}

// countInside is how many arguments are fields in a list.
func countInside(tool *format.AgentTool, list string) (n int) {
	for _, a := range tool.Takes {
		if strings.HasPrefix(a.Name(), list+"[].") {
			n++
		}
	}
	return n
}

// nameFor is the argument of a tool for a meaning, with the value as it takes it.
func nameFor(tool *format.AgentTool, means string, value rawjson.Raw) (string, rawjson.Raw) {
	for _, a := range tool.Takes {
		switch {
		case a.Means() == means:
			return a.Name(), value
		case a.Means() == "seconds" && means == "milliseconds":
			if n, err := strconv.ParseInt(string(value), 10, 64); err == nil && n%1000 == 0 {
				return a.Name(), rawjson.Raw(strconv.FormatInt(n/1000, 10))
			}
		case a.Means() == "milliseconds" && means == "seconds":
			if n, err := strconv.ParseInt(string(value), 10, 64); err == nil && n < 1e9 && n > -1e9 {
				return a.Name(), rawjson.Raw(strconv.FormatInt(n*1000, 10))
			}
		}
	}
	return "", ""
}
