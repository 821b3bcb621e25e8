package commands

import (
	"fmt"

	"convo/conv/rawjson"
)

// limits are what a run may come to; nil: whatever it is.
type limits struct {
	usd    *int64 // nano-dollars
	tokens *int64
}

// breach is a limit that is broken.
type breach struct {
	flag             string
	limit, is, above string
}

// readLimits reads the flags and the variable that limit. Of the two limits
// of money the lower one holds.
func (m *metering) readLimits(flags *flagReader) error {
	given := []struct{ flag, value string }{{"CONVO_MAX_USD", m.p.getenv("CONVO_MAX_USD")}}
	if flags.IsSet("max-usd") {
		given = append(given, struct{ flag, value string }{"--max-usd", flags.String("max-usd")})
	}
	for _, g := range given {
		if g.value == "" && g.flag == "CONVO_MAX_USD" {
			continue
		}
		nano, err := dollarsOf(g.flag, g.value)
		if err != nil {
			return err
		}
		if m.limits.usd == nil || nano < *m.limits.usd {
			m.limits.usd = &nano
		}
	}
	if flags.IsSet("max-tokens") {
		n := int64(flags.number("max-tokens", "tokens"))
		m.limits.tokens = &n
	}
	return nil
}

// broken are the limits that a sum breaks.
func (l *limits) broken(sum *tally) []breach {
	var all []breach
	if l.usd != nil && sum.nano > *l.usd {
		all = append(all, breach{"max-usd", dollars(*l.usd), dollars(sum.nano), dollars(sum.nano - *l.usd)})
	}
	if n := sum.usage.Context(); l.tokens != nil && n > *l.tokens {
		all = append(all, breach{"max-tokens", plural(int(*l.tokens), "token"), plural(int(n), "token"), fmt.Sprint(n - *l.tokens)})
	}
	return all
}

// verdict is what a run ends with that metered all there is.
func (m *metering) verdict() error {
	if broken := m.limits.broken(&m.meter.total); len(broken) > 0 {
		f := &failure{code: exitBudget}
		for i, b := range broken {
			if i > 0 {
				f.what += "; "
			}
			f.what += fmt.Sprintf("over --%s %s by %s: %s %s", b.flag, b.limit, b.above, b.is, m.kind())
		}
		return f
	}
	return m.meter.doubts(m.unknown)
}

// dollars are nano-dollars as people read them.
func dollars(nano int64) string { return "$" + string(rawjson.NumberOfNano(nano)) }

// kind is how tokens were counted.
func (m *metering) kind() string {
	if m.estimate != nil {
		return "estimated"
	}
	return "measured"
}
