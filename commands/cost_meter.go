package commands

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"convo/conv"
	"convo/conv/rawjson"
)

// tally is a row of a report: what answers came to.
type tally struct {
	key      string
	answers  int
	usage    conv.Usage // its Cost is not used
	nano     int64      // computed, or recorded where no price is known
	recorded int64      // nano-dollars that documents have recorded, of answers that have some
	instead  int64      // what it would be by those, and computed where there are none
	differ   bool       // somewhere the two are not the same
	unknown  int        // answers whose cost nobody knows
}

// add adds an answer, whose recorded cost counts if there is no other.
func (t *tally) add(u *conv.Usage, nano, recorded int64, known bool) {
	t.answers++
	if u != nil {
		counts := u.Billed()
		counts.Cost = nil
		t.usage.Add(&counts)
	}
	if !known {
		t.unknown++
	}
	t.nano += nano
	t.recorded += recorded
	t.instead += cmp.Or(recorded, nano)
	t.differ = t.differ || recorded != 0 && recorded != nano
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
		t = &tally{key: key}
		m.index[key] = t
		m.rows = append(m.rows, t)
	}
	return t
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

// doubts fails if a cost is not known, unless that is allowed.
func (m *meter) doubts(allowed string) error {
	if len(m.unsure) == 0 || allowed != "fail" {
		return nil
	}
	f := &failure{code: exitOther, what: "costs are not known: " + m.doubtText()}
	return f.withHint("--prices FILE gives a price (convo help cost); --unknown warn or zero goes on without; --estimate is about the next call alone")
}

func (m *meter) doubtText() string {
	var all []string
	for _, d := range m.unsure {
		all = append(all, fmt.Sprintf("%s (%s)", d.why, plural(d.count, "answer")))
	}
	if len(all) > 8 {
		all = append(all[:8], fmt.Sprintf("and %d more", len(all)-8))
	}
	return strings.Join(all, ", ")
}

// source meters one input.
func (m *metering) source(in *input) error {
	s, err := m.p.recognise(in, m.from)
	if err != nil {
		return err
	}
	for {
		b, err := s.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fileFailure(exitOther, s.name, err)
		}
		for v := range s.values(b) {
			if err := m.value(s, v); err != nil {
				return s.located(v).failure(err)
			}
		}
		if m.annotated != nil {
			if err := m.annotated.Flush(); err != nil {
				return err
			}
		}
	}
}

// value meters one value of input.
func (m *metering) value(s *source, v rawjson.Block) error {
	data := v.Data
	if s.from.Unit != conv.SessionUnit {
		data = bytes.TrimRight(data, "\r\n")
	}
	for doc, err := range s.from.Decode(data, nil) {
		if err != nil {
			return err
		}
		if m.estimate != nil {
			if err := m.estimated(s.name, s.from, doc); err != nil {
				return err
			}
			continue
		}
		m.measured(s.name, doc)
		if m.annotated != nil {
			conv.WriteNative(m.annotated, doc)
			m.annotated.Text("\n")
		}
	}
	return nil
}

// measured meters the answers of a conversation, and annotates them.
func (m *metering) measured(file string, doc *conv.Conversation) {
	var last *conv.AssistantMessage
	for i, message := range doc.Messages {
		answer := meteredIn(message, last)
		if answer == nil {
			continue
		}
		if a, ok := message.(*conv.AssistantMessage); ok {
			last = a
		}
		cost := m.count(answer, m.key(file, i, answer))
		if m.annotated != nil && cost != nil && answer == message {
			usage := *answer.Usage
			usage.Cost = cost
			annotated := *answer
			annotated.Usage = &usage
			doc.Messages[i] = &annotated
		}
	}
}

// meteredIn is a message as an answer that cost something: one, or the summary
// that the last model to answer made. nil: it is none.
func meteredIn(message conv.Message, last *conv.AssistantMessage) *conv.AssistantMessage {
	var usage *conv.Usage
	var meta conv.Meta
	switch x := message.(type) {
	case *conv.AssistantMessage:
		return x
	case *conv.BranchSummary:
		usage, meta = x.Usage, x.Meta
	case *conv.CompactionSummary:
		usage, meta = x.Usage, x.Meta
	}
	if usage == nil {
		return nil
	}
	made := &conv.AssistantMessage{Meta: meta, Usage: usage}
	if last != nil {
		made.Provider, made.Model, made.ResponseModel = last.Provider, last.Model, last.ResponseModel
	}
	return made
}

// count meters one answer in the row of a key.
func (m *metering) count(answer *conv.AssistantMessage, key string) *conv.UsageCost {
	cost, why := m.prices.cost(answer)
	recorded := recordedCost(answer.Usage)
	nano, known := recorded, recorded != 0
	if cost != nil {
		nano, _ = cost.Total.Nano()
		known = true
	}
	if !known {
		m.meter.doubt(why)
	}
	m.meter.row(key).add(answer.Usage, nano, recorded, known)
	m.meter.total.add(answer.Usage, nano, recorded, known)
	return cost
}

// recordedCost is what a document says that an answer cost, or what its vendor
// said: OpenRouter and gateways of its manner, Perplexity (cost.total_cost),
// xAI (in ten-billionths of a dollar); 0 if nothing.
func recordedCost(u *conv.Usage) int64 {
	if u == nil {
		return 0
	}
	if u.Cost != nil {
		nano, _ := u.Cost.Total.Nano()
		return nano
	}
	said := u.Extensions.Get("openai-chat", "cost")
	if total := said.Lookup("total_cost"); total != "" {
		said = total
	}
	if nano, _ := conv.Number(said).Nano(); nano != 0 {
		return nano
	}
	ticks, _ := conv.Number(u.Extensions.Get("openai-chat", "cost_in_usd_ticks")).Int()
	return (ticks + 5) / 10
}

// key is the row that an answer belongs into.
func (m *metering) key(file string, i int, answer *conv.AssistantMessage) string {
	switch m.by {
	case "file":
		return file
	case "turn":
		return file + "#" + strconv.Itoa(i)
	case "day":
		if answer.Timestamp == 0 {
			return "no date"
		}
		return time.UnixMilli(answer.Timestamp).UTC().Format(time.DateOnly)
	}
	name := cmp.Or(answer.ResponseModel, answer.Model, "no model")
	if answer.Provider != "" {
		name = answer.Provider + "/" + name
	}
	return name
}

// passing reads r, and writes to another what was read.
type passing struct {
	r  io.Reader
	to io.Writer
}

func (p *passing) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	if n > 0 {
		if _, failed := p.to.Write(b[:n]); failed != nil {
			return n, failed
		}
	}
	return n, err
}

// rest lets through what nobody has read.
func (p *passing) rest() error {
	_, err := io.Copy(p.to, p.r)
	return err
}
