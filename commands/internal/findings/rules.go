package findings

import (
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/lint"
	"convo/conv/rawjson"
	"convo/providers"
)

// unreadable is the rule that is broken before all others.
var unreadable = lint.Rule{
	ID: "C000", Severity: conv.Error, Title: "it can be read as a conversation",
	Explain: "It is missing, malformed, or in a format that convo does not know. convo exits 3.",
	Source:  "convo help exit-codes", Fix: "name the format with -f; convo formats lists them",
}

// AllRules is the table of rules, in order.
func AllRules() []lint.Rule {
	return append([]lint.Rule{unreadable}, lint.RuleTable()...)
}

// RuleNamed is a rule, nil if there is none of that id.
func RuleNamed(id string) *lint.Rule {
	all := AllRules()
	i := slices.IndexFunc(all, func(r lint.Rule) bool { return r.ID == id })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// rulesNamed is how ids of rules begin, of a flag that may be given again.
func rulesNamed(r *frame.Flags, flag string) []string {
	var begin []string
	for _, given := range r.StringSlice(flag) {
		for id := range strings.SplitSeq(given, ",") {
			id = strings.ToUpper(strings.TrimSpace(id))
			if id == "" || !slices.ContainsFunc(AllRules(), func(r lint.Rule) bool { return strings.HasPrefix(r.ID, id) }) {
				r.Fail(unknownRule("--"+flag, id))
				return nil
			}
			begin = append(begin, id)
		}
	}
	return begin
}

func unknownRule(who, id string) error {
	var ids []string
	for _, r := range AllRules() {
		ids = append(ids, r.ID)
	}
	err := frame.UsageError("%s %q: there is no such rule", who, id)
	if near := providers.Nearest(id, ids); len(near) > 0 {
		return err.WithHint("did you mean %s? convo validate --rules lists them", near[0])
	}
	return err.WithHint("convo validate --rules lists them")
}

// listRules writes the table of rules.
func listRules(p *frame.Program, as string, wanted func(id string) bool) error {
	rules := slices.DeleteFunc(AllRules(), func(r lint.Rule) bool { return !wanted(r.ID) })
	switch as {
	case "text":
		var b strings.Builder
		var rows [][2]string
		for _, r := range rules {
			rows = append(rows, [2]string{r.ID + "  " + string(r.Severity), r.Title})
		}
		frame.Columns(&b, rows)
		return p.Show(b.String())
	case "json":
		w := rawjson.NewWriter(&frame.Printer{Style: p.StyleOf(p.Stdout, "auto", false), Out: p.Stdout})
		w.BeginArray()
		for _, r := range rules {
			w.BeginObject()
			w.Field("id", r.ID)
			w.Field("severity", string(r.Severity))
			w.Field("title", r.Title)
			w.Field("explanation", r.Explain)
			w.Field("source", r.Source)
			w.Field("fix", r.Fix)
			w.EndObject()
		}
		w.EndArray()
		w.Text("\n")
		return w.Flush()
	}
	return frame.UsageError("--rules: want -t text or json")
}

// RuleHelp is the page of help for a rule.
func RuleHelp(r *lint.Rule) string {
	var b strings.Builder
	b.WriteString(r.ID + " (" + string(r.Severity) + "): " + r.Title + "\n\n")
	frame.Fold(&b, r.Explain, 0, 1)
	b.WriteString("\n  fix:   ")
	frame.Fold(&b, r.Fix, len("  fix:   "), len("  source: "))
	b.WriteString("  source:")
	frame.Fold(&b, r.Source, len("  source:"), len("  source: "))
	b.WriteByte('\n')
	b.WriteString("  convo validate --ignore " + r.ID + " … looks not for it.\n")
	return b.String()
}

// wanted reports whether a rule is asked for.
func (v *validation) wanted(id string) bool {
	begins := func(with string) bool { return strings.HasPrefix(id, with) }
	return (len(v.chosen) == 0 || slices.ContainsFunc(v.chosen, begins)) && !slices.ContainsFunc(v.passed, begins)
}
