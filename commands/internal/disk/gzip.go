package disk

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"

	"convo/conv/rawjson"
)

// The first bytes of files that are compressed.
const (
	gzipMark = "\x1f\x8b\x08"
	zstdMark = "\x28\xb5\x2f\xfd"
)

// IsGzip reports whether a file is compressed with gzip from an offset on.
func IsGzip(f *os.File, at int64) bool {
	var head [len(gzipMark)]byte
	n, _ := f.ReadAt(head[:], at)
	return string(head[:n]) == gzipMark
}

// IsZstd reports whether a text is none, but compressed with zstd.
func IsZstd(head []byte) bool { return bytes.HasPrefix(head, []byte(zstdMark)) }

// Unpacked reads r or, if that is compressed with gzip, what it holds. What
// arrives is passed on at once.
func Unpacked(r io.Reader) *Unpacker { return &Unpacker{r: r} }

// PackedBytes is how many bytes were unpacked so far, 0 if nothing is packed.
func (u *Unpacker) PackedBytes() int64 { return u.taken }

// Unpacker finds out by the first bytes what it reads.
type Unpacker struct {
	r     io.Reader
	begun bool
	head  []byte // read, not yet handed out
	err   error  // of r, after head

	gzip   *gzip.Reader  // nil: r is passed on as it is
	packed *bufio.Reader // what gzip reads
	taken  int64         // bytes that packed has read
}

func (u *Unpacker) Read(b []byte) (int, error) {
	if !u.begun && len(b) > 0 {
		u.begun = true
		if n, done := u.begin(b); done {
			return n, nil
		}
	}
	switch {
	case u.gzip != nil:
		n, err := u.gzip.Read(b)
		return n, u.broken(err)
	case len(u.head) > 0:
		n := copy(b, u.head)
		u.head = u.head[n:]
		return n, nil
	case u.err != nil:
		return 0, u.err
	}
	return u.r.Read(b)
}

// begin reads as much as shows whether r is compressed. If it is not, and b has
// room for what was read, it is done: the n bytes of b are those of r.
func (u *Unpacker) begin(b []byte) (n int, done bool) {
	buf := b
	if len(buf) < len(gzipMark) {
		buf = make([]byte, len(gzipMark))
	}
	for u.err == nil && (n == 0 || n < len(gzipMark) && gzipMark[:n] == string(buf[:n])) {
		var more int
		more, u.err = u.r.Read(buf[n:])
		n += more
	}
	packed := bytes.HasPrefix(buf[:n], []byte(gzipMark))
	if !packed && n > 0 && n <= len(b) {
		return copy(b, buf[:n]), true
	}
	u.head = bytes.Clone(buf[:n])
	if !packed {
		return 0, false
	}
	rest := io.MultiReader(bytes.NewReader(u.head), failing{u.r, u.err})
	u.packed = bufio.NewReaderSize(counted{rest, &u.taken}, 64<<10)
	u.gzip, u.err = gzip.NewReader(u.packed)
	if u.err != nil {
		u.gzip, u.head, u.err = nil, nil, u.broken(u.err)
	}
	return 0, false
}

// broken says where a compressed file is wrong.
func (u *Unpacker) broken(err error) error {
	at := u.taken - int64(u.packed.Buffered())
	switch {
	case err == nil || err == io.EOF:
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &rawjson.Refused{Msg: fmt.Sprintf("is compressed with gzip, and cut off at byte %d", at)}
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, new(flate.CorruptInputError)):
		return &rawjson.Refused{Msg: fmt.Sprintf("is compressed with gzip, and broken before byte %d: %v", at, err)}
	}
	return err // of r
}

// counted counts the bytes that are read.
type counted struct {
	r io.Reader
	n *int64
}

func (c counted) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	*c.n += int64(n)
	return n, err
}

// failing reads r, or fails if that has failed already.
type failing struct {
	r   io.Reader
	err error
}

func (f failing) Read(b []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	return f.r.Read(b)
}
