package frame

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"convo/commands/internal/terminal"
	"convo/conv/rawjson"
)

// Shard is one of several parts of each FILE of JSON Lines, which need not know of each
// other. The zero Shard is all of a file.
type Shard struct{ I, N int64 } // the I-th of N, from 1

// mostShards is the number of parts that a file can have.
const mostShards = 1_000_000

// ReadShard reads --shard. A part cannot take the place of its file.
func (p *Program) ReadShard(flags *Flags) {
	if !flags.IsSet("shard") {
		return
	}
	value := flags.String("shard")
	i, n, ok := strings.Cut(value, "/")
	s := Shard{}
	var errI, errN error
	s.I, errI = strconv.ParseInt(i, 10, 64)
	s.N, errN = strconv.ParseInt(n, 10, 64)
	switch f := UsageError("--shard %q: want I/N, such as 3/8: the third of eight parts", value); {
	case !ok || errI != nil || errN != nil || s.N < 1 || s.N > mostShards:
		flags.Fail(f)
	case s.I == 0:
		flags.Fail(UsageError("--shard %s: parts count from 1", value).WithHint("the first is --shard 1/%d, the last --shard %d/%d", s.N, s.N, s.N))
	case s.I < 0 || s.I > s.N:
		flags.Fail(UsageError("--shard %s: there is no such part", value).WithHint("parts are --shard 1/%d to --shard %d/%d", s.N, s.N, s.N))
	case flags.IsSet("in-place") || flags.Bool("fix"):
		flags.Fail(UsageError("--shard reads a part of a FILE, which cannot take the place of the whole").WithHint("write it to another file with -o FILE"))
	}
	p.Shard = s
}

// Named is what messages call a part of a file: lines in it count from its beginning.
func (s Shard) Named(file string) string {
	if s.N == 0 {
		return file
	}
	return fmt.Sprintf("%s (shard %d/%d)", file, s.I, s.N)
}

// TakeShard makes an input that part of its file that --shard asks for. whyNot is what
// the file is if it is not JSON Lines.
func (p *Program) TakeShard(in *Input, whyNot string) error {
	s := p.Shard
	f := &Failure{Code: ExitUsage, File: in.Name}
	switch {
	case in.Name == StdinName:
		f.File, f.What = "", "--shard reads a part of a FILE, and stdin is none"
		return f.WithHint("name the file, or part the input with split -n l/%d/%d", s.I, s.N)
	case whyNot != "":
		f.What = "--shard needs JSON Lines, and this is " + whyNot
		return f.WithHint("%s", "to make it JSON Lines: convo transform -c "+terminal.ShellFile(in.Name)+" > lines.jsonl")
	case in.file == nil:
		f.What = "--shard needs a file that can be read from any place: not compressed, not in UTF-16, not a pipe"
		return f.WithHint("write its text to a file, and name that")
	}
	size := in.end - in.start
	from, err := lineFrom(in.file, in.start, in.end, in.start+size/s.N*(s.I-1)+size%s.N*(s.I-1)/s.N)
	var to int64
	if err == nil {
		to, err = lineFrom(in.file, in.start, in.end, in.start+size/s.N*s.I+size%s.N*s.I/s.N)
	}
	if err != nil {
		return FileFailure(ExitOther, in.Name, err)
	}
	in.Name = s.Named(in.Name)
	in.Frames = rawjson.NewFrames(io.NewSectionReader(in.file, from, to-from), to-from)
	in.Frames.ByLine()
	return nil
}

// lineFrom is where the first line begins at a place of a file or after it; its end if
// there is none.
func lineFrom(f *os.File, start, end, at int64) (int64, error) {
	if at <= start {
		return start, nil
	}
	at-- // a line that begins at the place itself has its line end before it
	buf := make([]byte, 64<<10)
	for at < end {
		n, err := f.ReadAt(buf[:min(int64(len(buf)), end-at)], at)
		if i := bytes.IndexByte(buf[:n], '\n'); i >= 0 {
			return at + int64(i) + 1, nil
		}
		if at += int64(n); err == io.EOF {
			break
		}
		if err != nil {
			return 0, err
		}
	}
	return end, nil
}
