package format

import (
	"strings"
	"time"

	"convo/conv/rawjson"
)

// Agent is a program that keeps its sessions in a format: where they lie, what a
// list shows of one, and how the program goes on with one. It only names files,
// and others read them.
type Agent struct {
	Name    string        // as people write it: codex
	Folders []AgentFolder // where its sessions lie

	// NameID is the id of a session that the name of its file says, without
	// folders; "" if it says none. Nil: no name does.
	NameID func(file string) string

	// SessionInfo reads a line of a session, or a document that may be cut off.
	Glance func(text []byte, g *SessionInfo)

	// CwdOf is the working directory that the folder of a session says, "" if it
	// says none. read reads a file by its path in the agent's folder; nil is one
	// that is not there. Nil: no folder does.
	CwdOf func(path string, read func(path string) []byte) string

	// Resume is the command that goes on with the session in a file.
	Resume func(g *SessionInfo, file string) []string

	// Import is the command that hands a file to the program. Nil: the program
	// finds files in its folders.
	Import func(file string) []string

	// Export is the command that prints the session with an id. Nil: a session is
	// one file.
	Export func(id string) []string

	// Databases are files, as Folders names them, in which the program keeps sessions
	// that List prints.
	Databases []AgentFolder
	List      []string

	// Tools are those of its tools that other agents have, too.
	Tools []AgentTool
}

// AgentTool is a tool of an agent: what it does, its name, and the arguments that
// say the same in other agents. What it does and what an argument means are words
// that all agents share, as ToolNeeds has them.
type AgentTool struct {
	Does, Name string
	Takes      []AgentArgument
}

// AgentArgument is what an argument of a tool means, and its name.
// "edits[].oldText" is a field of the only object in a list.
type AgentArgument [2]string

// Means is the word for what the argument says.
func (a AgentArgument) Means() string { return a[0] }

// Name is what the tool calls it.
func (a AgentArgument) Name() string { return a[1] }

// ToolNeeds are the arguments without which a tool cannot do what it does. It may
// take others: "workdir", "description", "offset" and "limit" in lines, "all"
// occurrences, "include" as a pattern of files, "milliseconds" or "seconds".
func ToolNeeds(does string) []string {
	switch does {
	case "shell":
		return []string{"command"}
	case "read":
		return []string{"path"}
	case "write":
		return []string{"path", "content"}
	case "edit":
		return []string{"path", "old", "new"}
	case "search", "files": // in the text of files, by their names
		return []string{"pattern"}
	case "fetch":
		return []string{"url"}
	case "web":
		return []string{"query"}
	default:
		panic("no such kind of tool: " + does)
	}
}

// AgentFolder is a folder of an agent: one that a variable names or, without the
// variable, one at its usual place in the user's home folder.
type AgentFolder struct {
	Variable string // such as CODEX_HOME
	Below    string // path from the variable's folder, "" if it is that one
	Home     string // path from the home folder; "": there is only the variable's

	Sessions []string // patterns of paths in the folder, as path.Match takes them
	Helpers  []string // patterns of the sessions of helpers

	// PathFor is the path in the folder where the program looks for a session. Nil:
	// it looks for new ones elsewhere.
	PathFor func(PathInput) string
}

// PathInput is what the place of a session depends on.
type PathInput struct {
	*SessionInfo
	Zone *time.Location           // of the user
	Read func(path string) []byte // reads a file in the folder; nil is one that is not there
}

// SessionInfo is what a list shows of a session: what the first and the last of its
// lines say.
type SessionInfo struct {
	ID, Cwd, Branch  string
	Title            string
	Question         string // the first that a person typed
	Model            string // the last
	Started, Updated int64  // Unix milliseconds; 0 is unknown
	Helper           bool   // another session started it
	Parent           string // the id of that session

	Late   bool // the lines to come are the last ones, after a gap
	Chosen bool // a person chose the title
	Sure   bool // a person typed the question, and no better line comes
	Doubt  bool // a program may have written the question, and a better one may come
}

// At takes note of the time of a line, in Unix milliseconds.
func (g *SessionInfo) At(ms int64) {
	if ms == 0 {
		return
	}
	if g.Started == 0 && !g.Late {
		g.Started = ms
	}
	g.Updated = ms
}

// Asked takes note of what a person typed. What a program seems to have written in
// the person's name counts until something else comes.
func (g *SessionInfo) Asked(text string) {
	if text = strings.TrimSpace(text); !g.WantsQuestion() || text == "" {
		return
	}
	doubt := seemsWritten(text)
	if g.Question == "" || !doubt {
		g.Question, g.Doubt = text, doubt
	}
}

// WantsQuestion reports whether the question is not known, or in doubt.
func (g *SessionInfo) WantsQuestion() bool { return !g.Late && (g.Question == "" || g.Doubt) }

// seemsWritten reports whether a program seems to have written a text: it begins with
// an instruction that became user text, or with a tag of several words, as
// <environment_context>.
func seemsWritten(text string) bool {
	if strings.HasPrefix(text, SystemMark) {
		return true
	}
	tag, _, closed := strings.Cut(text, ">")
	if !closed || !strings.HasPrefix(tag, "<") || !strings.ContainsAny(tag, "_-") {
		return false
	}
	return !strings.ContainsFunc(tag[1:], func(r rune) bool { return (r < 'a' || r > 'z') && r != '_' && r != '-' })
}

// SystemMark begins the text of an instruction that is user text, because a format
// has no place for instructions in mid-conversation.
const SystemMark = "[system] "

// TextAt reads a string, or the texts of a part or of a list of parts, a line each.
// It skips other values.
func TextAt(c *rawjson.Cursor) string {
	var texts []string
	one := func() {
		if c.Kind() == rawjson.String {
			texts = append(texts, c.Str())
			return
		}
		for key := range c.FieldsOnly {
			if key == "text" && c.Kind() == rawjson.String {
				texts = append(texts, c.Str())
			}
		}
	}
	if c.Kind() != rawjson.Array {
		one()
	} else {
		for range c.Elements {
			one()
		}
	}
	return strings.Join(texts, "\n")
}
