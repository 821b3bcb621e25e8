package claudecode

import "convo/conv/format"

// tools are those of Claude Code 2.1, and of versions before it (Grep, Glob).
// Source: the definitions that the program sends with its requests.
var tools = []format.AgentTool{
	{Does: "shell", Name: "Bash", Takes: []format.AgentArgument{{"command", "command"}, {"description", "description"}, {"milliseconds", "timeout"}}},
	{Does: "read", Name: "Read", Takes: []format.AgentArgument{{"path", "file_path"}, {"offset", "offset"}, {"limit", "limit"}}},
	{Does: "write", Name: "Write", Takes: []format.AgentArgument{{"path", "file_path"}, {"content", "content"}}},
	{Does: "edit", Name: "Edit", Takes: []format.AgentArgument{{"path", "file_path"}, {"old", "old_string"}, {"new", "new_string"}, {"all", "replace_all"}}},
	{Does: "search", Name: "Grep", Takes: []format.AgentArgument{{"pattern", "pattern"}, {"path", "path"}, {"include", "glob"}}},
	{Does: "files", Name: "Glob", Takes: []format.AgentArgument{{"pattern", "pattern"}, {"path", "path"}}},
	{Does: "fetch", Name: "WebFetch", Takes: []format.AgentArgument{{"url", "url"}}},
	{Does: "web", Name: "WebSearch", Takes: []format.AgentArgument{{"query", "query"}}},
}
