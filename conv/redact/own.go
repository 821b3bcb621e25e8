package redact

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// ownName is the kind of a rule without a name.
const ownName = "redacted"

// rule is a user's own rule.
type rule struct {
	name    string
	pattern *regexp.Regexp
}

// Own reads a user's own rules, one a line: a regular expression in Go's syntax
// (RE2). A name of lower case letters, digits, - and _, a colon and a space may
// come before it. What the pattern matches is replaced; if the pattern has a
// group, what its first group matches. Own skips empty lines and lines that begin with #.
// Errors name the line.
func Own(file string) (Finder, error) {
	var rules []rule
	n := 0
	for line := range strings.Lines(strings.TrimPrefix(file, "\ufeff")) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		r, err := ownRule(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		rules = append(rules, r)
	}
	if len(rules) == 0 {
		return nil, fmt.Errorf("it has no rule: want one regular expression a line")
	}
	return func(_, text string) []Span { return ownSpans(rules, text) }, nil
}

func ownRule(line string) (rule, error) {
	r := rule{name: ownName}
	if name, pattern, ok := strings.Cut(line, ":"); ok && isRuleName(name) && strings.TrimLeft(pattern, " \t") != pattern {
		r.name, line = name, strings.TrimLeft(pattern, " \t")
	}
	var err error
	if r.pattern, err = regexp.Compile(line); err != nil {
		return r, err
	}
	if r.pattern.MatchString("") {
		return r, fmt.Errorf("%s matches the empty text, so it matches everywhere", line)
	}
	return r, nil
}

func isRuleName(s string) bool {
	return s != "" && lower.in(s[0]) && (lower | digits | under | dash).all(s)
}

// ownSpans returns the matches of rules, except those in earlier redactions.
func ownSpans(rules []rule, text string) []Span {
	var found []Span
	left := Placeholders(text)
	for _, r := range rules {
		for _, m := range r.pattern.FindAllStringSubmatchIndex(text, -1) {
			start, end := m[0], m[1]
			if len(m) > 2 && m[2] >= 0 {
				start, end = m[2], m[3]
			}
			if start < end && !overlaps(left, start, end) {
				found = append(found, Span{start, end, r.name})
			}
		}
	}
	return apart(found)
}

func overlaps(spans []Span, start, end int) bool {
	return slices.ContainsFunc(spans, func(s Span) bool { return start < s.End && s.Start < end })
}
