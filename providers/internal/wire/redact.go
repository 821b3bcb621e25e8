package wire

import (
	"bytes"
	"io"
)

// secretSize is the least size, in bytes, of a secret to look for. The
// placeholder that a server on this machine accepts as a key may be a common
// word.
const secretSize = 16

// redacting reads an answer and replaces our secrets by asterisks, in any
// chunking.
type redacting struct {
	r       io.Reader
	secrets [][]byte
	held    []byte // possible start of a secret
	err     error  // the error that comes after held
}

func newRedacting(r io.Reader, secrets []string) io.Reader {
	x := &redacting{r: r}
	for _, s := range secrets {
		if len(s) >= secretSize {
			x.secrets = append(x.secrets, []byte(s))
		}
	}
	if len(x.secrets) == 0 {
		return r
	}
	return x
}

func (x *redacting) Read(p []byte) (int, error) {
	if len(p) <= len(x.held) { // too short to search
		n := copy(p, x.held)
		x.held = x.held[n:]
		return n, nil
	}
	for {
		n := copy(p, x.held)
		x.held = x.held[:0]
		if x.err != nil {
			return n, x.err
		}
		m, err := x.r.Read(p[n:])
		seen := p[:n+m]
		for _, s := range x.secrets {
			hide(seen, s)
		}
		keep := x.begun(seen)
		if x.err = err; err != nil {
			keep = 0
		}
		x.held = append(x.held, seen[len(seen)-keep:]...)
		if len(seen) > keep || err != nil {
			return len(seen) - keep, err
		}
	}
}

// begun counts the bytes at the end that may start a secret.
func (x *redacting) begun(seen []byte) int {
	for n := min(len(seen), x.longest()-1); n > 0; n-- {
		for _, s := range x.secrets {
			if n < len(s) && bytes.HasSuffix(seen, s[:n]) {
				return n
			}
		}
	}
	return 0
}

func (x *redacting) longest() (n int) {
	for _, s := range x.secrets {
		n = max(n, len(s))
	}
	return n
}

// hide overwrites each secret in text.
func hide(text, secret []byte) {
	for {
		at := bytes.Index(text, secret)
		if at < 0 {
			return
		}
		for i := range secret {
			text[at+i] = '*'
		}
		text = text[at+len(secret):]
	}
}
