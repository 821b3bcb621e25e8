package catalog

import (
	"strings"
	"time"

	"convo/conv"
	"convo/conv/rawjson"
)

// Price is what a model costs, and since when.
type Price struct {
	Vendor string // who asks for it
	ID     string // of the model, as the table has it
	Free   bool   // the model runs on this machine

	match []string
	rates []Rates
}

// Rates are what a model costs at some time.
type Rates struct {
	From string // the day since when, 2026-03-13; "" if it is not known

	hours              [2]int // of a day, in minutes; equal: all day
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

// rate is femto-dollars for a token, which are nano-dollars for a million.
type rate struct {
	set   bool
	base  int64
	steps []step
}

// step is the rate from where more than so many tokens went in.
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

// named is the rate that a table calls so, nil if there is none.
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

// hours reads 00:30-16:30.
func hours(c *rawjson.Cursor, s string, at int) (h [2]int) {
	from, err := time.Parse("15:04", s[:min(5, len(s))])
	to, err2 := time.Parse("-15:04", s[min(5, len(s)):])
	if err != nil || err2 != nil {
		c.Fail(at, "%q: want hours of a day such as 00:30-16:30", s)
	}
	return [2]int{from.Hour()*60 + from.Minute(), to.Hour()*60 + to.Minute()}
}

// At is what the model costs at a time: the last of its prices that holds
// then, or the first if none does.
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

// Dollars are rates in US dollars for a million tokens, and from where more
// than so many tokens went in; 0 is always.
type Dollars struct {
	Above                                                     int64
	Input, Output, CacheRead, CacheWrite, CacheWrite1h, Audio conv.Number // "": there is none
}

// Dollars are the rates of the usual tokens, a step each.
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
