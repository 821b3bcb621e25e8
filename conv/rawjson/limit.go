package rawjson

import (
	"cmp"
	"fmt"
)

// longest is the size of the longest value of a stream of unknown size, such as a
// pipe or a device, by default.
const longest = 1 << 30

// unpackedMost is how many times its size compressed a value may have, and
// unpackedLeast the size up to which that does not matter: a file of 1 MB could hold
// a value of 1 GB.
const (
	unpackedMost  = 100
	unpackedLeast = 64 << 20
)

// Refused is the error of a stream that is not read to its end: its value is too
// long, or it is no text.
type Refused struct {
	Msg  string
	Hint string // a second line for the user, or ""
}

func (e *Refused) Error() string { return e.Msg }

// tooLong reports, as the error of the stream too, that the value that is being
// read has become too long. A file cannot surprise with its size.
func (f *Frames) tooLong() bool {
	most := cmp.Or(f.Most, longest)
	if f.size > 0 || int64(len(f.buf)) < min(most, unpackedLeast) {
		return false
	}
	if packed := f.packed(); packed > 0 && int64(len(f.buf)) >= max(unpackedLeast, unpackedMost*packed) {
		f.eof, f.err = true, &Refused{
			Msg:  fmt.Sprintf("a value or line of %d MiB, more than %d times its size compressed", len(f.buf)>>20, unpackedMost),
			Hint: "if you trust it, unpack it into a file, and name that",
		}
		return true
	}
	if int64(len(f.buf)) < most {
		return false
	}
	f.eof, f.err = true, &Refused{
		Msg:  fmt.Sprintf("a value or line of more than %d MiB: only a file may have larger ones", most>>20),
		Hint: "write it to a file, and name that",
	}
	return true
}

// isNoText reports whether the stream begins with a zero byte, as a device or an
// empty image of a disk does. Then that byte is all that is handed out.
func (f *Frames) isNoText() bool {
	if f.offset > 0 || len(f.buf) == 0 || f.buf[0] != 0 {
		return false
	}
	f.buf, f.eof = f.buf[:1], true
	return true
}

func (f *Frames) packed() int64 {
	if f.Packed == nil {
		return 0
	}
	return f.Packed()
}
