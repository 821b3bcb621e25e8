package rawjson

import "bytes"

// HeadSize is how much of an input Head shows, if there is as much.
const HeadSize = 64 << 10

// Head returns the beginning of what is left, at least HeadSize bytes of it
// if there are as many, without taking it.
func (f *Frames) Head() ([]byte, error) {
	f.begin()
	for len(f.buf) < HeadSize && f.fill() {
	}
	return f.buf, f.err
}

// First returns the beginning of what is left up to the end of its first
// value, without taking it: so much of a slow pipe is waited for. If it is no
// object or array, or longer than HeadSize, it is all of Head.
func (f *Frames) First() ([]byte, error) {
	f.begin()
	var s valueScanner
	for {
		lead := len(f.buf) - len(bytes.TrimLeft(f.buf, " \t\r\n"))
		if value := f.buf[lead:]; len(value) > 0 {
			if value[0] != '{' && value[0] != '[' {
				return f.Head()
			}
			if n := s.scan(value); n > 0 {
				return f.buf[:lead+n], f.err
			}
		}
		if len(f.buf) >= HeadSize || !f.fill() {
			return f.buf, f.err
		}
	}
}

// begin passes over a byte order mark. Offsets count it.
func (f *Frames) begin() {
	if f.begun {
		return
	}
	f.begun = true
	const mark = "\ufeff"
	for len(f.buf) < len(mark) && f.fill() {
	}
	if bytes.HasPrefix(f.buf, []byte(mark)) {
		f.take(len(mark))
		f.behind = nil
	}
}
