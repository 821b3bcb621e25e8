// Package cassette keeps exchanges with servers in a file and plays them
// again, without a network.
//
// The rule of the room: nothing is kept that is secret or that changes from
// day to day; the file is the caller's, who hands its bytes in and takes what
// is added. A request that was not recorded is an error, never an answer of
// another.
package cassette

import (
	"context"
	"fmt"
	"io"
	"sync"

	"convo/providers/internal/wire"
)

// Exchange sends a request and gives its answer.
type Exchange interface {
	Do(context.Context, *wire.Request) (*wire.Response, error)
}

// Mode is what is done with a request.
type Mode string

// The modes.
const (
	Replay Mode = "replay" // it is answered from the cassette, or fails
	Record Mode = "record" // it is sent, and the answer kept behind those that there are
	Auto   Mode = "auto"   // it is answered from the cassette, or sent and the answer kept
)

// Cassette is what was recorded. Any number of goroutines may use one.
type Cassette struct {
	// Cut are the numbers of lines that stop before their end, as a program
	// leaves one that is killed while it writes. They are passed over.
	Cut []int
	// Notify is told the method and path of each request that is answered
	// without asking; nil: nobody.
	Notify func(where string)

	mu     sync.Mutex
	tracks map[string]*track
	order  []*track // by their first line
	lines  int
	open   bool // the file does not end in a line end
	failed error
}

// track is one request and its answers, in the order of the file.
type track struct {
	request *request
	line    int // of the first answer
	answers []*answer
	played  int
}

// Err is the first failure to write what was recorded.
func (c *Cassette) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failed
}

// Around is an exchange that answers from the cassette, or asks live and adds
// the answer to out, each in one write. In mode Replay both may be nil.
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

// Do is [Exchange].Do. A *Miss is a request that is not there.
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

// next is the answer whose turn it is, nil if there is none. A request that
// comes more often than it was recorded gets the last answer again in a
// replay, and in mode Auto none, nor one that was temporary.
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
	p.insert(r, a).played++ // it was given to who asked
	line := a.line(r)
	if p.open {
		line = append([]byte("\n"), line...)
	}
	p.open = false
	if _, err := p.out.Write(line); err != nil && p.failed == nil {
		p.failed = fmt.Errorf("the answer is not recorded: %w", err)
	}
}

// insert puts an answer behind those of its request.
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
