package frame

import (
	"bytes"
	"io"
	"os"
)

// Spool holds back what is written, in memory and then in a file without a
// name, until it is known to be wanted.
type Spool struct {
	mem  []byte
	file *os.File
}

// spoolMemory is how much a spool keeps in memory.
const spoolMemory = 8 << 20

func (s *Spool) Write(b []byte) (int, error) {
	if s.file == nil && len(s.mem)+len(b) > spoolMemory {
		f, err := os.CreateTemp("", "convo-*.tmp")
		if err != nil {
			return 0, err
		}
		_ = os.Remove(f.Name())
		s.file = f
	}
	if s.file != nil {
		return s.file.Write(b)
	}
	s.mem = append(s.mem, b...)
	return len(b), nil
}

// Reader reads what was held back from the start, and says how much it is.
func (s *Spool) Reader() (io.Reader, int64, error) {
	if s.file == nil {
		return bytes.NewReader(s.mem), int64(len(s.mem)), nil
	}
	info, err := s.file.Stat()
	if err == nil {
		_, err = s.file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, 0, err
	}
	return io.MultiReader(bytes.NewReader(s.mem), s.file), int64(len(s.mem)) + info.Size(), nil
}

// copyTo writes what was held back.
func (s *Spool) copyTo(w io.Writer) error {
	r, _, err := s.Reader()
	if err == nil {
		_, err = io.Copy(w, r)
	}
	return err
}

// Close gives up what was held back.
func (s *Spool) Close() {
	if s.file != nil {
		s.file.Close()
	}
}

// HeldBack makes nothing of out be seen before commit.
func HeldBack(out *Product) *Product {
	s := &Spool{}
	return &Product{
		Writer: s,
		Commit: func() error {
			defer s.Close()
			if err := s.copyTo(out); err != nil {
				return err
			}
			return out.Commit()
		},
		Discard: func() { s.Close(); out.Discard() },
	}
}
