package conv

import "convo/conv/rawjson"

// Usage counts the tokens of one answer. Input excludes cache reads and
// writes, Output includes reasoning, whatever the wire's own convention.
type Usage struct {
	Node
	Input, Output         int64
	CacheRead, CacheWrite int64
	TotalTokens           int64 // as the provider said it; 0 is absent
	Reasoning             int64 // part of Output
	CacheWrite1h          int64 // part of CacheWrite
	InputAudio            int64 // part of Input
	OutputAudio           int64 // part of Output
	InputUnknown          bool  // the provider's numbers did not add up; Input is 0
	Cost                  *UsageCost
}

// UsageCost is what an answer cost in US dollars, in the literals that were
// read; compute with [Number.Nano].
type UsageCost struct {
	Input, Output, CacheRead, CacheWrite, Total Number
}

// Context is the size of the context that the answer saw and left: all
// input, cached or not, and the output.
func (u *Usage) Context() int64 {
	if u == nil {
		return 0
	}
	return u.Input + u.CacheRead + u.CacheWrite + u.Output
}

// IsZero reports whether nothing was counted: what or and pi write where
// nothing is known.
func (u *Usage) IsZero() bool {
	for _, c := range u.counters() {
		if *c.value != 0 {
			return false
		}
	}
	return len(u.Extensions) == 0 && !u.InputUnknown
}

// Billed is what a vendor bills of u: the same, but that reasoning which was
// counted beside the output, as xAI and some gateways do, is part of it. It is
// where the total says so, or more is reasoned than put out.
func (u *Usage) Billed() Usage {
	billed := *u
	if u.Reasoning > u.Output || u.Reasoning > 0 && u.TotalTokens == u.Context()+u.Reasoning {
		billed.Output += u.Reasoning
	}
	return billed
}

// Add adds what v counts to u. A nil v is nothing.
func (u *Usage) Add(v *Usage) {
	if v == nil {
		return
	}
	u.Input += v.Input
	u.Output += v.Output
	u.CacheRead += v.CacheRead
	u.CacheWrite += v.CacheWrite
	u.TotalTokens += v.TotalTokens
	u.Reasoning += v.Reasoning
	u.CacheWrite1h += v.CacheWrite1h
	u.InputAudio += v.InputAudio
	u.OutputAudio += v.OutputAudio
	u.InputUnknown = u.InputUnknown || v.InputUnknown
	if v.Cost != nil {
		cost := u.Cost.plus(v.Cost)
		u.Cost = &cost
	}
}

// CostOf is a cost from nano-dollars; its total is their sum.
func CostOf(input, output, cacheRead, cacheWrite int64) *UsageCost {
	return &UsageCost{
		Input:      rawjson.NumberOfNano(input),
		Output:     rawjson.NumberOfNano(output),
		CacheRead:  rawjson.NumberOfNano(cacheRead),
		CacheWrite: rawjson.NumberOfNano(cacheWrite),
		Total:      rawjson.NumberOfNano(input + output + cacheRead + cacheWrite),
	}
}

// plus is the sum, to the nano-dollar, of two costs of which c may be nil.
func (c *UsageCost) plus(d *UsageCost) UsageCost {
	if c == nil {
		return *d
	}
	return UsageCost{
		Input:      sum(c.Input, d.Input),
		Output:     sum(c.Output, d.Output),
		CacheRead:  sum(c.CacheRead, d.CacheRead),
		CacheWrite: sum(c.CacheWrite, d.CacheWrite),
		Total:      sum(c.Total, d.Total),
	}
}

// sum adds amounts; one that is absent or out of range counts as none.
func sum(a, b Number) Number {
	x, known := a.Nano()
	y, also := b.Nano()
	switch {
	case !known:
		return b
	case !also:
		return a
	default:
		return rawjson.NumberOfNano(x + y)
	}
}

// StopReason tells why a model stopped.
type StopReason string

// The stop reasons. Finer truth is in StopDetail.
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

// StopKind classes the provider's words that StopReason cannot tell apart.
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

// Diagnostic is a non-fatal event of an answer.
type Diagnostic struct {
	Type      string
	Timestamp int64 // Unix milliseconds; 0 is absent
	Message   string
	Details   Raw
}
