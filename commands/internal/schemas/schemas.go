// Package schemas writes the JSON Schemas of what convo reads and writes.
package schemas

import (
	"slices"
	"strings"

	"convo/commands/internal/agents"
	"convo/commands/internal/findings"
	"convo/commands/internal/frame"
	"convo/commands/internal/meter"
	"convo/commands/internal/pipe"
	"convo/conv/rawjson"
	"convo/conv/shape"
	"convo/providers"
)

// Own are the names of schemas of what is convo's own.
func Own() []string { return []string{"conversation", "events", "errors", "report"} }

// Write writes the schema of a name; "" is the conversation.
func Write(w *rawjson.Writer, name string) error {
	const id = "urn:convo:schema:"
	format := name
	switch name {
	case "errors":
		frame.FailureShape().Schema(w, id+name)
		return nil
	case "report":
		shape.SchemaOfAny(w, id+name, "What convo reports: findings of validate -t json, notes of transform --report, sums of cost -t json, a line of detect -t json, or of sessions -t jsonl.",
			findings.FindingsShape(), pipe.NotesShape(), meter.CostsShape(), pipe.DetectionShape(), agents.SessionShape())
		return nil
	case "", "conversation":
		name, format = "conversation", "convo"
	case "events":
		format = "ag-ui-events"
	}
	f, err := providers.Lookup(format)
	if err != nil || f.Shape == nil {
		return unknown(name)
	}
	f.Shape().Schema(w, id+name)
	return nil
}

// unknown says which names there are.
func unknown(name string) error {
	names := Own()
	for _, f := range providers.Formats() {
		if f.Shape != nil {
			names = append(names, f.Name)
		}
	}
	err := frame.UsageError("unknown schema %q", name)
	if near := providers.Nearest(name, names); len(near) > 0 && !slices.Contains(names, name) {
		return err.WithHint("did you mean %s? known schemas: %s", near[0], strings.Join(names, ", "))
	}
	return err.WithHint("want one of: %s", strings.Join(names, ", "))
}
