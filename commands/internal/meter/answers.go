package meter

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"strconv"
	"sync"
	"time"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/commands/internal/prices"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// source meters one input.
func (m *metering) source(in *frame.Input) error {
	s, err := pipe.Recognise(m.p, in, m.from)
	if err == nil {
		err = s.Part(m.p)
	}
	if err != nil {
		return m.failure(err)
	}
	return s.Each(func(v rawjson.Block) error {
		err := m.value(s, v)
		m.work.Add(1, int64(len(v.Data)))
		m.spent.Store(m.meter.total.nano)
		if err != nil {
			return m.failure(s.PieceOf(v).Failure(err))
		}
		return m.pass(v)
	})
}

// pass lets a value through that was metered.
func (m *metering) pass(v rawjson.Block) error {
	if m.passed == nil {
		return nil
	}
	data := bytes.TrimRight(v.Data, "\r\n")
	_, err := m.passed.Write(append(data[:len(data):len(data)], '\n'))
	return err
}

// failure deals with what cannot be read, as --on-error says.
func (m *metering) failure(err error) error {
	f := frame.AsFailure(err)
	if m.onError == "stop" || f.Code != frame.ExitUnreadable && f.Code != frame.ExitInvalid {
		return err
	}
	m.failed++
	m.work.Fail()
	f.Report(m.p.Stderr, m.p.ErrorsAsJSON)
	w := m.annotations
	switch {
	case m.onError != "emit" || w == nil && m.passed == nil:
		return nil
	case w == nil:
		w = rawjson.NewWriter(m.passed)
	}
	frame.WriteErrorObject(w, f)
	return w.Flush()
}

// partial is what a run ends with that left something out.
func (m *metering) partial() error {
	if m.failed == 0 {
		return nil
	}
	return &frame.Failure{Code: frame.ExitPartial, What: m.failedText()}
}

// failedText says how many conversations are not in the sums.
func (m *metering) failedText() string {
	if m.failed == 1 {
		return "1 conversation failed and is not counted"
	}
	return frame.Plural(m.failed, "conversation") + " failed and are not counted"
}

// value meters one value of input.
func (m *metering) value(s *pipe.Source, v rawjson.Block) error {
	notes := &note.Notes{Mute: true, KeysOnly: m.annotations == nil && m.estimate == nil && m.where == nil}
	for doc, err := range s.From.Decode(s.Text(v), notes) {
		if err != nil {
			return err
		}
		if !m.where.Holds(doc, s.From) {
			if m.annotations != nil {
				m.writeNative(doc)
			}
			continue
		}
		if m.estimate != nil {
			if err := m.estimated(s.Name, s.From, doc); err != nil {
				return err
			}
			continue
		}
		m.measured(s.Name, doc)
		if m.annotations != nil {
			m.writeNative(doc)
		}
	}
	return nil
}

func (m *metering) writeNative(doc *conv.Conversation) {
	conv.Native.Write(m.annotations, doc)
	m.annotations.Text("\n")
}

// measured meters the answers of a conversation, and annotates them.
func (m *metering) measured(file string, doc *conv.Conversation) {
	for i, answer := range metered(doc.Messages) {
		cost, why := m.prices.Cost(answer)
		m.count(answer, m.key(file, i, answer), cost, why)
		if m.annotations != nil && cost != nil && answer == doc.Messages[i] {
			usage := *answer.Usage
			usage.Cost = cost
			annotated := *answer
			annotated.Usage = &usage
			doc.Messages[i] = &annotated
		}
	}
}

// metered are the messages that cost something, as answers, each with its place.
func metered(messages []conv.Message) iter.Seq2[int, *conv.AssistantMessage] {
	return func(yield func(int, *conv.AssistantMessage) bool) {
		var last *conv.AssistantMessage
		for i, message := range messages {
			answer := meteredIn(message, last)
			if answer == nil {
				continue
			}
			if a, ok := message.(*conv.AssistantMessage); ok {
				last = a
			}
			if !yield(i, answer) {
				return
			}
		}
	}
}

// meteredIn is a message as an answer that cost something: one, or the summary
// that the last model to answer made. nil: it is none.
func meteredIn(message conv.Message, last *conv.AssistantMessage) *conv.AssistantMessage {
	if x, ok := message.(*conv.AssistantMessage); ok {
		return x
	}
	usage := format.UsageOf(message)
	if usage == nil || *usage == nil {
		return nil
	}
	made := &conv.AssistantMessage{Meta: *conv.MetaOf(message), Usage: *usage}
	if last != nil {
		made.Provider, made.Model, made.ResponseModel = last.Provider, last.Model, last.ResponseModel
	}
	return made
}

