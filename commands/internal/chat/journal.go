package chat

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"convo/commands/internal/disk"
	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/edit"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// journal is the file of --resume: the answers that a run got, each written
// before it is used, so that the same run begun again asks only for what is
// missing. Its first line says what it is. Each further one is an answer:
//
//	{"of":"1:17:1:1#1","digest":"…","sum":"…","answer":{"convo":1,"messages":[…]}}
//
// of is where the conversation stands: number of the input, line, column, and
// which of there; and which of its samples. digest is that of the
// conversation and of all that is asked for. sum is that of all three, so that
// no answer is used that is another's or was changed.
type journal struct {
	name string
	file *os.File

	mu      sync.Mutex
	size    int64
	entries map[string]entry // by of; the last counts
	used    int
	changed int // that were of something else
	err     error
}

// entryKey is whose answer an entry is.
type entryKey struct{ of, digest string }

// entry is where in the file an answer is.
type entry struct {
	digest [sha256.Size]byte
	at     int64
	length int
}

const journalHead = `{"journal":"convo reply","version":2}` + "\n"

// open reads the journal, or begins it. A last line that a crash cut off is
// not there.
func (j *journal) open(p *frame.Program) error {
	f, err := os.OpenFile(j.name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return frame.FileFailure(frame.ExitOther, j.name, err)
	}
	j.file = f
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return frame.UsageError("--resume %s: not a regular file", j.name)
	}
	if err := p.Lock(f, j.name); err != nil {
		return frame.FileFailure(frame.ExitOther, j.name, err)
	}
	if err := j.read(); err != nil {
		return err
	}
	if err := f.Truncate(j.size); err != nil {
		return frame.FileFailure(frame.ExitOther, j.name, err)
	}
	if j.size > 0 {
		return nil
	}
	new(disk.Changes).SyncFolder(j.name)
	return j.append([]byte(journalHead))
}

// read finds the entries.
func (j *journal) read() error {
	j.entries = map[string]entry{}
	in := bufio.NewReaderSize(j.file, 64<<10)
	if head, _ := in.Peek(len(journalHead)); len(head) == len(journalHead) && string(head) != journalHead {
		return j.stranger()
	}
	for number := 1; ; number++ {
		line, err := entryLine(in)
		switch {
		case err == io.EOF:
			if number == 1 && !bytes.HasPrefix([]byte(journalHead), line) {
				return j.stranger()
			}
			return nil
		case err != nil:
			return frame.FileFailure(frame.ExitOther, j.name, err)
		case number > 1:
			if err := j.enter(line); err != nil {
				if _, end := in.Peek(1); end == io.EOF && err != errChanged {
					return nil // a crash of the machine
				}
				return frame.Piece{File: j.name, Block: rawjson.Block{Data: line, Line: number, Column: 1}}.Failure(err)
			}
		}
		j.size += int64(len(line))
	}
}

// mostEntry is the longest line that a journal may have: an answer in JSON.
const mostEntry = 2 * frame.MostMedia

// entryLine reads a line of a journal.
func entryLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		piece, err := in.ReadSlice('\n')
		line = append(line, piece...)
		switch {
		case err != bufio.ErrBufferFull:
			return line, err
		case len(line) > mostEntry:
			return nil, fmt.Errorf("a line of more than %d MiB", mostEntry>>20)
		}
	}
}

// stranger refuses a file that is something else.
func (j *journal) stranger() error {
	f := &frame.Failure{Code: frame.ExitUsage, File: j.name, What: "is not a journal of convo reply"}
	return f.WithHint("use a new file for --resume; the output goes to stdout or -o")
}

// enter takes an entry.
func (j *journal) enter(line []byte) error {
	c := rawjson.NewCursor(bytes.TrimSuffix(line, []byte("\n")))
	of, digest, sum, answer := "", "", "", rawjson.Raw("")
	for key := range c.Fields {
		switch key {
		case "of":
			of = c.Str()
		case "digest":
			digest = c.Str()
		case "sum":
			sum = c.Str()
		case "answer":
			answer = c.Raw()
		}
	}
	if err := c.End(); err != nil {
		return err
	}
	request, err := hex.DecodeString(digest)
	switch {
	case err != nil || len(request) != sha256.Size || of == "":
		return errors.New("not an entry of a journal")
	case sum != sumOf(entryKey{of, digest}, answer):
		return errChanged
	}
	j.entries[string([]byte(of))] = entry{[sha256.Size]byte(request), j.size, len(line)}
	return nil
}

var errChanged = errors.New("the answer of this entry was changed")

// sumOf ties an answer to its entry.
func sumOf(key entryKey, answer rawjson.Raw) string {
	sum := sha256.Sum256([]byte(key.of + "\n" + key.digest + "\n" + string(answer)))
	return hex.EncodeToString(sum[:])
}

