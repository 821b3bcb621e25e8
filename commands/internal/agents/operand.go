package agents

import (
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/terminal"
	"convo/providers"
)

// last names the session of an agent that went on last.
const last = "last"

// Locate is the file of the session that an operand names: AGENT:last, or AGENT:ID
// with the whole id, its beginning or the name of the file. "" is an operand of another kind.
func Locate(p *frame.Program, operand string) (string, error) {
	name, id, _ := strings.Cut(operand, ":")
	all := providers.Agents()
	at := slices.IndexFunc(all, func(a providers.AgentFormat) bool { return a.Name == name })
	if at < 0 {
		return "", nil
	}
	agent := &all[at]
	s := &search{p: p}
	s.own([]*providers.AgentFormat{agent})
	named := sessionsNamed(s.look(nil), id)
	switch {
	case id == "" || len(named) == 0:
		f := &frame.Failure{Code: frame.ExitUnreadable, File: operand, What: "no such session" + s.where()}
		if len(agent.Databases) > 0 {
			return "", f.WithHint("%s prints a session: %s | convo transform", agent.Name, terminal.ShellCommand(agent.Export("ID")...))
		}
		return "", f.WithHint("to list the sessions: convo sessions --helpers --agent %s", agent.Name)
	case len(named) > 1:
		var ids []string
		for _, x := range named[:min(len(named), 4)] {
			ids = append(ids, terminal.ShellWord(agent.Name+":"+x.ID))
		}
		f := &frame.Failure{Code: frame.ExitUnreadable, File: operand, What: frame.Plural(len(named), "session") + " have an id with this beginning"}
		return "", f.WithHint("name one: %s", strings.Join(ids, " "))
	case !named[0].IsFile():
		f := &frame.Failure{Code: frame.ExitUnreadable, File: operand, What: "no single file holds this session"}
		return "", f.WithHint("%s prints it: %s | convo transform", agent.Name, terminal.ShellCommand(agent.Export(named[0].ID)...))
	}
	return named[0].Path, nil
}

// sessionsNamed are the sessions that an id or its beginning names. Of several with
// one id, the one that went on last counts.
func sessionsNamed(all []*Session, id string) (named []*Session) {
	newestFirst(all)
	for _, s := range all {
		switch {
		case id == last && !s.Helper && !s.isEmpty(), s.ID == id, s.file() == id:
			return []*Session{s}
		case strings.HasPrefix(s.ID, id) && !slices.ContainsFunc(named, func(n *Session) bool { return n.ID == s.ID }):
			named = append(named, s)
		}
	}
	return named
}

// Kept are the sessions that an agent keeps, newest first, without those of helpers
// and those in which nobody has said anything; none if there is no such agent.
func Kept(p *frame.Program, agent string) (kept []*Session) {
	all := providers.Agents()
	at := slices.IndexFunc(all, func(a providers.AgentFormat) bool { return a.Name == agent })
	if at < 0 {
		return nil
	}
	s := &search{p: p}
	s.own([]*providers.AgentFormat{&all[at]})
	found := s.look(nil)
	newestFirst(found)
	for _, x := range found {
		if x.ID != "" && !x.Helper && !x.isEmpty() {
			kept = append(kept, x)
		}
	}
	return kept
}
