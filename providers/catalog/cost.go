package catalog

import (
	"math/bits"

	"convo/conv"
	"convo/conv/rawjson"
)

// Cost returns what tokens cost at rates, rounded to the nano-dollar once. The
// parts add up to the total, except searches and requests, which only the total
// includes. unknown says why there is no cost: the counts are negative or too
// large, or something has no rate.
func (r *Rates) Cost(used *conv.Usage, t Terms) (cost *conv.UsageCost, unknown string) {
	billed := used.Billed()
	u := &billed
	switch {
	case u.InputUnknown || !addsUp(u) || t.Sound > u.CacheRead:
		return nil, "the usage does not add up"
	case u.OutputAudio > 0 && !r.outputAudio.set: // audio is never cheaper than text
		return nil, "no price for audio"
	case t.Searches > 0 && !r.searches.set || t.Lookups > 0 && !r.lookups.set:
		return nil, "no price for searches"
	}
	bill := bill{size: rawjson.Sum(u.Input, rawjson.Sum(u.CacheRead, u.CacheWrite)), percent: uint64(t.Percent)}
	read := r.cacheRead.or(r.input)
	write := r.cacheWrite.or(r.input)

	bill.add(u.Input-u.InputAudio, r.input)
	bill.add(u.InputAudio, r.inputAudio.or(r.input))
	input := bill.due()
	bill.add(u.Output-u.OutputAudio-r.apart(u), r.output)
	bill.add(u.OutputAudio, r.outputAudio.or(r.output))
	bill.add(r.apart(u), r.reasoning)
	output := bill.due()
	bill.add(u.CacheRead-t.Sound, read)
	bill.add(t.Sound, r.cacheReadAudio.or(read))
	cacheRead := bill.due()
	bill.add(u.CacheWrite-u.CacheWrite1h, write)
	bill.add(u.CacheWrite1h, r.cacheWrite1h.or(write))
	cacheWrite := bill.due()

	cost = costOf(input, output, cacheRead, cacheWrite)
	bill.percent = 100
	bill.addThousandths(t.Searches, r.searches)
	bill.addThousandths(t.Lookups, r.lookups)
	bill.addThousandths(1, r.requests)
	bill.due()
	if bill.over {
		return nil, "the usage does not add up"
	}
	cost.Total = rawjson.NumberOfNano(bill.charged)
	return cost, ""
}

// apart returns the reasoning tokens that have a rate of their own.
func (r *Rates) apart(u *conv.Usage) int64 {
	if !r.reasoning.set {
		return 0
	}
	return u.Reasoning
}

// addsUp reports whether no count is negative and no part exceeds its whole.
func addsUp(u *conv.Usage) bool {
	return u.InputAudio >= 0 && u.Input >= u.InputAudio &&
		u.OutputAudio >= 0 && u.Reasoning >= 0 && u.Output >= u.OutputAudio && u.Output-u.OutputAudio >= u.Reasoning &&
		u.CacheRead >= 0 && u.CacheWrite1h >= 0 && u.CacheWrite >= u.CacheWrite1h &&
		max(u.Input, u.Output, u.CacheRead, u.CacheWrite) <= mostTokens
}

// or returns the rate, or the rate of the whole if the part has none.
func (r rate) or(whole rate) rate {
	if r.set {
		return r
	}
	return whole
}

// at returns the rate for an input of size tokens.
func (r rate) at(size int64) uint64 {
	now := r.base
	for _, s := range r.steps {
		if size > s.above {
			now = s.rate
		}
	}
	return uint64(now)
}

// bill adds up hundredths of a femto-dollar, in 128 bits.
type bill struct {
	size    int64  // of the whole input
	percent uint64 // of the rates
	hi, lo  uint64
	charged int64 // nano-dollars that parts have already taken
	over    bool  // the sum is too large
}

// add adds tokens, whose number is not negative.
func (b *bill) add(tokens int64, r rate) { b.times(uint64(tokens), r.at(b.size)) }

// addThousandths adds what is priced by the thousand: its rate is a thousand
// times that of tokens, which are priced by the million.
func (b *bill) addThousandths(n int64, r rate) { b.times(uint64(n)*1000, r.at(b.size)) }

func (b *bill) times(n, rate uint64) {
	hi, lo := bits.Mul64(n, rate*b.percent)
	var carry uint64
	b.lo, carry = bits.Add64(b.lo, lo, 0)
	b.hi, carry = bits.Add64(b.hi, hi, carry)
	b.over = b.over || carry != 0
}

// nano is the number of a bill's units in a nano-dollar.
const nano = 100 * 1_000_000

// due returns what was added since the last call, in nano-dollars: the sum,
// rounded half up, less what was returned before.
func (b *bill) due() int64 {
	lo, carry := bits.Add64(b.lo, nano/2, 0)
	hi := b.hi + carry
	if hi >= nano/2 {
		b.over = true
		return 0
	}
	sum, _ := bits.Div64(hi, lo, nano)
	due := int64(sum) - b.charged
	b.charged = int64(sum)
	return due
}

// mostTokens is more than any answer has. A count below it times a rate is in range.
const mostTokens = 1 << 50

// costOf returns a cost from nano-dollars. Its total is their sum.
func costOf(input, output, cacheRead, cacheWrite int64) *conv.UsageCost {
	return &conv.UsageCost{
		Input:      rawjson.NumberOfNano(input),
		Output:     rawjson.NumberOfNano(output),
		CacheRead:  rawjson.NumberOfNano(cacheRead),
		CacheWrite: rawjson.NumberOfNano(cacheWrite),
		Total:      rawjson.NumberOfNano(rawjson.Sum(rawjson.Sum(input, output), rawjson.Sum(cacheRead, cacheWrite))),
	}
}
