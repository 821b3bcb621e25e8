package commands

import (
	"fmt"
	"strings"

	"convo/conv"
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

// mostDollars is the limit of --max-usd and of the variable, the lower one if
// both are given, in nano-dollars; nil is none.
func (p *program) mostDollars(flags *flagReader) (most *int64) {
	given := []setting{{name: "CONVO_MAX_USD", value: p.getenv("CONVO_MAX_USD")}}
	if given[0].value == "" {
		given = nil
	}
	if flags.IsSet("max-usd") {
		given = append(given, setting{name: "--max-usd", value: flags.String("max-usd")})
	}
	for _, g := range given {
		nano, err := dollarsOf(g.name, g.value)
		if err != nil {
			flags.fail(err)
		}
		if most == nil || nano < *most {
			most = &nano
		}
	}
	return most
}

// dollarsOf is an amount of money that somebody gave, in nano-dollars.
func dollarsOf(flag, value string) (int64, error) {
	n, ok := conv.Number(strings.TrimPrefix(strings.TrimSpace(value), "$")).Nano()
	if !ok || n < 0 {
		return 0, usageError("%s %q: want US dollars, such as 0.25", flag, value)
	}
	return n, nil
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
