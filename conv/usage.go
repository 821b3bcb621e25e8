package conv

import (
	"strings"

	"convo/conv/rawjson"
)

// Usage counts the tokens of one answer. Input excludes cache reads and writes,
// and Output includes reasoning, whatever the wire's convention.
type Usage struct {
	Node
	Input, Output         int64
	CacheRead, CacheWrite int64
	TotalTokens           int64 // as the provider reported it; 0 is absent
	Reasoning             int64 // part of Output
	CacheWrite1h          int64 // part of CacheWrite
	InputAudio            int64 // part of Input
	OutputAudio           int64 // part of Output
	InputUnknown          bool  // the provider's numbers do not add up; Input is 0
	Cost                  *UsageCost
}

// UsageCost is the cost of an answer in US dollars, with the literals from the
// input. To compute with them, use [Number.Nano].
type UsageCost struct {
	Input, Output, CacheRead, CacheWrite, Total Number
}

// AllTokens returns how many tokens the answer read and wrote: all input, cached
// or not, and the output. It is 0 for nil.
func (u *Usage) AllTokens() int64 {
	if u == nil {
		return 0
	}
	return rawjson.Sum(rawjson.Sum(u.Input, u.CacheRead), rawjson.Sum(u.CacheWrite, u.Output))
}

// IsZero reports whether nothing was counted: some agents write such a usage if
// they know nothing.
func (u *Usage) IsZero() bool {
	for _, c := range u.counters() {
		if *c.value != 0 {
			return false
		}
	}
	return len(u.Extensions) == 0 && !u.InputUnknown
}

// Billed returns u as a vendor bills it. Some servers count reasoning next to the
// output: Billed adds it if the total shows this, or if there is more reasoning
// than output.
func (u *Usage) Billed() Usage {
	billed := *u
	if u.Reasoning > u.Output || u.Reasoning > 0 && u.TotalTokens == rawjson.Sum(u.AllTokens(), u.Reasoning) {
		billed.Output = rawjson.Sum(u.Output, u.Reasoning)
	}
	return billed
}

// Add adds the counts of v to u. A nil v adds nothing. A negative count is
// impossible, and so is every sum with it: it stays negative.
func (u *Usage) Add(v *Usage) {
	if v == nil {
		return
	}
	more := v.counters()
	for i, c := range u.counters() {
		if x := min(*c.value, *more[i].value); x < 0 {
			*c.value = x
		} else {
			*c.value = rawjson.Sum(*c.value, *more[i].value)
		}
	}
	u.InputUnknown = u.InputUnknown || v.InputUnknown
	if v.Cost != nil {
		u.Cost = new(u.Cost.plus(v.Cost))
	}
}

// plus returns the exact sum of two costs, of which c may be nil. It shares no
// memory with them: sums outlive the conversations that they are made of.
func (c *UsageCost) plus(d *UsageCost) UsageCost {
	if c == nil {
		c = &UsageCost{}
	}
	return UsageCost{
		Input:      sum(c.Input, d.Input),
		Output:     sum(c.Output, d.Output),
		CacheRead:  sum(c.CacheRead, d.CacheRead),
		CacheWrite: sum(c.CacheWrite, d.CacheWrite),
		Total:      sum(c.Total, d.Total),
	}
}

// sum adds amounts. An absent amount counts as 0. With one that is out of
// range, the sum is that amount.
func sum(a, b Number) Number {
	x, known := a.Nano()
	y, also := b.Nano()
	switch {
	case a == "" || b != "" && !also:
		return Number(strings.Clone(string(b)))
	case b == "" || !known:
		return Number(strings.Clone(string(a)))
	default:
		return rawjson.NumberOfNano(rawjson.Sum(x, y))
	}
}

// StopReason says why a model stopped.
type StopReason string

// The stop reasons. StopDetail is more precise.
const (
	StopNormal  StopReason = "stop"    // normal completion
	StopLength  StopReason = "length"  // cut by the output limit
	StopToolUse StopReason = "toolUse" // waits for tool results
	StopError   StopReason = "error"   // provider or runtime failure, refusal, filter
	StopAborted StopReason = "aborted" // the request was cancelled
)

// StopDetail is the provider's own word for a stop.
type StopDetail struct {
	Node
	Raw  string // the literal: end_turn, content_filter, SAFETY …
	Kind StopKind
}

// StopKind classifies the provider's words that one StopReason covers.
type StopKind string

// The kinds of a stop.
const (
	KindSequence    StopKind = "stopSequence"
	KindRefusal     StopKind = "refusal"
	KindFilter      StopKind = "contentFilter"
	KindPause       StopKind = "pause"
	KindWindow      StopKind = "contextWindow"
	KindMalformed   StopKind = "malformedToolCall"
	KindCompaction  StopKind = "compaction"
	KindInterrupted StopKind = "interrupted" // the stream ended before its end
)

// Diagnostic is a non-fatal event during an answer.
type Diagnostic struct {
	Type      string
	Timestamp int64 // Unix milliseconds; 0 is absent
	Message   string
	Details   Raw
}

// mostTokens is more than any answer has.
const mostTokens = 1 << 50

// ImpossibleCount returns the first count that no answer has, and its key in
// conversation.json: it is negative, or above mostTokens. "": there is none.
func (u *Usage) ImpossibleCount() (key string, count int64) {
	if u != nil {
		for _, c := range u.counters() {
			if *c.value < 0 || *c.value > mostTokens {
				return c.key, *c.value
			}
		}
	}
	return "", 0
}

// ImpossibleAmount returns the first amount that nothing costs, and its key: it
// is negative, or out of range. "": there is none.
func (c *UsageCost) ImpossibleAmount() (key string, amount Number) {
	if c == nil {
		return "", ""
	}
	for _, x := range []struct {
		key    string
		amount Number
	}{{"total", c.Total}, {"input", c.Input}, {"output", c.Output}, {"cacheRead", c.CacheRead}, {"cacheWrite", c.CacheWrite}} {
		if nano, ok := x.amount.Nano(); x.amount != "" && (!ok || nano < 0) {
			return x.key, x.amount
		}
	}
	return "", ""
}

func (c *UsageCost) members() []member {
	return []member{{key: "input", number: &c.Input}, {key: "output", number: &c.Output}, {key: "cacheRead", number: &c.CacheRead}, {key: "cacheWrite", number: &c.CacheWrite}, {key: "total", number: &c.Total}}
}

func (s *StopDetail) members() []member {
	return []member{{key: "raw", text: &s.Raw}, {key: "kind", text: (*string)(&s.Kind)}}
}

// members are the fields of a diagnostic that it may lack.
func (d *Diagnostic) members() []member {
	return []member{{key: "timestamp", count: &d.Timestamp}, {key: "message", text: &d.Message}, {key: "details", raw: &d.Details}}
}
