package chat

import (
	"cmp"
	"context"
	"time"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
)

// lane is the way to a server, for all calls of a run. Calls pass one after the
// other, when there is room and the server did not ask to wait.
type lane struct {
	turn     chan struct{} // has whose turn it is
	until    time.Time     // before that, the server wants no call
	requests rate
	tokens   rate
	answers  int64 // that came
	output   int64 // tokens of those
}

// rate lets so much pass in a minute, at equal distances.
type rate struct {
	minute int64     // 0: no limit
	free   time.Time // when what has passed is over
}

const (
	late  = 50 * time.Millisecond // how much time may be made up for
	again = 50 * time.Millisecond // when to look for room again
)

// take lets n pass at a time. A negative n gives back.
func (l *rate) take(at time.Time, n int64) {
	if l.minute == 0 {
		return
	}
	if at = at.Add(-late); l.free.Before(at) {
		l.free = at
	}
	l.free = l.free.Add(time.Duration(float64(n) / float64(l.minute) * float64(time.Minute)))
}

// wait is how long nothing may pass.
func (l *lane) wait(now time.Time) time.Duration {
	return max(l.until.Sub(now), l.requests.free.Sub(now), l.tokens.free.Sub(now))
}

// readRates reads --rpm and --tpm.
func readRates(flags *frame.Flags) (rpm, tpm int64) {
	of := func(flag, what string) int64 {
		n, ok := int64(0), true
		if flags.IsSet(flag) {
			n, ok = frame.CountOf(flags.String(flag))
		}
		if !ok || flags.IsSet(flag) && n == 0 {
			flags.Fail(frame.UsageError("--%s %q: want a number of %s a minute, such as 500 or 50k", flag, flags.String(flag), what))
		}
		return n
	}
	return of("rpm", "calls"), of("tpm", "tokens")
}

// lane is the way to the server of an endpoint. run.mu must be held.
func (run *replyRun) lane(endpoint *providers.Endpoint) *lane {
	l := run.lanes[endpoint.Where()]
	if l == nil {
		l = &lane{turn: make(chan struct{}, 1), requests: rate{minute: run.rpm}, tokens: rate{minute: run.tpm}}
		run.lanes[endpoint.Where()] = l
	}
	return l
}

// delayCalls delays calls to a server that said to retry later.
func (run *replyRun) delayCalls(endpoint *providers.Endpoint, d time.Duration) {
	run.mu.Lock()
	defer run.mu.Unlock()
	l := run.lane(endpoint)
	if until := time.Now().Add(d); until.After(l.until) {
		l.until = until
	}
}

// paced is an exchange whose calls wait until they may pass. It is for one answer.
type paced struct {
	*providers.Client
	run      *replyRun
	endpoint *providers.Endpoint
	tokens   int64 // that a call is estimated to have
	passed   bool
}

// pace makes the calls of a client wait, also its further attempts.
func (r *reply) pace(endpoint *providers.Endpoint, client *providers.Client, sent *conv.Conversation) *paced {
	x := &paced{Client: client, run: r.run, endpoint: endpoint}
	if r.run.tpm > 0 {
		x.tokens = endpoint.Target.EstimateTokens(sent)
		answer, by := endpoint.Target.AnswerTokens(sent)
		if by != providers.LimitRequest {
			answer = r.run.usualAnswer(endpoint)
		}
		x.tokens = min(rawjson.Sum(x.tokens, providers.AllAnswers(sent.Request, answer)), r.run.tpm)
	}
	notify := client.Notify
	client.Notify = func(told providers.Retry) time.Duration {
		r.run.mu.Lock()
		l, now := r.run.lane(endpoint), time.Now()
		if told.Asked && told.Wait > l.until.Sub(now) {
			l.until = now.Add(told.Wait)
		}
		told.Wait = max(told.Wait, l.wait(now))
		x.take(l, now.Add(told.Wait))
		r.run.mu.Unlock()
		notify(told)
		return told.Wait
	}
	return x
}

// usualAnswer is how many tokens answers of a server have had so far.
func (run *replyRun) usualAnswer(endpoint *providers.Endpoint) int64 {
	run.mu.Lock()
	defer run.mu.Unlock()
	l := run.lane(endpoint)
	return l.output / max(l.answers, 1)
}

func (x *paced) take(l *lane, at time.Time) {
	l.requests.take(at, 1)
	l.tokens.take(at, x.tokens)
}

// Do implements [providers.Exchange].
func (x *paced) Do(ctx context.Context, r *providers.WireRequest) (*providers.WireResponse, error) {
	x.pass(ctx)
	resp, err := x.Client.Do(ctx, r)
	if err != nil {
		return nil, err
	}
	if wait := resp.Wait(cmp.Or(x.tokens, int64(len(r.Body))/4), time.Now()); wait > 0 && wait <= x.MaxWait {
		x.run.delayCalls(x.endpoint, wait)
	}
	return resp, nil
}

// pass waits until the call may pass.
func (x *paced) pass(ctx context.Context) {
	x.run.mu.Lock()
	l := x.run.lane(x.endpoint)
	x.run.mu.Unlock()
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
	}
	for ctx.Err() == nil {
		x.run.mu.Lock()
		now := time.Now()
		wait := l.wait(now)
		if wait <= 0 {
			x.take(l, now)
		}
		x.run.mu.Unlock()
		if wait <= 0 {
			x.passed = true
			return
		}
		pause(ctx, min(wait, again)) // an answer may make it shorter
	}
}

// came takes the tokens that an answer had instead of those that were estimated.
func (x *paced) came(m *conv.AssistantMessage) {
	if x == nil || !x.passed || m == nil || m.Usage == nil {
		return
	}
	u := m.Usage
	x.run.mu.Lock()
	defer x.run.mu.Unlock()
	l := x.run.lane(x.endpoint)
	l.answers++
	l.output = rawjson.Sum(l.output, u.Output)
	had := rawjson.Sum(rawjson.Sum(u.Input, u.CacheRead), rawjson.Sum(u.CacheWrite, u.Output))
	l.tokens.take(time.Now(), min(had, x.run.tpm)-x.tokens)
}
