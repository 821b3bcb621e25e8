package frame

import (
	"strconv"
	"time"

	"convo/conv/rawjson"
	"convo/providers"
)

// CallFacts are what is known of a call that failed.
type CallFacts struct {
	Callee     *providers.Callee
	Status     int
	RequestID  string
	RetryAfter time.Duration
	Elsewhere  bool // another model may answer
}

// writeJSON writes the facts as fields of the object of --errors json.
func (c *CallFacts) writeJSON(w *rawjson.Writer) {
	if c == nil {
		return
	}
	w.OptField("provider", c.Callee.Provider)
	w.OptField("model", c.Callee.Model)
	w.OptInt("status", int64(c.Status))
	w.OptField("request_id", c.RequestID)
	if c.RetryAfter > 0 {
		w.OptRaw("retry_after", rawjson.Raw(strconv.FormatFloat(c.RetryAfter.Seconds(), 'f', -1, 64)))
	}
}

// OfWire sets the hint and exit code of a network failure.
func (f *Failure) OfWire(wire *providers.WireError) {
	f.Hint = wire.Hint
	switch wire.Kind {
	case providers.Unreachable, providers.TimedOut:
		f.Code = ExitTemporary
	case providers.Aborted:
		f.Code = ExitInterrupt
	case providers.Forbidden:
		f.Code = ExitUsage
	case providers.Misled:
	}
}
