package agents

import (
	"bytes"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"convo/commands/internal/disk"
	"convo/commands/internal/frame"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/providers"
)

// looking reads the ends of files on all cores.
type looking struct {
	wanted []*providers.AgentFormat
	small  smallFiles
}

// look reads the ends of all files that were found, and returns the sessions among
// them, in the order of the files.
func (s *search) look(wanted []*providers.AgentFormat) []*Session {
	l := &looking{wanted: wanted, small: smallFiles{known: map[string][]byte{}}}
	found := make([]*Session, len(s.files))
	odd := make([]string, len(s.files))
	inParallel(s.p, len(s.files), "file", func() func(int) {
		ends := &disk.Ends{}
		return func(i int) { found[i], odd[i] = l.session(&s.files[i], ends) }
	})
	kept := found[:0]
	for i, x := range found {
		if odd[i] != "" {
			s.skip(s.files[i].path(), odd[i])
		}
		if x != nil {
			kept = append(kept, x)
		}
	}
	return kept
}

// inParallel does n pieces of work on all cores, with a line of progress if it
// takes long. begin makes what one core works with.
func inParallel(p *frame.Program, n int, what string, begin func() func(int)) {
	var next atomic.Int64
	seen := p.Begin(&frame.Work{Unit: what, Of: int64(n)})
	defer func() { p.Finish(seen, nil) }()
	var all sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			work := begin()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
				seen.Add(1, 1)
			}
		})
	}
	all.Wait()
}

// session is what a file is, or why it is odd; nil and "" if it is nothing that
// anybody asked for.
func (l *looking) session(f *file, ends *disk.Ends) (*Session, string) {
	r := &reading{agent: f.agent, wanted: l.wanted}
	if err := ends.Read(f.path(), func(head []byte) bool { return r.enough(head, false) }); err != nil {
		return nil, frame.FileFailure(frame.ExitUnreadable, "", err).What
	}
	r.enough(ends.Head, int64(len(ends.Head)) == ends.Size)
	r.late(ends.Tail)
	switch {
	case r.agent == nil:
		return nil, ""
	case ends.Size == 0:
		return nil, "is empty"
	case r.g.ID == "" && r.g.Started == 0 && r.g.Question == "" && r.g.Title == "":
		return nil, "does not look like a session of " + r.agent.Name
	}
	s := &Session{SessionInfo: r.g, Agent: r.agent, Path: f.path(), Size: ends.Size, Modified: ends.Modified, found: *f}
	s.Helper = s.Helper || f.helper
	l.place(s)
	s.keep()
	return s, ""
}

// place takes what the names of the file and its folder say.
func (l *looking) place(s *Session) {
	if s.Agent.NameID != nil && s.found.shelf.folder != nil {
		if id := s.Agent.NameID(path.Base(s.found.rel)); id != "" {
			s.ID = id
		}
	}
	if s.Cwd == "" && s.Agent.CwdOf != nil && s.found.shelf.folder != nil {
		s.Cwd = s.Agent.CwdOf(s.found.rel, func(rel string) []byte {
			return l.small.read(filepath.Join(s.found.shelf.root, filepath.FromSlash(rel)))
		})
	}
}

// keep gives a session its own memory: that of the ends is used again.
func (s *Session) keep() {
	const most = 1000 // bytes of a title or question, of which a list shows a line
	for _, text := range []*string{&s.Title, &s.Question} {
		if len(*text) > most {
			*text = strings.ToValidUTF8((*text)[:most], "") + "…"
		}
	}
	for _, text := range []*string{&s.ID, &s.Cwd, &s.Branch, &s.Title, &s.Question, &s.Model, &s.Parent} {
		*text = strings.Clone(*text)
	}
}

// smallFiles reads small files, each once.
type smallFiles struct {
	mu    sync.Mutex
	known map[string][]byte
}

func (s *smallFiles) read(name string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	data, ok := s.known[name]
	if !ok {
		data, _ = frame.ReadFile(name)
		s.known[name] = data
	}
	return data
}

// reading reads what the beginning of a file says, as more and more of it comes.
type reading struct {
	agent  *providers.AgentFormat
	wanted []*providers.AgentFormat // of which it may be, if agent is nil
	g      format.SessionInfo
	read   int // bytes of the beginning
	form   form
}

// form is how a session is written.
type form int

const (
	undecided form = iota
	byLine
	document
)

// enough reads on in the beginning of a file, and reports whether it says what a
// list shows. all says that the file ends there.
func (r *reading) enough(head []byte, all bool) bool {
	if r.form == undecided {
		first, _, ended := bytes.Cut(head, []byte("\n"))
		switch {
		case !ended && !all && len(head) > 0 && len(head) < 1<<20:
			return false
		case isValue(first):
			r.form = byLine
		default:
			r.form = document
		}
		if r.agent == nil && len(head) > 0 {
			r.agent = recognise(head, r.wanted)
		}
	}
	if r.agent == nil {
		return true
	}
	if r.form == document {
		r.g = format.SessionInfo{}
		r.agent.Glance(head, &r.g)
		return r.g.Question != "" && !r.g.Doubt
	}
	for r.read < len(head) {
		n := bytes.IndexByte(head[r.read:], '\n')
		if n < 0 && !all {
			break
		}
		if n < 0 {
			n = len(head) - r.read - 1
		}
		r.line(head[r.read : r.read+n+1])
		r.read += n + 1
	}
	return r.g.Question != "" && !r.g.Doubt
}

// late reads the end of a file whose beginning was read.
func (r *reading) late(tail []byte) {
	if r.form != byLine || r.agent == nil || len(tail) == 0 {
		return
	}
	r.g.Late = true
	_, tail, _ = bytes.Cut(tail, []byte("\n"))
	for line := range bytes.Lines(tail) {
		r.line(line)
	}
}

func (r *reading) line(line []byte) {
	if line = bytes.TrimSpace(line); len(line) > 0 {
		r.agent.Glance(line, &r.g)
	}
}

// isValue reports whether a text is a JSON value.
func isValue(text []byte) bool {
	c := rawjson.NewCursor(bytes.TrimSpace(text))
	c.Skip()
	return c.End() == nil
}

// recognise is the agent in whose format a file begins, nil if it is not one of
// those that are wanted.
func recognise(head []byte, wanted []*providers.AgentFormat) *providers.AgentFormat {
	probe := format.NewProbe(head)
	for _, a := range wanted {
		if a.Format.Detect(probe) == format.Own {
			return a
		}
	}
	return nil
}
