package meter

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/prices"
	"convo/conv"
	"convo/conv/rawjson"
)

// tally is a row of a report: the sums of some answers.
type tally struct {
	key      string
	answers  int
	usage    conv.Usage // its Cost is not used
	nano     int64      // computed, or recorded where no price is known
	recorded int64      // nano-dollars that documents have recorded, of answers that have some
	instead  int64      // what it would be by those, and computed where there are none
	differ   bool       // somewhere the two are not the same
	unknown  int        // answers whose cost nobody knows

	uncounted string // why the tokens of an answer are not known, the first of them
}

// addend is what an answer adds to a sum.
type addend struct {
	usage          *conv.Usage // nil: unknown
	nano, recorded int64       // nano-dollars
	known          bool        // whether nano is the cost
	uncounted      string      // why its tokens are not known; "": they are
}

// add adds an answer, whose recorded cost counts if there is no other.
func (t *tally) add(a addend) {
	t.answers++
	if a.usage != nil {
		counts := a.usage.Billed()
		counts.Cost = nil
		t.usage.Add(&counts)
	}
	if !a.known {
		t.unknown++
	}
	t.uncounted = cmp.Or(t.uncounted, a.uncounted)
	t.nano = rawjson.Sum(t.nano, a.nano)
	t.recorded = rawjson.Sum(t.recorded, a.recorded)
	t.instead = rawjson.Sum(t.instead, cmp.Or(a.recorded, a.nano))
	t.differ = t.differ || a.recorded != 0 && a.recorded != a.nano
}

// merge adds another sum.
func (t *tally) merge(o *tally) {
	t.answers += o.answers
	t.usage.Add(&o.usage)
	t.nano, t.recorded, t.instead = rawjson.Sum(t.nano, o.nano), rawjson.Sum(t.recorded, o.recorded), rawjson.Sum(t.instead, o.instead)
	t.unknown += o.unknown
	t.differ = t.differ || o.differ
	t.uncounted = cmp.Or(t.uncounted, o.uncounted)
}

// doubt is why the cost of some answers is not known.
type doubt struct {
	why   string
	count int
}

// meter adds up.
type meter struct {
	total  tally
	rows   []*tally
	index  map[string]*tally
	unsure []doubt
}

func (m *meter) row(key string) *tally {
	if m.index == nil {
		m.index = map[string]*tally{}
	}
	t := m.index[key]
	if t == nil {
		t = &tally{key: strings.Clone(key)} // which would keep its file in memory
		m.index[t.key] = t
		m.rows = append(m.rows, t)
	}
	return t
}

// add adds an answer to the row of a key, and to the total.
func (m *meter) add(key string, a addend) {
	m.row(key).add(a)
	m.total.add(a)
}

// doubt notes why a cost is not known.
func (m *meter) doubt(why string) {
	i := slices.IndexFunc(m.unsure, func(d doubt) bool { return d.why == why })
	if i < 0 {
		i = len(m.unsure)
		m.unsure = append(m.unsure, doubt{why: why})
	}
	m.unsure[i].count++
}

func (m *meter) doubtText() string {
	var all []string
	for _, d := range m.unsure {
		all = append(all, fmt.Sprintf("%s (%s)", d.why, frame.Plural(d.count, "answer")))
	}
	if len(all) > 8 {
		all = append(all[:8], fmt.Sprintf("and %d more", len(all)-8))
	}
	return strings.Join(all, ", ")
}

// Sum is what the answers of a conversation used, and what they cost.
type Sum struct {
	Answers int
	Tokens  int64
	Nano    int64 // nano-dollars
	Unknown int   // answers whose cost nobody knows
}

// SumOf adds up the answers of a conversation.
func SumOf(doc *conv.Conversation, list *prices.PriceList) Sum {
	m := &metering{prices: *list, by: "model"}
	m.measured("", doc)
	t := &m.meter.total
	return Sum{t.answers, t.usage.AllTokens(), t.nano, t.unknown}
}

// Add adds another sum.
func (s *Sum) Add(o Sum) {
	s.Answers += o.Answers
	s.Tokens = rawjson.Sum(s.Tokens, o.Tokens)
	s.Nano = rawjson.Sum(s.Nano, o.Nano)
	s.Unknown += o.Unknown
}

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
	if l.usd != nil && prices.IsOver(sum.nano, *l.usd) {
		all = append(all, breach{"max-usd", prices.Dollars(*l.usd), prices.Dollars(sum.nano), prices.Dollars(sum.nano - *l.usd)})
	}
	if n := sum.usage.AllTokens(); l.tokens != nil && prices.IsOver(n, *l.tokens) {
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
		f.Hint = strings.Join(m.answerText(), "; ")
		return f
	}
	if err := m.unlimited(); err != nil {
		return err
	}
	if len(m.meter.unsure) == 0 || m.unknown != "fail" {
		if why := m.meter.total.uncounted; why != "" && m.limits.tokens != nil { // --unknown is about costs
			return &frame.Failure{Code: frame.ExitBudget, What: "--max-tokens: " + why}
		}
		return nil
	}
	f := &frame.Failure{Code: frame.ExitOther, What: "unknown costs: " + m.meter.doubtText()}
	return f.WithHint("add a price with --prices FILE (see convo help cost), or continue without: --unknown warn")
}

// kind is how tokens were counted.
func (m *metering) kind() string {
	if m.estimate != nil {
		return "estimated"
	}
	return "measured"
}