// find is the answer of an entry, nil if there is none.
func (j *journal) find(key entryKey, r *reply) ([]conv.Message, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	e, ok := j.entries[key.of]
	switch {
	case j.err != nil: // what is asked now could not be kept
		return nil, frame.FileFailure(frame.ExitOther, j.name, j.err)
	case !ok:
		return nil, nil
	case hex.EncodeToString(e.digest[:]) != key.digest:
		if j.changed++; j.changed == 1 {
			f := frame.Failure{File: r.at.File, Place: r.at.Place, What: "asked again: the answer in " + j.name + " is to another request"}
			r.p.Note("%s", f.LineText())
		}
		return nil, nil
	}
	line := make([]byte, e.length)
	if _, err := j.file.ReadAt(line, e.at); err != nil {
		return nil, frame.FileFailure(frame.ExitOther, j.name, err)
	}
	messages, err := answerIn(line)
	if err != nil {
		return nil, &frame.Failure{Code: frame.ExitUnreadable, File: j.name, What: "the entry " + key.of + ": " + err.Error()}
	}
	j.used++
	return messages, nil
}

// answerIn is the answer in a line.
func answerIn(line []byte) (messages []conv.Message, err error) {
	answer := rawjson.Raw(line).Lookup("answer")
	for doc, err := range format.Native().Decode([]byte(answer), nil) {
		if err != nil {
			return nil, err
		}
		messages = doc.Messages
	}
	edit.Unplace(messages)
	if len(messages) == 0 {
		return nil, errors.New("no answer")
	}
	return messages, nil
}

// add keeps an answer: it is on the disk when add returns.
func (j *journal) add(key entryKey, messages []conv.Message) error {
	answer := rawjson.NewWriter(nil)
	conv.Native.Write(answer, &conv.Conversation{Messages: messages})
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.Field("of", key.of)
	w.Field("digest", key.digest)
	w.Field("sum", sumOf(key, rawjson.Raw(answer.Bytes())))
	w.OptRaw("answer", rawjson.Raw(answer.Bytes()))
	w.EndObject()
	w.Text("\n")
	return j.append(w.Bytes())
}

// append adds lines. After a failure the file may end in half a line, so that
// nothing more is added.
func (j *journal) append(line []byte) error {
	j.mu.Lock()
	if j.err == nil {
		_, j.err = j.file.WriteAt(line, j.size)
		j.size += int64(len(line))
	}
	err := j.err
	j.mu.Unlock()
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		return frame.FileFailure(frame.ExitOther, j.name, err)
	}
	return nil
}

// close tells what the journal was good for, unless the run was interrupted.
func (j *journal) close(p *frame.Program, tell bool) error {
	if j.file == nil {
		return nil
	}
	if j.used > 0 && tell {
		p.Note("%s: %s from an earlier run", j.name, frame.Plural(j.used, "answer"))
	}
	if j.changed > 1 {
		p.Note("%s: %d conversations were asked again because they or the flags had changed", j.name, j.changed)
	}
	if err := j.file.Close(); err != nil {
		return frame.FileFailure(frame.ExitOther, j.name, err)
	}
	return nil
}

// keyOf is the key of the nth answer to a conversation.
func (r *reply) keyOf(base *conv.Conversation, n int) (entryKey, error) {
	callees, err := r.asked.callees(base)
	if err != nil {
		return entryKey{}, aboutCall(nil, err)
	}
	sum := sha256.New()
	w := rawjson.NewWriter(sum)
	w.Respell = true
	conv.Native.Write(w, r.request.Apply(base))
	for _, endpoint := range callees {
		protocol := ""
		if endpoint.Protocol != nil {
			protocol = endpoint.Protocol.Format
		}
		w.Text(fmt.Sprintf("\n%s %s %s %s", endpoint.Provider, endpoint.Model, endpoint.BaseURL, protocol))
	}
	for _, s := range r.p.Parsed.Settings {
		if !slices.Contains(sameAnswer, s.Name) {
			w.Text("\n" + s.Name + "=" + s.Value)
		}
	}
	if err := w.Flush(); err != nil {
		return entryKey{}, err
	}
	at := r.at
	of := fmt.Sprintf("%d:%d:%d:%d#%d", at.Source, at.Place.Line, at.Place.Column, at.Nth, n)
	return entryKey{of, hex.EncodeToString(sum.Sum(nil))}, nil
}

// sameAnswer are the flags that do not change what is asked for, or that the
// rest of a digest says.
var sameAnswer = []string{
	"model", "fallback", "base-url", "protocol", "param", "max-tokens", "effort", "tools", "tool-choice",
	"key-file", "insecure", "no-stream", "retry", "timeout", "idle-timeout", "max-event", "max-answer",
	"jobs", "rpm", "tpm", "samples", "resume", "on-error",
	"cassette", "cassette-mode", "accept", "exit-status", "from", "to", "output", "in-place", "no-input", "compact",
	"quiet", "verbose", "errors", "color", "offline",
}
