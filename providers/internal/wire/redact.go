package wire

import "io"

// redacting reads an answer and replaces our secrets by asterisks, in any
// chunking.
type redacting struct {
	r       io.Reader
	secrets Secrets
	buf     []byte // read, not yet returned
	ready   int    // bytes of buf in which no secret can begin
	err     error  // the error that comes after buf
}

func newRedacting(r io.Reader, secrets Secrets) io.Reader {
	if secrets = secrets.Long(); len(secrets) == 0 {
		return r
	}
	return &redacting{r: r, secrets: secrets}
}

func (x *redacting) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for x.ready == 0 {
		if x.err != nil {
			return 0, x.err
		}
		n, err := x.r.Read(p)
		x.buf = append(x.buf, p[:n]...)
		x.secrets.Hide(x.buf)
		if x.ready, x.err = len(x.buf), err; err == nil {
			x.ready -= x.secrets.Begun(x.buf)
		}
		if n == 0 && err == nil {
			return 0, nil
		}
	}
	n := copy(p, x.buf[:x.ready])
	x.buf = append(x.buf[:0], x.buf[n:]...)
	x.ready -= n
	return n, nil
}
