package conv

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
