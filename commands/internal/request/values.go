package request

import (
	"slices"
	"strings"

	"convo/providers"
)

// efforts are the efforts of reasoning that a vendor's API has, from none to the
// highest.
var efforts = []string{"none", "minimal", "low", "medium", "high", "xhigh", "max"}

// Efforts are the efforts of reasoning.
func Efforts() []string { return slices.Clone(efforts) }

// UnknownEffort refuses an effort that no vendor has; nil: one has it.
func UnknownEffort(value string) *UnknownValue {
	if slices.Contains(efforts, value) {
		return nil
	}
	return &UnknownValue{`unknown effort "` + value + `"`, value, efforts}
}

// UnknownValue is the error of a value that is not one of those known.
type UnknownValue struct {
	what  string
	value string
	known []string
}

func (u *UnknownValue) Error() string { return u.what }

// Hint names the values that were likely meant, and all that are known.
func (u *UnknownValue) Hint() string {
	all := strings.Join(u.known, ", ")
	if near := Near(u.value, u.known); near != "" {
		return near + " (" + all + ")"
	}
	return "want one of " + all
}

// Near asks whether one of the names was meant that are most like a value, in
// any case of letters. "": none is like it.
func Near(value string, known []string) string {
	near := providers.Nearest(strings.ToLower(value), known)
	if len(near) == 0 || value == "" {
		return ""
	}
	return "did you mean " + strings.Join(near[:min(len(near), 4)], " or ") + "?"
}
