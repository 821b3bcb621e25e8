package opencode

import "convo/conv"

// tools are those of opencode.
// Source: the definitions that the program sends with its requests.
var tools = []conv.AgentTool{
	{Does: "shell", Name: "bash", Takes: []conv.AgentArgument{{"command", "command"}, {"description", "description"}, {"milliseconds", "timeout"}, {"workdir", "workdir"}}},
	{Does: "read", Name: "read", Takes: []conv.AgentArgument{{"path", "filePath"}, {"offset", "offset"}, {"limit", "limit"}}},
	{Does: "write", Name: "write", Takes: []conv.AgentArgument{{"path", "filePath"}, {"content", "content"}}},
	{Does: "edit", Name: "edit", Takes: []conv.AgentArgument{{"path", "filePath"}, {"old", "oldString"}, {"new", "newString"}, {"all", "replaceAll"}}},
	{Does: "search", Name: "grep", Takes: []conv.AgentArgument{{"pattern", "pattern"}, {"path", "path"}, {"include", "include"}}},
	{Does: "files", Name: "glob", Takes: []conv.AgentArgument{{"pattern", "pattern"}, {"path", "path"}}},
	{Does: "fetch", Name: "webfetch", Takes: []conv.AgentArgument{{"url", "url"}}},
}