// count meters one answer in the row of a key. Its cost is nil if nobody knows it,
// for a reason.
func (m *metering) count(answer *conv.AssistantMessage, key string, cost *conv.UsageCost, why string) {
	sum, why := addendOf(answer, cost, why)
	if !sum.known {
		m.meter.doubt(why)
	}
	m.meter.add(key, sum)
	if m.chart != nil {
		m.chart.add(dayOf(answer), modelOf(answer), sum)
	}
}

// addendOf is what one answer adds, and why its cost is not known.
func addendOf(answer *conv.AssistantMessage, cost *conv.UsageCost, why string) (addend, string) {
	recorded, impossible := recordedCost(answer.Usage)
	sum := addend{usage: answer.Usage, nano: recorded, recorded: recorded, known: recorded != 0}
	if cost != nil {
		sum.nano, sum.known = cost.Total.Nano()
	}
	switch name, n := answer.Usage.ImpossibleCount(); {
	case name != "":
		why = fmt.Sprintf("impossible token counts (%s %d)", name, n)
		sum.usage, sum.known, sum.uncounted = nil, false, why
	case answer.Usage != nil && answer.Usage.InputUnknown:
		sum.uncounted = "the token counts do not add up"
	case answer.Usage == nil:
		sum.uncounted = "no token counts"
	case impossible != "":
		why = "impossible recorded cost " + string(impossible)
	}
	return sum, why
}

// Spent returns what the answers of a conversation cost, as convo cost counts it. Several
// goroutines may call the function.
func Spent(l *prices.PriceList) func(*conv.Conversation) (nano int64, known bool) {
	var mu sync.Mutex // of what the list remembers
	return func(c *conv.Conversation) (nano int64, known bool) {
		mu.Lock()
		defer mu.Unlock()
		for _, answer := range metered(c.Messages) {
			cost, why := l.Cost(answer)
			sum, _ := addendOf(answer, cost, why)
			if !sum.known {
				return 0, false
			}
			nano = rawjson.Sum(nano, sum.nano)
		}
		return nano, true
	}
}

// recordedCost is what a document says that an answer cost, or what its vendor
// said: OpenRouter and gateways of its manner, Perplexity (cost.total_cost),
// xAI (in ten-billionths of a dollar); 0 if nothing. A cost that cannot be is
// impossible and counts nothing.
func recordedCost(u *conv.Usage) (nano int64, impossible conv.Number) {
	if u == nil {
		return 0, ""
	}
	if u.Cost != nil {
		if _, amount := u.Cost.ImpossibleAmount(); amount != "" {
			return 0, amount
		}
		nano, _ = u.Cost.Total.Nano()
		return nano, ""
	}
	said := u.Extensions.Get("openai-chat", "cost")
	if total := said.Lookup("total_cost"); total != "" {
		said = total
	}
	if nano, impossible = amountOf(said, conv.Number.Nano); nano != 0 || impossible != "" {
		return nano, impossible
	}
	ticks, impossible := amountOf(u.Extensions.Get("openai-chat", "cost_in_usd_ticks"), conv.Number.Int)
	return ticks/10 + (ticks%10+5)/10, impossible
}

// amountOf reads an amount; a value of another kind is none.
func amountOf(raw conv.Raw, read func(conv.Number) (int64, bool)) (amount int64, impossible conv.Number) {
	if raw == "" || raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return 0, ""
	}
	n := conv.Number(raw)
	if amount, ok := read(n); ok && amount >= 0 {
		return amount, ""
	}
	return 0, n
}

// key is the row of an answer.
func (m *metering) key(file string, i int, answer *conv.AssistantMessage) string {
	switch m.by {
	case "file":
		return file
	case "turn":
		return file + "#" + strconv.Itoa(i)
	case "day":
		return cmp.Or(dayOf(answer), "no date")
	}
	return modelOf(answer)
}

// dayOf is the day of an answer, in UTC; "" if it has no date.
func dayOf(answer *conv.AssistantMessage) string {
	if answer.Timestamp == 0 {
		return ""
	}
	return time.UnixMilli(answer.Timestamp).UTC().Format(time.DateOnly)
}

func modelOf(answer *conv.AssistantMessage) string {
	name := cmp.Or(answer.ResponseModel, answer.Model, "no model")
	if answer.Provider != "" {
		name = answer.Provider + "/" + name
	}
	return name
}
