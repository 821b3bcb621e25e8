package catalog

import (
	"slices"
	"strings"
)

// patterns reads a condition on a name, such as {"starts_with": "gpt-5"}, as
// patterns of which one must match. It returns false if patterns cannot express
// it.
func (x *importing) patterns() (all []string, ok bool) {
	ok = true
	for key := range x.Fields {
		switch key {
		case "equals":
			all, ok = literal("", x.Str(), "")
		case "starts_with":
			all, ok = literal("", x.Str(), "*")
		case "ends_with":
			all, ok = literal("*", x.Str(), "")
		case "contains":
			all, ok = literal("*", x.Str(), "*")
		case "regex":
			all, ok = patternsOf(x.Str())
		case "or":
			for range x.Elements {
				one, can := x.patterns()
				ok = ok && can
				for _, p := range one {
					if !slices.Contains(all, p) {
						all = append(all, p)
					}
				}
			}
		case "and":
			var parts []string
			for range x.Elements {
				one, can := x.patterns()
				ok = ok && can
				parts = append(parts, one...)
			}
			if all = conjunction(parts); all == nil {
				ok = false
			}
		default:
			ok = false
		}
	}
	return all, ok
}

func literal(before, s, after string) ([]string, bool) {
	return []string{before + strings.ToLower(s) + after}, !strings.ContainsAny(s, "#*!")
}

// conjunction turns patterns that must all match into patterns of which one
// must match: one pattern and its exceptions, or several parts in order. It
// returns nil if it cannot.
func conjunction(parts []string) []string {
	plain := 0
	for _, p := range parts {
		if !strings.HasPrefix(p, "!") {
			plain++
		}
	}
	switch {
	case plain == 1:
		return parts
	case plain < len(parts):
		return nil
	}
	whole := ""
	for _, p := range parts {
		if !strings.HasPrefix(p, "*") || !strings.HasSuffix(p, "*") {
			return nil
		}
		whole += p
	}
	return []string{strings.ReplaceAll(whole, "**", "*")}
}

// knownExpression translates those that patternsOf cannot.
func knownExpression(expression string) string {
	switch expression {
	case `^(?!.*-[tT][tT][sS](?:$|-))`:
		return "!*-tts !*-tts-*"
	case `^o[134]`:
		return "o1* o3* o4*"
	case `^(?![^/]+/)(?:labs-)?(?:(?:mi|code|dev|magi|mini)stral|mixtral|pixtral|voxtral|open-(?:mistral|mixtral))`:
		return "mistral* codestral* devstral* magistral* ministral* mixtral* pixtral* voxtral* open-mistral* open-mixtral*" +
			" labs-mistral* labs-codestral* labs-devstral* labs-magistral* labs-ministral* labs-mixtral* labs-pixtral* labs-voxtral* labs-open-mistral* labs-open-mixtral*"
	}
	return ""
}

// patternsOf translates an expression that is anchored and has no classes but
// \d. It returns false for others.
func patternsOf(expression string) ([]string, bool) {
	if known := knownExpression(expression); known != "" {
		return strings.Fields(known), true
	}
	s, anchored := strings.CutPrefix(expression, "^")
	s, ended := strings.CutSuffix(s, "$")
	var b strings.Builder
	for s != "" && anchored {
		var part string
		if part, s, anchored = patternAt(s); anchored {
			b.WriteString(part)
		}
	}
	if !ended {
		b.WriteByte('*')
	}
	return []string{strings.ToLower(b.String())}, anchored
}

// patternAt translates the start of an expression and returns the rest. It
// returns false if no pattern can express it.
func patternAt(s string) (part, rest string, ok bool) {
	if s[0] != '\\' {
		return s[:1], s[1:], !strings.ContainsAny(s[:1], "^$.|?+()[]{}*#!")
	}
	if s, ok = strings.CutPrefix(s, `\d`); ok {
		if len(s) > 2 && s[0] == '{' && s[1] >= '1' && s[1] <= '9' && s[2] == '}' {
			return strings.Repeat("#", int(s[1]-'0')), s[3:], true
		}
		return "#", s, true
	}
	return s[1:min(2, len(s))], s[min(2, len(s)):], len(s) > 1 && strings.ContainsAny(s[1:2], ".[]")
}
