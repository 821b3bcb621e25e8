package cassette

import (
	"bytes"
	"context"
	"io"

	"convo/providers/internal/wire"
)

// answer is what is kept of an answer.
type answer struct {
	status int
	header wire.Header
	chunks [][]byte // as they arrived
}

// keptHeaders are the headers that say what an answer is, or how long to wait.
// All others change from day to day or show who asked.
var keptHeaders = []string{"Content-Type", "Retry-After", "Retry-After-Ms", "X-Should-Retry", "X-Request-Id", "Request-Id"}

// answerOf is a response without what must not be kept.
func answerOf(resp *wire.Response, chunks [][]byte, hidden wire.Secrets) *answer {
	a := &answer{status: resp.Status, header: wire.Header{}, chunks: maskPieces(hidden, chunks)}
	for _, name := range keptHeaders {
		if v := resp.Header.Get(name); v != "" {
			a.header.Set(name, hidden.Mask(v))
		}
	}
	return a
}

// response returns the answer as wire returns one.
func (a *answer) response(ctx context.Context) *wire.Response {
	return &wire.Response{Status: a.status, Header: a.header.Clone(), Body: &playback{ctx: ctx, chunks: a.chunks}}
}

// playback returns the chunks of an answer as they came, one a read.
type playback struct {
	ctx    context.Context
	chunks [][]byte
	rest   []byte // end of the previous chunk
}

func (p *playback) Read(b []byte) (int, error) {
	if p.ctx.Err() != nil {
		return 0, &wire.Error{Kind: wire.Aborted, What: "aborted"}
	}
	for len(p.rest) == 0 {
		if len(p.chunks) == 0 {
			return 0, io.EOF
		}
		p.rest, p.chunks = p.chunks[0], p.chunks[1:]
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

func (p *playback) Close() error { return nil }

// recorder is the body of an answer. It is kept when it was read to its end, or
// as far as the reader wanted. An answer that breaks off or is empty is not
// kept: it is not all that the server had to say.
type recorder struct {
	io.ReadCloser
	ctx    context.Context
	keep   func(chunks [][]byte)
	chunks [][]byte
	over   bool
}

func (r *recorder) Read(b []byte) (int, error) {
	n, err := r.ReadCloser.Read(b)
	if n > 0 {
		r.chunks = append(r.chunks, bytes.Clone(b[:n]))
	}
	switch {
	case err == io.EOF:
		r.end()
	case err != nil:
		r.over = true
	}
	return n, err
}

func (r *recorder) Close() error {
	if r.ctx.Err() == nil {
		r.end()
	}
	return r.ReadCloser.Close()
}

func (r *recorder) end() {
	if !r.over && len(r.chunks) > 0 {
		r.keep(r.chunks)
	}
	r.over = true
}
