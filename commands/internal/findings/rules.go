package findings

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv/lint"
	"convo/providers"
)

// AllRules is the table of rules, in order.
func AllRules() []lint.Rule { return lint.Rules(providers.Formats()) }

// RuleNamed is the rule with an id, which may be an older id, or nil.
func RuleNamed(id string) *lint.Rule {
	all := AllRules()
	i := slices.IndexFunc(all, func(r lint.Rule) bool {
		return strings.EqualFold(r.ID, id) || r.Was != "" && strings.EqualFold(r.Was, id)
	})
	if i < 0 {
		return nil
	}
	return &all[i]
}

// rulesNamed are the ids of the rules that a flag selects by ids or prefixes.
func rulesNamed(r *frame.Flags, flag string) []string {
	var ids []string
	all := AllRules()
	for _, given := range r.StringSlice(flag) {
		for begin := range strings.SplitSeq(given, ",") {
			chosen := rulesLike(all, strings.TrimSpace(begin))
			if len(chosen) == 0 {
				r.Fail(unknownRule("--"+flag, begin))
				return nil
			}
			ids = append(ids, chosen...)
		}
	}
	return ids
}

// rulesLike are the ids of the rules with a prefix. A prefix of older ids, such
// as C or A00, selects by those.
func rulesLike(all []lint.Rule, begin string) []string {
	if begin == "" {
		return nil
	}
	var ids, was []string
	for _, r := range all {
		if strings.HasPrefix(r.ID, strings.ToLower(begin)) {
			ids = append(ids, r.ID)
		}
		if strings.HasPrefix(r.Was, strings.ToUpper(begin)) {
			was = append(was, r.ID)
		}
	}
	if was != nil {
		return was
	}
	return ids
}

func unknownRule(who, id string) error {
	var ids []string
	for _, r := range AllRules() {
		ids = append(ids, r.ID)
	}
	err := frame.UsageError("%s %q: unknown rule", who, id)
	if near := providers.Nearest(id, ids); len(near) > 0 {
		return err.WithHint("did you mean %s? run convo validate --rules for the rules", near[0])
	}
	return err.WithHint("run convo validate --rules for the rules")
}

// listRules writes the table of rules.
func listRules(out sheet, as string, wanted func(id string) bool) error {
	rules := slices.DeleteFunc(AllRules(), func(r lint.Rule) bool { return !wanted(r.ID) })
	switch as {
	case "text":
		var b strings.Builder
		wide := 0
		for _, r := range rules {
			wide = max(wide, len(r.ID))
		}
		for _, r := range rules {
			fmt.Fprintf(&b, "%-*s  %-7s  %s\n", wide, r.ID, r.Severity, r.Title)
		}
		_, err := io.WriteString(out, b.String())
		return err
	case "json":
		w := out.json()
		w.BeginArray()
		for _, r := range rules {
			w.BeginObject()
			w.Field("id", r.ID)
			w.OptField("was", r.Was)
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

// RuleHelp is the help for a rule.
func RuleHelp(r *lint.Rule) string {
	var b strings.Builder
	b.WriteString(r.ID + " (" + string(r.Severity) + "): " + r.Title + "\n\n")
	frame.Fold(&b, r.Explain, 0, 1)
	b.WriteByte('\n')
	rows := [][2]string{{"fix:", r.Fix}, {"source:", r.Source}}
	if r.Was != "" {
		rows = append(rows, [2]string{"was:", r.Was + ", which still works"})
	}
	frame.Columns(&b, rows)
	b.WriteString("\nconvo validate --ignore " + r.ID + " skips it.\n")
	return b.String()
}

// wanted reports whether a rule is asked for.
func (v *validation) wanted(id string) bool {
	return (len(v.chosen) == 0 || slices.Contains(v.chosen, id)) && !slices.Contains(v.passed, id)
}
