package codex

import "convo/conv/format"

// tools are those of Codex: exec_command, and what earlier versions had in its place.
// It edits by patches, which other agents do not have.
// Source: the definitions that the program sends with its requests.
var tools = []format.AgentTool{
	{Does: "shell", Name: "exec_command", Takes: []format.AgentArgument{{"command", "cmd"}, {"workdir", "workdir"}}},
	{Does: "shell", Name: "shell_command", Takes: []format.AgentArgument{{"command", "command"}, {"workdir", "workdir"}, {"milliseconds", "timeout_ms"}}},
	{Does: "shell", Name: "shell", Takes: []format.AgentArgument{{"command", "command"}, {"workdir", "workdir"}, {"milliseconds", "timeout_ms"}}},
}
