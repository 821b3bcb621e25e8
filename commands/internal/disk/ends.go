package disk

import (
	"errors"
	"io"
	"os"
)

// The bytes of a file that are read at first from its beginning and its end, and
// the most of its beginning.
const (
	endSize  = 32 << 10
	mostHead = 1 << 20
)

// Ends reads the beginning and the end of files, into memory that the next file
// takes.
type Ends struct {
	Head, Tail []byte // all of a short file is in Head
	Size       int64
	Modified   int64 // Unix milliseconds
	memory     []byte
	after      []byte
}

// Read reads the ends of a file. It reads on while the beginning does not say
// enough.
func (e *Ends) Read(name string, enough func(head []byte) bool) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	e.Size, e.Modified, e.Tail = info.Size(), info.ModTime().UnixMilli(), nil
	if !info.Mode().IsRegular() {
		return errors.New("is not a regular file")
	}
	if err := e.head(f, enough); err != nil {
		return err
	}
	if left := e.Size - int64(len(e.Head)); left > 0 {
		if e.after == nil {
			e.after = make([]byte, endSize)
		}
		n, err := f.ReadAt(e.after[:min(left, endSize)], e.Size-min(left, endSize))
		if err != nil && err != io.EOF {
			return err
		}
		e.Tail = e.after[:n]
	}
	return nil
}

// head reads the beginning.
func (e *Ends) head(f *os.File, enough func([]byte) bool) error {
	e.Head = e.memory[:0]
	for most := int64(endSize); ; most *= 2 {
		most = min(most, e.Size, mostHead)
		for int64(len(e.Head)) < most {
			if int64(cap(e.Head)) < most {
				e.Head = append(make([]byte, 0, most), e.Head...)
			}
			n, err := f.Read(e.Head[len(e.Head):most])
			e.Head = e.Head[:len(e.Head)+n]
			if err == io.EOF {
				e.Size = int64(len(e.Head)) // the file has become shorter
				most = e.Size
			} else if err != nil {
				return err
			}
		}
		e.memory = e.Head
		if most == e.Size || most == mostHead || enough(e.Head) {
			return nil
		}
	}
}
