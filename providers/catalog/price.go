package catalog

import (
	"strings"
	"time"

	"convo/conv"
	"convo/conv/rawjson"
)

// Price is what a model costs, over time.
type Price struct {
	Vendor string // the vendor that charges it
	ID     string // of the model, in the table
	Free   bool   // the model runs on this machine

	match []string
	rates []Rates
}

// Rates are what a model costs in a period.
type Rates struct {
	From string // the first day, as 2026-03-13; "": unknown

	hours              [2]int // minutes of a day; equal: all day
	input, output      rate
	cacheRead          rate
	cacheWrite         rate
	cacheWrite1h       rate
	cacheReadAudio     rate
	inputAudio         rate
	outputAudio        rate
	reasoning          rate
	searches, requests rate
	lookups            rate
}

// rate is in femto-dollars a token, which are nano-dollars a million.
type rate struct {
	set   bool
	base  int64
	steps []step
}

// step is the rate if the input has more than so many tokens.
type step struct{ above, rate int64 }

// readPrice reads a model of a table.
func readPrice(c *rawjson.Cursor) *Price {
	p := &Price{}
	at := c.Offset()
	for key := range c.Fields {
		switch key {
		case "id":
			p.ID = c.Str()
		case "match":
			p.match = texts(c)
		case "prices":
			for range c.Elements {
				p.rates = append(p.rates, readRates(c))
			}
		default:
			c.Refuse("a model has no %q", key)
		}
	}
	if len(p.rates) == 0 || p.ID == "" {
		c.Fail(at, "a model without an id or without prices")
	}
	if p.match == nil {
		p.match = []string{p.ID}
	}
	for i := range p.match {
		p.match[i] = strings.ToLower(p.match[i])
	}
	return p
}

func readRates(c *rawjson.Cursor) (r Rates) {
	for key := range c.Fields {
		at := c.Offset()
		switch key {
		case "from":
			r.From = c.Str()
			if _, err := time.Parse(time.DateOnly, r.From); err != nil {
				c.Fail(at, "%q: want a day such as 2026-03-13", r.From)
			}
		case "hours":
			r.hours = hours(c, c.Str(), at)
		default:
			if to := r.named(key); to != nil {
				*to = readRate(c)
			} else {
				c.Refuse("a price has no %q", key)
			}
		}
	}
	return r
}

// named returns the rate with this name in tables, nil if there is none.
func (r *Rates) named(key string) *rate {
	switch key {
	case "input":
		return &r.input
	case "output":
		return &r.output
	case "cacheRead":
		return &r.cacheRead
	case "cacheWrite":
		return &r.cacheWrite
	case "cacheWrite1h":
		return &r.cacheWrite1h
	case "cacheReadAudio":
		return &r.cacheReadAudio
	case "inputAudio":
		return &r.inputAudio
	case "outputAudio":
		return &r.outputAudio
	case "reasoning":
		return &r.reasoning
	case "searches":
		return &r.searches
	case "requests":
		return &r.requests
	case "fileSearches":
		return &r.lookups
	}
	return nil
}

func readRate(c *rawjson.Cursor) rate {
	r := rate{set: true}
	if c.Kind() != rawjson.Array {
		r.base = dollars(c)
		return r
	}
	n := 0
	at := c.Offset()
	for i := range c.Elements {
		switch n = i + 1; {
		case i == 0:
			r.base = dollars(c)
		case i%2 == 1:
			r.steps = append(r.steps, step{above: c.Int()})
		default:
			r.steps[len(r.steps)-1].rate = dollars(c)
		}
	}
	if n%2 == 0 {
		c.Fail(at, "want a rate and, for each step, tokens and a rate")
	}
	return r
}

// dollars reads an amount in nano-dollars.
func dollars(c *rawjson.Cursor) int64 {
	at := c.Offset()
	n, ok := c.Number().Nano()
	if !ok || n < 0 || n > 1e15 {
		c.Fail(at, "want an amount in dollars")
	}
	return n
}

// hours reads a range such as 00:30-16:30.
func hours(c *rawjson.Cursor, s string, at int) (h [2]int) {
	from, err := time.Parse("15:04", s[:min(5, len(s))])
	to, err2 := time.Parse("-15:04", s[min(5, len(s)):])
	if err != nil || err2 != nil {
		c.Fail(at, "%q: want hours of a day such as 00:30-16:30", s)
	}
	return [2]int{from.Hour()*60 + from.Minute(), to.Hour()*60 + to.Minute()}
}

// At returns what the model costs at a time: its last price in force, else its
// first.
func (p *Price) At(at time.Time) *Rates {
	at = at.UTC()
	day, minute := at.Format(time.DateOnly), at.Hour()*60+at.Minute()
	for i := len(p.rates) - 1; i > 0; i-- {
		if r := &p.rates[i]; r.holds(day, minute) {
			return r
		}
	}
	return &p.rates[0]
}

func (r *Rates) holds(day string, minute int) bool {
	if day < r.From {
		return false
	}
	switch from, to := r.hours[0], r.hours[1]; {
	case from == to:
		return true
	case from < to:
		return from <= minute && minute < to
	default:
		return from <= minute || minute < to
	}
}

// Dollars are rates in US dollars a million tokens, for inputs of more than
// Above tokens. 0: for all.
type Dollars struct {
	Above                                                     int64
	Input, Output, CacheRead, CacheWrite, CacheWrite1h, Audio conv.Number // "": none
}

// Dollars returns the rates of the usual tokens, one row a step.
func (r *Rates) Dollars() []Dollars {
	sizes := []int64{0}
	for _, s := range r.input.steps {
		sizes = append(sizes, s.above)
	}
	var all []Dollars
	for _, size := range sizes {
		all = append(all, Dollars{
			size, r.input.dollars(size), r.output.dollars(size), r.cacheRead.dollars(size),
			r.cacheWrite.dollars(size), r.cacheWrite1h.dollars(size), r.inputAudio.dollars(size),
		})
	}
	return all
}

func (r rate) dollars(above int64) conv.Number {
	if !r.set {
		return ""
	}
	return rawjson.NumberOfNano(int64(r.at(above + 1)))
}
