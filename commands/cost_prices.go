package commands

import (
	"cmp"
	"os"
	"time"

	"convo/conv"
	"convo/providers/catalog"
)

// priceList is where prices are looked up.
type priceList struct {
	private *catalog.Prices   // nil without
	public  []*catalog.Prices // those of convo and of models --refresh, the newer ones first
	now     time.Time
	asOf    *time.Time // nil: when the answer was given
	seen    map[[2]string]*catalog.Price
}

// find is a model's price, nil if it has none.
func (l *priceList) find(vendor, model string) *catalog.Price {
	key := [2]string{vendor, model}
	if p, ok := l.seen[key]; ok {
		return p
	}
	var found *catalog.Price
	if l.private != nil {
		found = l.private.Find(vendor, model)
	}
	for _, table := range l.public {
		if found == nil {
			found = table.Find(vendor, model)
		}
	}
	if l.seen == nil {
		l.seen = map[[2]string]*catalog.Price{}
	}
	l.seen[key] = found
	return found
}

// when is the time whose prices hold for what was answered at a timestamp.
func (l *priceList) when(timestamp int64) time.Time {
	switch {
	case l.asOf != nil:
		return *l.asOf
	case timestamp != 0:
		return time.UnixMilli(timestamp)
	}
	return l.now
}

// cost is what an answer costs, or why that is not known.
func (l *priceList) cost(m *conv.AssistantMessage) (*conv.UsageCost, string) {
	name := cmp.Or(m.ResponseModel, m.Model)
	switch {
	case m.Usage == nil:
		return nil, "no usage is told"
	case m.Usage.InputUnknown:
		return nil, "the usage does not add up"
	case name == "":
		return nil, "no model is named"
	}
	price := l.find(m.Provider, name)
	if price == nil && m.ResponseModel != "" {
		price = l.find(m.Provider, m.Model)
	}
	if m.Provider != "" {
		name = m.Provider + "/" + name
	}
	if price == nil {
		return nil, "no price of " + name
	}
	terms, unknown := catalog.TermsOf(m)
	if unknown != "" {
		return nil, "no price of " + name + " with " + unknown
	}
	return price.At(l.when(m.Timestamp)).Cost(m.Usage, terms)
}

// read reads the flags that say whose prices hold, and when.
func (l *priceList) read(p *program, flags *flagReader) error {
	name := flags.String("prices")
	if !flags.IsSet("prices") {
		name = p.getenv("CONVO_PRICES")
	}
	if name != "" {
		private, err := privatePrices(name)
		if err != nil {
			return err
		}
		l.private = private
	}
	public, err := p.publicPrices()
	if err != nil {
		return err
	}
	l.public = public
	l.now = time.Now()
	if !flags.IsSet("as-of") {
		return nil
	}
	day, err := time.Parse(time.DateOnly, flags.String("as-of"))
	if err != nil {
		return usageError("--as-of %q: want a date, such as 2026-07-01", flags.String("as-of"))
	}
	l.asOf = &day
	return nil
}

// privatePrices reads a table or list of prices.
func privatePrices(name string) (*catalog.Prices, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, missing(name, err).withHint("--prices wants a FILE with a table of prices")
	}
	table, _, err := catalog.NewPrices(data, "", "")
	if err != nil {
		return nil, inFile(name, data, err)
	}
	return catalog.OpenPrices(table)
}
