package main

import (
	"slices"
	"strings"
)

// A note is what convo reports of a conversion.
type note struct {
	Severity, Kind, Code, At, What string
}

// losses are the codes of notes that allow an item of a kind to be missing or
// different. The codes are those of convo's notes.
var losses = map[kind][]string{
	user:      {"L-HISTORY", "L-ROLE", "L-BRANCH", "L-REDACT"},
	assistant: {"L-HISTORY", "L-ROLE", "L-BRANCH", "L-REFUSAL", "L-ORDER"},
	call:      {"L-HISTORY", "L-ARGTEXT", "L-CUSTOMTOOL", "L-SERVER", "L-ORDER"},
	result:    {"L-HISTORY", "L-SERVER", "L-RESIMG", "L-ORDER"},
	image:     {"L-HISTORY", "L-IMG", "L-URL", "L-FILE", "L-AUD", "L-VID", "L-DOC", "L-RESIMG"},
	system:    {"L-HISTORY", "L-SYS", "L-ROLE"},
}

// allows returns what a note says that allows a finding, empty if none does: it
// must be a loss, at the place of the item or its message, and name its kind.
func allows(notes []note, f finding) string {
	for _, n := range notes {
		same := n.At == f.item.at || strings.HasPrefix(f.item.at, n.At+"/content/")
		if n.Severity == "loss" && n.At != "" && same && slices.Contains(losses[f.item.kind], n.Code) && !strings.HasPrefix(f.what, "doubled") {
			return n.Kind + " " + n.What
		}
	}
	return ""
}
