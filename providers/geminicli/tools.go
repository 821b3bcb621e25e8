package geminicli

import "convo/conv/format"

// tools are those of Gemini CLI, with the name that searching had before. web_fetch
// has its address in a text, so no other agent's tool is like it.
// Source: the definitions that the program sends with its requests.
var tools = []format.AgentTool{
	{Does: "shell", Name: "run_shell_command", Takes: []format.AgentArgument{{"command", "command"}, {"description", "description"}, {"workdir", "dir_path"}}},
	{Does: "read", Name: "read_file", Takes: []format.AgentArgument{{"path", "file_path"}}},
	{Does: "write", Name: "write_file", Takes: []format.AgentArgument{{"path", "file_path"}, {"content", "content"}}},
	{Does: "edit", Name: "replace", Takes: []format.AgentArgument{{"path", "file_path"}, {"old", "old_string"}, {"new", "new_string"}, {"all", "allow_multiple"}}},
	{Does: "search", Name: "grep_search", Takes: []format.AgentArgument{{"pattern", "pattern"}, {"path", "dir_path"}, {"include", "include_pattern"}}},
	{Does: "search", Name: "search_file_content", Takes: []format.AgentArgument{{"pattern", "pattern"}, {"path", "dir_path"}, {"include", "include"}}},
	{Does: "files", Name: "glob", Takes: []format.AgentArgument{{"pattern", "pattern"}, {"path", "dir_path"}}},
	{Does: "web", Name: "google_web_search", Takes: []format.AgentArgument{{"query", "query"}}},
}
