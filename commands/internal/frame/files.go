package frame

import (
	"bytes"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"convo/conv/rawjson"
)

// TextOf is a text file without the end of its last line.
func TextOf(name string) (string, error) {
	b, err := BytesOf(name)
	if err != nil {
		return "", err
	}
	return plainText(name, string(b))
}

// BytesOf is all that a file has that a flag names.
func BytesOf(name string) ([]byte, error) {
	f, _, err := OpenFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		return nil, FileFailure(ExitUnreadable, name, err)
	}
	return b, nil
}

// OpenFile opens a file that a flag names, with its size, 0 if that is not
// known.
func OpenFile(name string) (*os.File, int64, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, 0, FileFailure(ExitUnreadable, name, err)
	}
	info, err := f.Stat()
	switch {
	case err != nil:
		err = FileFailure(ExitUnreadable, name, err)
	case info.IsDir():
		err = &Failure{Code: ExitUnreadable, File: name, What: "is a directory"}
	case info.Mode().IsRegular():
		return f, info.Size(), nil
	default:
		return f, 0, nil
	}
	f.Close()
	return nil, 0, err
}

// InFile is the failure of a file that is all of one value.
func InFile(name string, data []byte, err error) *Failure {
	return Piece{File: name, Block: rawjson.Block{Data: data, Line: 1, Column: 1}}.Failure(err)
}

// Text is all of an input, as text: without the end of its last line.
func (in *Input) Text() (string, error) {
	all, err := in.Frames.Rest()
	if err != nil {
		return "", FileFailure(ExitOther, in.Name, err)
	}
	return plainText(in.Name, string(all.Data))
}

// plainText is what a file has as text: UTF-8, without the end of its last
// line.
func plainText(name, text string) (string, error) {
	if !utf8.ValidString(text) {
		f := &Failure{Code: ExitUnreadable, File: name, What: "is not text in UTF-8"}
		if name == StdinName {
			name = "-"
		}
		return "", f.WithHint("to attach it, use -a %s", name)
	}
	return strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r"), nil
}

// StdinText is stdin as text.
func (p *Program) StdinText() (string, error) {
	in, err := p.Open("-")
	if err != nil {
		return "", err
	}
	defer in.Close()
	return in.Text()
}

// PassStdin copies stdin to out, as far as read takes it and then the rest.
func (p *Program) PassStdin(out io.Writer, read func(*Input) error) error {
	through := io.TeeReader(p.StdinReader(), out)
	if err := read(&Input{StdinName, rawjson.NewFrames(through, 0), func() {}}); err != nil {
		return err
	}
	_, err := io.Copy(io.Discard, through)
	return err
}

// StdinReader is stdin, of which it is said if it is waited for.
func (p *Program) StdinReader() io.Reader {
	return &waitingReader{r: p.Stdin, begin: p.sayWaiting}
}

// JSONFile is one JSON value in a file.
func JSONFile(name string) ([]byte, error) {
	data, err := BytesOf(name)
	if err != nil {
		return nil, err
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	c := rawjson.NewCursor(data)
	c.Skip()
	if err := c.End(); err != nil {
		return nil, InFile(name, data, err)
	}
	return data, nil
}
