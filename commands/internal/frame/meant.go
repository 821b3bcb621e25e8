package frame

import (
	"slices"
	"strings"

	"convo/commands/internal/terminal"
	"convo/providers"

	"github.com/urfave/cli/v2"
)

// meantCommands are words that other programs have for what convo does, and what to
// write.
var meantCommands = []struct{ words, hint string }{
	{"chat talk", "to ask and go on with the conversation: convo ask -i chat.json TEXT"},
	{"last", "to show the last session of an agent: convo show claude-code:last"},
	{"list ls sessions-list history log logs", "to list the sessions on this machine: convo sessions"},
	{"convert export import to translate", "to convert: convo transform -t FORMAT FILE"},
	{"view cat open read print display render page", "to look at a conversation: convo show FILE (in a browser: --open)"},
	{"grep search rg", "to search: convo find PATTERN FILE"},
	{"stats stat price prices usage tokens count spend", "to add up tokens and costs: convo cost FILE"},
	{"compare", "to compare: convo diff A B"},
	{"check lint verify", "to check: convo validate FILE"},
	{"anonymize anonymise mask scrub sanitize", "to leave out secrets: convo transform --redact secrets,paths FILE"},
	{"auth login key set-key", "for keys: convo help keys"},
	{"settings configure init", "for settings: convo help config"},
	{"resume continue move copy", "to go on in another agent: convo sessions place FILE --for AGENT"},
	{"run exec", "to run the tools of an answer: convo tool run, or convo reply --run-tools"},
	{"complete answer send generate", "to ask a model: convo ask TEXT, or convo reply FILE"},
	{"new create add say message", "to add a message: convo prompt TEXT"},
}

// meantFlags are flags of other programs and commands. The hint counts if the command
// has the flag that it names, or if it names none.
var meantFlags = []struct{ words, flag, hint string }{
	{"api-key apikey key token", "", keyHint},
	{"undo", "", "to take back the last message and say another: convo prompt --undo 1 TEXT"},
	{"grep find query pattern match", "search", "to choose messages by their text: --search TEXT"},
	{"grep search", "", "to search: convo find PATTERN FILE"},
	{"temperature temp top-p top_p top-k top_k seed stop presence-penalty frequency-penalty", "param", "parameters of models go after -p: -p temperature=0.2"},
	{"head tail limit count lines", "last", "for the last messages: --last N"},
	{"format output-format to-format", "to", "the output format goes after -t: -t FORMAT"},
	{"output-file out", "output", "the output file goes after -o: -o FILE"},
	{"input input-file in", "", "inputs need no flag: name them as FILE"},
	{"recurse", "recursive", "to read a folder: -r"},
	{"browser html web", "open", "to look at it in a browser: --open"},
	{"prompt", "", "to say something first: convo prompt TEXT | convo reply"},
}

// hasWord reports whether a list of words has one.
func hasWord(words, word string) bool { return slices.Contains(strings.Fields(words), word) }

// commandHint says what to write for a word that is no command, "" if nobody knows.
func (p *Program) commandHint(name string) string {
	for _, t := range p.Topics {
		if t.Name == name {
			return "it is a topic of the help: convo help " + name
		}
	}
	for _, m := range meantCommands {
		if hasWord(m.words, strings.ToLower(name)) {
			return m.hint
		}
	}
	return ""
}

// flagHint says what to write for a flag that a command does not have, "" if nobody
// knows.
func flagHint(table []cli.Flag, name string) string {
	for _, m := range meantFlags {
		if hasWord(m.words, name) && (m.flag == "" || flagNamed(table, m.flag) != nil) {
			return m.hint
		}
	}
	if strings.Trim(name, "0123456789") == "" && flagNamed(table, "last") != nil {
		return "for the last messages: --last " + name
	}
	return ""
}

// fileHint says what may have been meant by the name of a file that is not there.
func fileHint(name string) string {
	agent, id, named := strings.Cut(name, ":")
	var agents []string
	for _, a := range providers.Agents() {
		agents = append(agents, a.Name)
	}
	near := providers.Nearest(agent, agents)
	switch {
	case named && len(near) > 0:
		return "did you mean " + terminal.ShellWord(near[0]+":"+id) + "?"
	case name == "last":
		return "the last session of an agent is, for example, claude-code:last; convo sessions lists all"
	case name != "" && strings.Trim(name, "0123456789") == "":
		return "for the last messages of a FILE: --last " + name
	}
	return "arguments are files, and - is stdin; formats go after -f and -t"
}
