// Package prices finds what models cost: in the user's own table, in the one
// that convo models --refresh keeps, and in the one that is built in.
package prices

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"time"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/view"
	"convo/providers/catalog"
)

// PriceList looks up prices.
type PriceList struct {
	Private *catalog.Prices   // nil without
	Public  []*catalog.Prices // those of convo and of models --refresh, the newer ones first
	now     time.Time
	AsOf    *time.Time // nil: when the answer was given
	seen    map[[2]string]*catalog.Price
}

// Find is a model's price, nil if it has none.
func (l *PriceList) Find(vendor, model string) *catalog.Price {
	key := [2]string{vendor, model}
	if p, ok := l.seen[key]; ok {
		return p
	}
	var found *catalog.Price
	if l.Private != nil {
		found = l.Private.Find(vendor, model)
	}
	for _, table := range l.Public {
		if found == nil {
			found = table.Find(vendor, model)
		}
	}
	if l.seen == nil {
		l.seen = map[[2]string]*catalog.Price{}
	}
	l.seen[[2]string{strings.Clone(vendor), strings.Clone(model)}] = found // their memory may be used again
	return found
}

// CostOfCall is what a call costs whose answers come to a usage, or why nobody
// knows: the request may ask for more than tokens.
func (l *PriceList) CostOfCall(sent *conv.Conversation, answer *conv.AssistantMessage) (*conv.UsageCost, string) {
	if tool := catalog.HostedTool(sent.Tools); tool != "" {
		return nil, "no price for the tool " + tool + ", which the server runs"
	}
	asked := *answer
	if sent.Request != nil {
		asked.Node = sent.Request.Node
	}
	return l.Cost(&asked)
}

// Apart is the list for another goroutine.
func (l *PriceList) Apart() *PriceList {
	own := *l
	own.seen = map[[2]string]*catalog.Price{}
	return &own
}

// When is the time of the prices for an answer with this timestamp.
func (l *PriceList) When(timestamp int64) time.Time {
	switch {
	case l.AsOf != nil:
		return *l.AsOf
	case timestamp != 0:
		return time.UnixMilli(timestamp)
	}
	return l.now
}

// Cost is what an answer costs, or why that is not known.
func (l *PriceList) Cost(m *conv.AssistantMessage) (*conv.UsageCost, string) {
	name := cmp.Or(m.ResponseModel, m.Model)
	switch {
	case m.Usage == nil:
		return nil, "no token counts"
	case m.Usage.InputUnknown:
		return nil, "the token counts do not add up"
	case name == "":
		return nil, "no model is named"
	case name == view.ProgramOwn && m.Usage.AllTokens() == 0:
		return &conv.UsageCost{Input: "0", Output: "0", CacheRead: "0", CacheWrite: "0", Total: "0"}, ""
	}
	price := l.Find(m.Provider, name)
	if price == nil && m.ResponseModel != "" {
		price = l.Find(m.Provider, m.Model)
	}
	if m.Provider != "" {
		name = m.Provider + "/" + name
	}
	if price == nil {
		return nil, "no price for " + name
	}
	terms, unknown := catalog.TermsOf(m)
	if unknown != "" {
		return nil, "no price for " + name + " with " + unknown
	}
	return price.At(l.When(m.Timestamp)).Cost(m.Usage, terms)
}

// Read reads the flags about prices.
func (l *PriceList) Read(p *frame.Program, flags *frame.Flags) error {
	var err error
	if name := cmp.Or(flags.String("prices"), p.Getenv("CONVO_PRICES")); name != "" {
		if l.Private, err = privatePrices(name); err != nil {
			return err
		}
	}
	if l.Public, err = publicPrices(p); err != nil {
		return err
	}
	l.now = time.Now()
	if !flags.IsSet("as-of") {
		return nil
	}
	day, err := time.Parse(time.DateOnly, flags.String("as-of"))
	if err != nil {
		return frame.UsageError("--as-of %q: want a date, such as 2026-07-01", flags.String("as-of"))
	}
	l.AsOf = &day
	return nil
}

// privatePrices reads a table or list of prices.
func privatePrices(name string) (*catalog.Prices, error) {
	data, err := frame.ReadFile(name)
	if err != nil {
		return nil, frame.Missing(name, err).WithHint("--prices needs a FILE with a table of prices")
	}
	table, _, err := catalog.NewPrices(data, "", "")
	if err != nil {
		return nil, frame.InFile(name, data, err)
	}
	return catalog.OpenPrices(table)
}

// MostDollars is the lower limit of --max-usd and CONVO_MAX_USD in nano-dollars,
// nil if there is none.
func MostDollars(p *frame.Program, flags *frame.Flags) (most *int64) {
	for _, g := range []frame.Setting{{Name: "CONVO_MAX_USD", Value: p.Getenv("CONVO_MAX_USD")}, {Name: "--max-usd", Value: flags.String("max-usd")}} {
		if g.Value == "" {
			continue
		}
		nano, err := dollarsOf(g.Name, g.Value)
		flags.Fail(err)
		if most == nil || nano < *most {
			most = &nano
		}
	}
	return most
}

// dollarsOf reads an amount of money, in nano-dollars.
func dollarsOf(flag, value string) (int64, error) {
	n, ok := conv.Number(strings.TrimPrefix(strings.TrimSpace(value), "$")).Nano()
	if !ok || n < 0 {
		return 0, frame.UsageError("%s %q: want US dollars, such as 0.25", flag, value)
	}
	return n, nil
}

// SomeTokens is the length of an answer that nothing limits, to see whether it
// costs anything.
const SomeTokens = 1_000_000

// IsOver reports whether a sum is over a limit. The largest int64 stands for a
// sum that is out of range.
func IsOver(sum, limit int64) bool { return sum > limit || sum == math.MaxInt64 }

// Dollars are nano-dollars as people read them.
func Dollars(nano int64) string { return "$" + Amount(nano) }

// Rounded is an amount for a look in passing: to the cent or, of less than ten of
// them, to what shows.
func Rounded(nano int64) string {
	if nano >= 1e8 {
		return fmt.Sprintf("$%.2f", float64(nano)/1e9)
	}
	return fmt.Sprintf("$%.4f", float64(nano)/1e9)
}

// Amount is the number of dollars: exact, with two decimals or more.
func Amount(nano int64) string {
	s := string(rawjson.NumberOfNano(nano))
	_, decimals, _ := strings.Cut(s, ".")
	switch len(decimals) {
	case 0:
		s += ".00"
	case 1:
		s += "0"
	}
	return s
}
