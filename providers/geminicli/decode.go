package geminicli

import (
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/session"
	"convo/providers/gemini"
)

// decoder reads a session.
type decoder struct {
	*conv.Reader
	c      *conv.Conversation
	thread gemini.Thread

	answered map[string]bool // calls whose result was read since they were made
	given    map[string]bool // parts of the results that came with the last calls
	said     string          // how the program described the place of the session

	all   []record
	began []int           // offset of each message where it came first
	again *rawjson.Cursor // reads again what was checked
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	return format.Single(newDecoder(data, notes).session())
}

func newDecoder(data []byte, notes *note.Notes) *decoder {
	return &decoder{
		Reader:   conv.NewReader(data, family, notes),
		c:        &conv.Conversation{Session: &conv.Session{Agent: family}},
		answered: map[string]bool{}, given: map[string]bool{},
		again: rawjson.NewTrustedCursor(data),
	}
}

func (d *decoder) session() (*conv.Conversation, error) {
	records, err := d.records()
	if err != nil {
		return nil, err
	}
	d.all = records
	d.Trust() // records read all
	d.c.SetOffset(records[0].at)
	for _, x := range records {
		if x.kind == headRecord || x.kind == setRecord {
			d.head(x.fields)
		}
	}
	var last, active *wire
	for _, w := range d.replay(records) {
		usual := active
		if !w.isActive() {
			usual = last
		}
		n := len(d.c.Messages)
		if d.message(w); d.Err() != nil {
			return nil, d.Err()
		}
		for range d.c.Messages[n:] {
			d.began = append(d.began, w.versions[0])
		}
		d.link(w, n, usual)
		if last = w; w.isActive() {
			active = w
		}
	}
	d.place()
	if !d.Notes.WantKeysOnly() { // the log is a hint
		d.keepLog(records)
	}
	return d.c, nil
}

// link marks messages that are no longer part of the session, and says which
// message the first of them follows if it is not the usual one.
func (d *decoder) link(w *wire, from int, usual *wire) {
	list, follows := d.c.Messages[from:], w.before.ended()
	if len(list) == 0 {
		w.end = follows // nothing of it is left: what follows it follows the one before
		return
	}
	if w.end = list[len(list)-1]; w.isActive() {
		return
	}
	for _, m := range list {
		conv.MetaOf(m).Excluded = true
	}
	meta := conv.MetaOf(list[0])
	p := meta.TreePosition()
	switch {
	case follows == usual.ended() && (usual != nil || from == 0), follows == nil && from == 0:
		return
	case follows == nil:
		p.Root = true
	default:
		end := conv.MetaOf(follows)
		if end.ID == "" {
			end.ID = madeMessage + strconv.Itoa(from)
		}
		p.Parent = end.ID
	}
	meta.SetTreePosition(p)
}

// head reads the fields of a head, or of an update. Later ones replace earlier
// ones.
func (d *decoder) head(at int) {
	s := d.c.Session
	d.Rewind(at)
	for key := range d.Fields {
		if key == "messages" {
			continue
		}
		here, raw := d.Offset(), d.Raw()
		switch {
		case key == "sessionId" && raw[0] == '"':
			if d.c.ID = raw.Text(); strings.HasPrefix(d.c.ID, madeSession) {
				d.c.ID = ""
			}
			s.Extensions.Remove(family, key) // of a wrong kind, from before
			continue
		case key == "summary" && raw[0] == '"':
			d.c.Title = raw.Text()
			s.Extensions.Remove(family, key)
			continue
		case key == "startTime" && session.ISOMilliseconds(raw) > 0:
			if s.Started == 0 { // a program that resumes begins anew
				s.Started = session.ISOMilliseconds(raw)
			}
			continue
		case key == "lastUpdated" && session.ISOMilliseconds(raw) > 0:
			s.Updated = session.ISOMilliseconds(raw)
			continue
		case key == "startTime" || key == "lastUpdated", key == "kind" && raw == `"main"`:
			continue
		case key == "projectHash" || key == "kind" || key == "directories" || key == "memoryScratchpad" || key == "meta":
		default:
			d.Notes.Unknown(here, "field", key)
		}
		s.Extensions.Set(family, extension.ResidueKey(key), raw)
	}
}

// place finds the directory of the session: the program says it in directories,
// or in its first message, and has a hash of it.
func (d *decoder) place() {
	s := d.c.Session
	hash := s.Extensions.Get(family, "projectHash").Text()
	first := s.Extensions.Get(family, "directories").Lookup("0").Text()
	if line := workspaceIn(d.said); line != "" && (first == "" || hashOf(first) != hash) && hashOf(line) == hash {
		first = line
	}
	if s.Cwd = first; hashOf(first) == hash {
		s.Extensions = s.Extensions.Without(family, "projectHash")
	}
	if s.Extensions.Get(family, "directories") == rawjson.ArrayOf([]conv.Raw{rawjson.Quoted(first)}) {
		s.Extensions = s.Extensions.Without(family, "directories")
	}
}

// workspaceIn is the directory that the program's first message names.
func workspaceIn(text string) string {
	_, list, _ := strings.Cut(text, "Workspace Directories:**\n  - ")
	line, _, _ := strings.Cut(list, "\n")
	return line
}

// hashOf is how the program names a project: the SHA-256 of its directory.
func hashOf(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return hex.EncodeToString(sum[:])
}
