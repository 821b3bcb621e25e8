// Package cassette records exchanges with servers in a file and replays them
// without a network.
//
// The rule of the room: it keeps nothing that is secret or changes from day to
// day. The caller owns the file: it passes the bytes and stores what is added.
// A request that was not recorded is an error; it never gets the answer to
// another.
package cassette

import (
	"context"
	"fmt"
	"io"
	"sync"

	"convo/providers/internal/wire"
)

// Exchange sends a request and returns its answer.
type Exchange interface {
	Do(context.Context, *wire.Request) (*wire.Response, error)
}

// Mode is what happens to a request.
type Mode string

// The modes.
const (
	Replay Mode = "replay" // answer from the cassette, or fail
	Record Mode = "record" // send it, and add the answer after the recorded ones
	Auto   Mode = "auto"   // answer from the cassette, else send it and record the answer
)

// Cassette holds recordings. It is safe for concurrent use.
type Cassette struct {
	// Cut are the numbers of incomplete lines, which a program leaves when it
	// is killed while it writes. They are skipped.
	Cut []int
	// Notify, if not nil, gets the method and path of each request that is
	// answered from the cassette.
	Notify func(where string)

	mu     sync.Mutex
	tracks map[string]*track
	order  []*track // in the order of their first lines
	lines  int
	open   bool // the file does not end with a newline
	failed error
}

// track is one request and its answers, in the order of the file.
type track struct {
	request *request
	line    int // line of the first answer
	answers []*answer
	played  int
}

// Err returns the first error of writing a recording.
func (c *Cassette) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failed
}

// Around returns an exchange that answers from the cassette, or asks live and
// adds the answer to out, each in one write. In mode Replay both may be nil.
func (c *Cassette) Around(live Exchange, mode Mode, out io.Writer) Exchange {
	switch mode {
	case Replay, Record, Auto:
		return &player{c, live, mode, out}
	}
	panic("cassette: unknown mode " + string(mode))
}

type player struct {
	*Cassette
	live Exchange
	mode Mode
	out  io.Writer
}

// Do implements [Exchange]. A request without a recording is a *Miss.
func (p *player) Do(ctx context.Context, r *wire.Request) (*wire.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, &wire.Error{Kind: wire.Aborted, What: "aborted"}
	}
	kept, hidden := asked(r)
	if p.mode != Record {
		if a := p.next(kept); a != nil {
			if p.Notify != nil {
				p.Notify(kept.where())
			}
			return a.response(ctx), nil
		}
	}
	if p.mode == Replay {
		p.mu.Lock()
		defer p.mu.Unlock()
		return nil, p.miss(kept)
	}
	resp, err := p.live.Do(ctx, r)
	if err != nil {
		return nil, err
	}
	resp.Body = &recorder{
		ReadCloser: resp.Body, ctx: ctx,
		keep: func(chunks [][]byte) { p.add(kept, answerOf(resp, chunks, hidden)) },
	}
	return resp, nil
}

// next returns the next answer, nil if there is none. In a replay, a request
// that repeats more often than it was recorded gets the last answer again. Mode
// Auto never repeats an answer and skips a temporary error.
func (p *player) next(r *request) *answer {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.tracks[r.key()]
	if t == nil {
		return nil
	}
	for t.played < len(t.answers) {
		t.played++
		if a := t.answers[t.played-1]; p.mode == Replay || !wire.Temporary(a.status) {
			return a
		}
	}
	if p.mode == Auto {
		return nil
	}
	return t.answers[len(t.answers)-1]
}

// add keeps an answer, here and in the file.
func (p *player) add(r *request, a *answer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.insert(r, a).played++ // already returned to the caller
	line := a.line(r)
	if p.open {
		line = append([]byte("\n"), line...)
	}
	p.open = false
	if _, err := p.out.Write(line); err != nil && p.failed == nil {
		p.failed = fmt.Errorf("the answer is not recorded: %w", err)
	}
}

// insert puts an answer after the other answers to its request.
func (c *Cassette) insert(r *request, a *answer) *track {
	c.lines++
	t := c.tracks[r.key()]
	if t == nil {
		t = &track{request: r, line: c.lines}
		c.tracks[r.key()] = t
		c.order = append(c.order, t)
	}
	t.answers = append(t.answers, a)
	return t
}
