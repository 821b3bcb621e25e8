package conv

// Text returns the summary as the user text that a model sees.
func (m *BranchSummary) Text() string {
	return "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n" + m.Summary + "\n</summary>"
}

// Text returns the summary as the user text that a model sees.
func (m *CompactionSummary) Text() string {
	return "The conversation history before this point was compacted into the following summary:\n\n<summary>\n" + m.Summary + "\n</summary>"
}

// Execution is a command that a user ran next to the conversation, as some agents
// record it.
type Execution struct {
	Command, Output      string
	ExitCode             Number // "" if it was stopped
	Cancelled, Truncated bool
	FullOutputPath       string // path of the full output, if Output is truncated
}

// Text returns the command as the user text that a model sees.
func (x *Execution) Text() string {
	text := "Ran `" + x.Command + "`\n"
	if x.Output == "" {
		text += "(no output)"
	} else {
		text += "```\n" + x.Output + "\n```"
	}
	switch {
	case x.Cancelled:
		text += "\n\n(command cancelled)"
	case x.ExitCode != "" && x.ExitCode != "0":
		text += "\n\nCommand exited with code " + string(x.ExitCode)
	}
	if x.Truncated && x.FullOutputPath != "" {
		text += "\n\n[Output truncated. Full output: " + x.FullOutputPath + "]"
	}
	return text
}
