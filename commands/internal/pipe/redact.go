package pipe

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/edit"
	"convo/conv/redact"
)

// redactTable is what --redact takes out, beside what the rules of a file say.
var redactTable = []struct {
	name   string
	redact func(*conv.Conversation, *conv.Notes) *conv.Conversation
}{
	{"secrets", redactWith(redact.Secrets)},
	{"paths", redactWith(redact.Paths)},
	{"emails", redactWith(redact.Emails)},
	{"structure", edit.Structure},
}

const redactNames = "secrets|paths|emails|structure|FILE"

func redactWith(find redact.Finder) func(*conv.Conversation, *conv.Notes) *conv.Conversation {
	return func(c *conv.Conversation, notes *conv.Notes) *conv.Conversation { return edit.Redact(c, find, notes) }
}

func redactOperations(value string) ([]Operation, error) {
	var all []Operation
	for name := range strings.SplitSeq(value, ",") {
		op, err := redactNamed(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		all = append(all, op)
	}
	return all, nil
}

func redactNamed(name string) (Operation, error) {
	for _, row := range redactTable {
		if row.name == name {
			return withNotes(row.redact), nil
		}
	}
	find, err := ownRules(name)
	if err != nil {
		return nil, err
	}
	return withNotes(redactWith(find)), nil
}

// ownRules reads the rules of a file.
func ownRules(name string) (redact.Finder, error) {
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
	return find, nil
}
