package prices

import (
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/rawjson"
)

// MostDollars is the lower limit of --max-usd and CONVO_MAX_USD in nano-dollars,
// nil if there is none.
func MostDollars(p *frame.Program, flags *frame.Flags) (most *int64) {
	given := []frame.Setting{{Name: "CONVO_MAX_USD", Value: p.Getenv("CONVO_MAX_USD")}}
	if given[0].Value == "" {
		given = nil
	}
	if flags.IsSet("max-usd") {
		given = append(given, frame.Setting{Name: "--max-usd", Value: flags.String("max-usd")})
	}
	for _, g := range given {
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

// Dollars are nano-dollars as people read them.
func Dollars(nano int64) string { return "$" + string(rawjson.NumberOfNano(nano)) }
