package commands

import (
	"path"
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/prices"
	"convo/providers"
	"convo/providers/catalog"

	"github.com/urfave/cli/v2"
)

// modelsCommand lists the models of the catalog.
func modelsCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:      "models",
		Usage:     "list vendors, their models, prices and keys",
		UsageText: "convo models [-t table|prices|json] [PATTERN]… | --refresh [URL|FILE]",
		Description: `Lists vendors and what their models take and can do. It also shows which
vendors have a key in the environment (never the key itself), and the default
model of convo reply. Some vendors serve more models than the list has.

PATTERN is VENDOR, VENDOR/MODEL or MODEL, a part of one, or a glob with *.
CONTEXT and MAX OUTPUT are in tokens. INPUT is what the model takes besides
text. -t prices shows today's prices in US dollars per million tokens. A row
"above" has the prices of calls with more input tokens than that.

--refresh gets newer prices: from URL or FILE, or else from the list of the
project genai-prices. A table as in convo help cost works, too. Prices are kept
in your data directory and replace convo's own as long as they are newer. convo
fetches prices only with --refresh. A file that is not a price list changes
nothing.

examples:
  convo models
  convo models anthropic 'gpt-5*'
  convo models --refresh
  convo models -t json | jq -r '.vendors[] | .name + "/" + .models[].id'`,
		Flags: slices.Concat([]cli.Flag{
			reportFlag("table|prices|json", "output for people or programs (default: table)"),
			&cli.BoolFlag{Name: "refresh", Category: frame.GroupPrices, Usage: "get newer prices, from URL or FILE if given"},
		}, inputFlags("compact"), frame.MessageFlags()),
		Action: func(ctx *cli.Context) error { return listModels(p, &frame.Flags{Context: ctx}) },
	}
}

// listModels prints the list as -t says, or refreshes its prices.
func listModels(p *frame.Program, flags *frame.Flags) error {
	if flags.Bool("refresh") {
		return prices.Refresh(p, flags)
	}
	as := flags.Choice("to", "table", "prices", "json")
	w := flags.JSON(p)
	if flags.Err != nil {
		return frame.Misused(flags.Command, flags.Err)
	}
	shelves, err := shelvesOf(flags.Args().Slice())
	if err != nil {
		return err
	}
	list := modelList{getenv: p.Getenv, shelves: shelves}
	if err := list.prices.Read(p, flags); err != nil {
		return err
	}
	switch as {
	case "table":
		return p.Show(list.table())
	case "prices":
		return p.Show(list.priceTable())
	}
	list.write(w)
	return w.Flush()
}

// modelList is a choice of the catalog and the surroundings that say who of
// it can be asked.
type modelList struct {
	getenv  func(string) string
	shelves []shelf
	prices  prices.PriceList
}

// shelf is a vendor with some of its models.
type shelf struct {
	*catalog.Vendor
	models []catalog.Model
}

// shelvesOf are the vendors and models that patterns choose, in the order of
// the catalog; all without a pattern.
func shelvesOf(patterns []string) ([]shelf, error) {
	all := catalogue()
	if len(patterns) == 0 {
		return all, nil
	}
	var chosen []shelf
	found := make([]bool, len(patterns))
	for _, s := range all {
		var models []catalog.Model
		whole := false
		for i, pattern := range patterns {
			named, match := s.chosen(pattern)
			found[i] = found[i] || match
			whole = whole || match && len(named) == 0
			for _, m := range named {
				if !slices.ContainsFunc(models, func(has catalog.Model) bool { return has.ID == m.ID }) {
					models = append(models, m)
				}
			}
		}
		switch {
		case whole:
			chosen = append(chosen, s)
		case len(models) > 0:
			chosen = append(chosen, shelf{s.Vendor, models})
		}
	}
	if i := slices.Index(found, false); i >= 0 {
		return nil, unknownModel(patterns[i])
	}
	return chosen, nil
}

// catalogue is all of the catalog.
func catalogue() []shelf {
	var all []shelf
	for _, name := range catalog.Vendors() {
		v, _, _ := catalog.Find(name)
		s := shelf{Vendor: v}
		for _, m := range catalog.Models() {
			if m.Vendor == name {
				s.models = append(s.models, m)
			}
		}
		all = append(all, s)
	}
	return all
}

// chosen are the models of a shelf that a pattern is of; none with a match is
// all of it. A name that the catalog finds is that model, dated or not listed.
func (s shelf) chosen(pattern string) (models []catalog.Model, match bool) {
	if v, m, err := catalog.Find(pattern); err == nil {
		if v.Name == s.Name && m != nil {
			models = []catalog.Model{*m}
		}
		return models, v.Name == s.Name
	}
	if matches(pattern, s.Name) {
		return nil, true
	}
	for _, m := range s.models {
		if matches(pattern, m.ID) || matches(pattern, m.Vendor+"/"+m.ID) {
			models = append(models, m)
		}
	}
	return models, len(models) > 0
}

// matches reports whether a name has a pattern in it, or is as one with * or
// ? says, in letters of any case.
func matches(pattern, name string) bool {
	pattern, name = strings.ToLower(pattern), strings.ToLower(name)
	if !strings.ContainsAny(pattern, "*?") {
		return strings.Contains(name, pattern)
	}
	flat := strings.NewReplacer("/", "\x00")
	ok, err := path.Match(flat.Replace(pattern), flat.Replace(name))
	return ok && err == nil
}

// unknownModel is the failure of a pattern that chooses nothing.
func unknownModel(pattern string) error {
	f := frame.UsageError("no vendor or model matches %q", pattern)
	f.Hint = "run convo models for all of them"
	if near := providers.NearGoals(pattern); len(near) > 0 {
		f.Hint = "did you mean " + strings.Join(near, " or ") + "?"
	}
	return f
}

// asked is the model that reply asks if neither -m nor the conversation names
// one, and the variable that says so; both are "" if there is none.
func (l modelList) asked() (model, variable string) {
	if model := strings.TrimSpace(l.getenv("CONVO_MODEL")); model != "" {
		return model, "CONVO_MODEL"
	}
	v := catalog.Usual(l.getenv)
	if v == nil {
		return "", ""
	}
	_, variable = v.Key(l.getenv)
	return v.Name + "/" + v.Default, variable
}

// address is where a vendor is, without what an address may have of a secret,
// and the variable that says so; "" where a variable must say it and none does.
func (l modelList) address(v *catalog.Vendor) (address, variable string) {
	address, variable = v.Base(l.getenv)
	return catalog.Shown(address), variable
}
