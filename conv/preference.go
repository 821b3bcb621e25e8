package conv

// What a preference, a line of training data with two answers to one history,
// has in the residue of its format: the conversation goes on with the answer
// that is preferred.
const (
	Preference   = "~preference"          // on the conversation: it is one
	Preferred    = "~preferred"           // on the first message of the preferred answer
	NotPreferred = "non_preferred_output" // on the conversation: the messages of the other answer
)
