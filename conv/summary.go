package conv

// Text is the summary as the user text that a model sees of it.
func (m *BranchSummary) Text() string {
	return "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n" + m.Summary + "\n</summary>"
}

// Text is the summary as the user text that a model sees of it.
func (m *CompactionSummary) Text() string {
	return "The conversation history before this point was compacted into the following summary:\n\n<summary>\n" + m.Summary + "\n</summary>"
}
