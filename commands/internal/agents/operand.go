package agents

import (
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/terminal"
)

// last names the session of an agent that went on last.
const last = "last"

// Locate is the file of the session that an operand names: AGENT:last, or AGENT:ID
// with the whole id, its beginning or the name of the file. "" is an operand of another kind.
func Locate(p *frame.Program, operand string) (string, error) {
	name, id, _ := strings.Cut(operand, ":")
	agent := agentNamed(name)
	if agent == nil {
		return "", nil
	}
	s := &search{p: p}
	named := sessionsNamed(s.keptBy(agent), id)
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

// sessionsNamed are the sessions, of all with the newest first, that an id or its
// beginning names. Of several with one id, the one that went on last counts.
func sessionsNamed(all []*Session, id string) (named []*Session) {
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
	of := agentNamed(agent)
	if of == nil {
		return nil
	}
	for _, x := range (&search{p: p}).keptBy(of) {
		if x.ID != "" && !x.Helper && !x.isEmpty() {
			kept = append(kept, x)
		}
	}
	return kept
}
