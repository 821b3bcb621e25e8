package meter

import (
	"convo/commands/internal/prices"
	"convo/conv"
	"convo/conv/rawjson"
)

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
