package opencode

import "convo/conv/format"

// tools are those of opencode.
// Source: the definitions that the program sends with its requests.
var tools = []format.AgentTool{
	{Does: "shell", Name: "bash", Takes: []format.AgentArgument{{"command", "command"}, {"description", "description"}, {"milliseconds", "timeout"}, {"workdir", "workdir"}}},
	{Does: "read", Name: "read", Takes: []format.AgentArgument{{"path", "filePath"}, {"offset", "offset"}, {"limit", "limit"}}},
	{Does: "write", Name: "write", Takes: []format.AgentArgument{{"path", "filePath"}, {"content", "content"}}},
	{Does: "edit", Name: "edit", Takes: []format.AgentArgument{{"path", "filePath"}, {"old", "oldString"}, {"new", "newString"}, {"all", "replaceAll"}}},
	{Does: "search", Name: "grep", Takes: []format.AgentArgument{{"pattern", "pattern"}, {"path", "path"}, {"include", "include"}}},
	{Does: "files", Name: "glob", Takes: []format.AgentArgument{{"pattern", "pattern"}, {"path", "path"}}},
	{Does: "fetch", Name: "webfetch", Takes: []format.AgentArgument{{"url", "url"}}},
}
