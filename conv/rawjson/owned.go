package rawjson

import "strings"

// Owned is a text with memory of its own. What is kept of a conversation once it is
// written is Owned: the memory of the conversation is used for the next one, and a
// string that shares it would show what another conversation says.
type Owned struct{ text string }

// Own returns a copy of a text.
func Own(text string) Owned { return Owned{strings.Clone(text)} }

// String returns the text.
func (o Owned) String() string { return o.text }
