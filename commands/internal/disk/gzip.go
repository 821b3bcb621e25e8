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
func Unpacked(r io.Reader) *Unpacker { return &Unpacker{in: bufio.NewReader(r)} }

// PackedBytes is how many bytes were unpacked so far, 0 if nothing is packed.
func (u *Unpacker) PackedBytes() int64 { return u.taken }

// Unpacker finds out by the first bytes what it reads.
type Unpacker struct {
	in     *bufio.Reader
	begun  bool
	gzip   *gzip.Reader  // nil: in is passed on as it is
	packed *bufio.Reader // what gzip reads
	taken  int64         // bytes that packed has read
	err    error         // of the beginning of what is packed
}

func (u *Unpacker) Read(b []byte) (int, error) {
	if !u.begun && len(b) > 0 {
		u.begun = true
		u.begin()
	}
	switch {
	case u.err != nil:
		return 0, u.err
	case u.gzip != nil:
		n, err := u.gzip.Read(b)
		return n, u.broken(err)
	}
	return u.in.Read(b)
}

// begin waits for no more than shows whether what is read is compressed.
func (u *Unpacker) begin() {
	head, _ := u.in.Peek(1)
	if string(head) == gzipMark[:1] {
		head, _ = u.in.Peek(len(gzipMark))
	}
	if string(head) != gzipMark {
		return
	}
	u.packed = bufio.NewReaderSize(counted{u.in, &u.taken}, 64<<10)
	if u.gzip, u.err = gzip.NewReader(u.packed); u.err != nil {
		u.err = u.broken(u.err)
	}
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
