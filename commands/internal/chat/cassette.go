package chat

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"

	"convo/commands/internal/disk"
	"convo/commands/internal/frame"
	"convo/providers"
)

// cassetteFile is the cassette of a run.
type cassetteFile struct {
	name     string
	set      bool // by CONVO_CASSETTE
	told     sync.Once
	mode     providers.CassetteMode
	cassette *providers.Cassette
	file     *os.File // to add to; nil in a replay
}

// newTape reads which cassette is to be used; nil is none.
func newTape(p *frame.Program, flags *frame.Flags) *cassetteFile {
	t := &cassetteFile{name: p.Getenv("CONVO_CASSETTE"), set: true, mode: providers.CassetteReplay}
	if flags.IsSet("cassette") {
		t.name, t.set = flags.String("cassette"), false
	}
	who, mode := "--cassette-mode", p.CassetteMode()
	if !flags.IsSet("cassette-mode") {
		who = "CONVO_CASSETTE_MODE"
	}
	switch m := providers.CassetteMode(mode); m {
	case providers.CassetteReplay, providers.CassetteRecord, providers.CassetteAuto:
		t.mode = m
	case "":
	default:
		flags.Fail(frame.UsageError("%s %q: want replay, record or auto", who, mode))
	}
	switch {
	case t.name != "":
		return t
	case flags.IsSet("cassette-mode"):
		flags.Fail(frame.UsageError("--cassette-mode needs --cassette FILE"))
	}
	return nil
}

// mostCassette is how large a cassette may be.
const mostCassette = 1 << 30

// open reads the cassette. One that is added to is made if need be.
func (t *cassetteFile) open(p *frame.Program) error {
	file, err := t.openFile()
	if err != nil {
		return t.unopened(err)
	}
	data, err := frame.ReadAtMost(t.name, file, mostCassette)
	if t.mode == providers.CassetteReplay {
		file.Close()
	} else {
		t.file = file
	}
	if err != nil {
		return frame.FileFailure(frame.ExitUnreadable, t.name, err)
	}
	text := disk.TextOfBytes(data)
	if t.mode != providers.CassetteReplay && !bytes.Equal(text, data) {
		return &frame.Failure{Code: frame.ExitUnreadable, File: t.name, What: "is in UTF-16, and answers are added only in UTF-8"}
	}
	data = text
	if t.cassette, err = providers.ReadCassette(data); err != nil {
		return frame.InFile(t.name, data, err)
	}
	t.tell(p)
	return nil
}

// tell sets how the cassette reports what it does.
func (t *cassetteFile) tell(p *frame.Program) {
	if p.Verbose {
		t.cassette.Notify = func(where string) {
			p.Say(t.name + ": replayed the answer of " + where)
		}
	}
	for _, line := range t.cassette.Cut {
		p.Note("%s:%d: skipped: the line is cut off", t.name, line)
	}
}

// tellReplay says once on a terminal that answers are recorded ones.
func (t *cassetteFile) tellReplay(p *frame.Program, replayed bool) {
	if t == nil || !replayed || p.Verbose || !p.Shows() {
		return
	}
	t.told.Do(func() { p.Note("%s: the answer was recorded; no model was asked", t.source()) })
}

// source names the cassette, and who chose it.
func (t *cassetteFile) source() string {
	if t.set {
		return "CONVO_CASSETTE=" + t.name
	}
	return t.name
}

// toAsk is how to get an answer that was not recorded.
func (t *cassetteFile) toAsk() string {
	const record = "to record what is missing, use --cassette-mode auto"
	if t != nil && t.set {
		return "CONVO_CASSETTE is set; to ask the model: unset CONVO_CASSETTE\n" + record
	}
	return record
}

func (t *cassetteFile) openFile() (*os.File, error) {
	info, err := os.Stat(t.name)
	switch {
	case err == nil && info.IsDir():
		return nil, errors.New("is a directory")
	case err == nil && !info.Mode().IsRegular():
		return nil, errors.New("is not a regular file")
	case err == nil && info.Size() > mostCassette:
		return nil, frame.TooLarge(t.name, mostCassette)
	case t.mode == providers.CassetteReplay:
		return os.Open(t.name)
	}
	return os.OpenFile(t.name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
}

// unopened is the failure of a cassette that cannot be opened. Where there is
// none, nothing was recorded.
func (t *cassetteFile) unopened(err error) *frame.Failure {
	if t.mode == providers.CassetteReplay && errors.Is(err, fs.ErrNotExist) {
		f := &frame.Failure{Code: frame.ExitOffline, File: t.name, What: "no such cassette"}
		return f.WithHint("%s", t.toAsk())
	}
	return frame.FileFailure(frame.ExitUnreadable, t.name, err)
}

// around is an exchange that the cassette stands before. It is for one call.
func (t *cassetteFile) around(live providers.Exchange) *taped {
	x := &taped{live: live}
	if x.Exchange = live; t == nil {
		return x
	}
	var out io.Writer
	if t.file != nil {
		out = t.file
	}
	x.Exchange, x.tape = t.cassette.Around(providers.ExchangeFunc(x.ask), t.mode, out), t
	return x
}

// taped is the exchange of one call.
type taped struct {
	providers.Exchange
	tape  *cassetteFile // nil: there is no cassette
	live  providers.Exchange
	asked bool // the server
}

func (x *taped) ask(ctx context.Context, r *providers.WireRequest) (*providers.WireResponse, error) {
	x.asked = true
	return x.live.Do(ctx, r)
}

// replayed reports whether all answers so far were recorded ones.
func (x *taped) replayed() bool { return x.tape != nil && !x.asked }

// close is nil if everything was recorded.
func (t *cassetteFile) close() error {
	if t == nil || t.file == nil {
		return nil
	}
	if err := errors.Join(t.cassette.Err(), t.file.Close()); err != nil {
		return frame.FileFailure(frame.ExitOther, t.name, err)
	}
	return nil
}
