package pipe

import (
	"errors"
	"io/fs"
	"os"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/edit"
	"convo/conv/redact"
)

// redactTable is what --redact takes out, beside what the rules of a file say.
var redactTable = []namedChange{
	{"secrets", redactWith(redact.Secrets)},
	{"paths", redactWith(redact.Paths)},
	{"emails", redactWith(redact.Emails)},
	{"structure", edit.Structure},
}

const redactNames = "secrets|paths|emails|structure|FILE"

func redactWith(find redact.Finder) change {
	return func(c *conv.Conversation, notes *conv.Notes) *conv.Conversation { return edit.Redact(c, find, notes) }
}

func redactOperations(value string) ([]Operation, error) {
	return changesNamed(redactTable, value, ownRules)
}

// ownRules redacts by the rules of a file.
func ownRules(name string) (change, error) {
	data, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) || name == "":
		return nil, frame.UsageError("--redact %q: not a file; want one or more of %s", name, redactNames)
	case err != nil:
		return nil, frame.UsageError("--redact: %v", err)
	}
	find, err := redact.Own(string(data))
	if err != nil {
		return nil, frame.UsageError("--redact %s: %v", name, err).WithHint("a line is a regular expression, optionally after NAME: (# starts a comment)")
	}
	return redactWith(find), nil
}
