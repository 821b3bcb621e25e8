package meter

import (
	"fmt"

	"convo/commands/internal/frame"
	"convo/commands/internal/prices"
)

// limits are the limits of a run; nil is no limit.
type limits struct {
	usd    *int64 // nano-dollars
	tokens *int64
}

// breach is a limit that is broken.
type breach struct {
	flag             string
	limit, is, above string
}

// broken are the limits that a sum breaks.
func (l *limits) broken(sum *tally) []breach {
	var all []breach
	if l.usd != nil && sum.nano > *l.usd {
		all = append(all, breach{"max-usd", prices.Dollars(*l.usd), prices.Dollars(sum.nano), prices.Dollars(sum.nano - *l.usd)})
	}
	if n := sum.usage.Context(); l.tokens != nil && n > *l.tokens {
		all = append(all, breach{"max-tokens", frame.Plural(int(*l.tokens), "token"), frame.Plural(int(n), "token"), fmt.Sprint(n - *l.tokens)})
	}
	return all
}

// verdict ends a run that metered everything.
func (m *metering) verdict() error {
	if broken := m.limits.broken(&m.meter.total); len(broken) > 0 {
		f := &frame.Failure{Code: frame.ExitBudget}
		for i, b := range broken {
			if i > 0 {
				f.What += "; "
			}
			f.What += fmt.Sprintf("over --%s %s by %s: %s %s", b.flag, b.limit, b.above, b.is, m.kind())
		}
		return f
	}
	return m.meter.doubts(m.unknown)
}

// kind is how tokens were counted.
func (m *metering) kind() string {
	if m.estimate != nil {
		return "estimated"
	}
	return "measured"
}
