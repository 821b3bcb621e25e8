package claudecode

import (
	"cmp"
	"path"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// helpers names the files of a session's helpers: in a folder of the session, or
// beside it, as older versions wrote them.
func helpers(file string) []string {
	folder, ok := strings.CutSuffix(file, ".jsonl")
	if !ok || !session.IsUUID(path.Base(folder)) {
		return nil
	}
	return []string{folder + "/subagents/agent-*.jsonl", path.Join(path.Dir(file), "agent-*.jsonl")}
}

// isAside reports whether a file holds no session: what the program notes about
// helpers and sessions, output that it moved out of a session, and the helper that
// only summarizes a session before a compaction.
func isAside(file string) bool {
	folder, name := path.Split(file)
	switch folder = strings.TrimSuffix(folder, "/"); path.Base(folder) {
	case "tool-results":
		return session.IsUUID(path.Base(path.Dir(folder)))
	case "subagents":
		return strings.HasSuffix(name, ".meta.json") || strings.HasPrefix(name, "agent-acompact-")
	}
	return name == "sessions-index.json"
}

// beside names the file that the program writes beside the session of a helper:
// {"agentType":…,"toolUseId":…}.
func beside(file string) string {
	name, ok := strings.CutSuffix(file, ".jsonl")
	if !ok || !strings.HasPrefix(path.Base(name), "agent-") {
		return ""
	}
	return name + ".meta.json"
}

// takeBeside takes what a helper is for and which call started it, if its session
// does not say.
func takeBeside(c *conv.Conversation, text []byte) bool {
	in := rawjson.NewCursor(text)
	kind, call := "", ""
	for key := range in.Fields {
		switch key {
		case "agentType":
			kind = in.StrOnly()
		case "toolUseId":
			call = in.StrOnly()
		}
	}
	if in.End() != nil {
		return false
	}
	if s := c.Session; s != nil && s.Parent != nil {
		s.AgentType, s.Parent.ToolCallID = cmp.Or(s.AgentType, kind), cmp.Or(s.Parent.ToolCallID, call)
	}
	return true
}
