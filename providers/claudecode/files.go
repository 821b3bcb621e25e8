package claudecode

import (
	"path"
	"strings"
)

// helpers names the files of a session's helpers: in a folder of the session, or
// beside it, as older versions wrote them.
func helpers(file string) []string {
	session, ok := strings.CutSuffix(file, ".jsonl")
	if !ok || !isUUID(path.Base(session)) {
		return nil
	}
	return []string{session + "/subagents/agent-*.jsonl", path.Join(path.Dir(file), "agent-*.jsonl")}
}

// isAside reports whether a file holds no session: what the program notes about
// helpers and sessions, output that it moved out of a session, and the helper that
// only summarizes a session before a compaction.
func isAside(file string) bool {
	folder, name := path.Split(file)
	switch folder = strings.TrimSuffix(folder, "/"); path.Base(folder) {
	case "tool-results":
		return isUUID(path.Base(path.Dir(folder)))
	case "subagents":
		return strings.HasSuffix(name, ".meta.json") || strings.HasPrefix(name, "agent-acompact-")
	}
	return name == "sessions-index.json"
}
