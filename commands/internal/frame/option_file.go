package frame

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"convo/commands/internal/disk"
)

// The most bytes of a file that a flag names.
const (
	MostOption = 64 << 20  // of rules, tools, prices, a key, a template
	MostMedia  = 256 << 20 // of media, and of an answer
)

// patienceWithPipe is how long a named pipe may have no writer.
const patienceWithPipe = 10 * time.Second

// TooLarge is the failure of a file with more bytes than a flag takes.
func TooLarge(name string, most int64) *Failure {
	return &Failure{Code: ExitUnreadable, File: name, What: fmt.Sprintf("is larger than %d MiB, the most that convo reads here", most>>20)}
}

// ReadAtMost reads what is left of a file, and fails if that is more than most
// bytes: of a regular file, before it reads any.
func ReadAtMost(name string, f *os.File, most int64) ([]byte, error) {
	if _, size := regularSize(f); size > most {
		return nil, TooLarge(name, most)
	}
	b, err := io.ReadAll(io.LimitReader(f, most+1))
	switch {
	case err != nil:
		return nil, FileFailure(ExitUnreadable, name, err)
	case int64(len(b)) > most:
		return nil, TooLarge(name, most)
	}
	return b, nil
}

// ReadFile is [os.ReadFile] for a file of text of at most [MostOption] bytes. What is
// wrong with the size or the kind of a file is a *Failure.
func ReadFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	f, err := openPatiently(name, info)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := ReadAtMost(name, f, MostOption)
	return disk.TextOfBytes(data), err
}

// openPatiently opens a file. A named pipe is waited for, but not for ever.
func openPatiently(name string, info fs.FileInfo) (*os.File, error) {
	if info.Mode()&fs.ModeNamedPipe == 0 {
		return os.Open(name)
	}
	type opened struct {
		f   *os.File
		err error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := os.Open(name)
		done <- opened{f, err}
	}()
	timer := time.NewTimer(patienceWithPipe)
	defer timer.Stop()
	select {
	case x := <-done:
		return x.f, x.err
	case <-timer.C:
		return nil, &Failure{Code: ExitUnreadable, File: name, What: "is a pipe that no program writes to"}
	}
}
