package conv

import (
	"strconv"

	"convo/conv/rawjson"
)

// Note says what a conversion did beyond copying.
type Note struct {
	Severity Severity
	Kind     NoteKind
	Code     Code
	Offset   int    // of the node in the input; -1: not from the input
	What     string // the thing, in words that are the same for every case: "image detail"
	Name     string // which one: a field's key, a role, an id
	Asked    bool   // an operation asked for it, so --strict does not mind
	Count    int    // how many notes alike this one stands for
}

// Severity of a note or a rule.
type Severity string

// The severities. Of notes only a loss is something that cannot come back; of
// rules only what breaks one of Error is refused.
const (
	Info    Severity = "info"
	Loss    Severity = "loss"
	Warning Severity = "warning"
	Error   Severity = "error"
)

// NoteKind is what was done.
type NoteKind string

// The kinds of a note.
const (
	Dropped     NoteKind = "dropped"
	Downgraded  NoteKind = "downgraded"
	Renamed     NoteKind = "renamed"
	Synthesized NoteKind = "synthesized"
	Merged      NoteKind = "merged"
	Recovered   NoteKind = "recovered"
	Redacted    NoteKind = "redacted"
	Unknown     NoteKind = "unknown" // kept, though convo does not know it
	Read        NoteKind = "read"    // as the format that it is about
)

// Code classes what a note is about.
type Code string

// The codes.
const (
	CodeSystem       Code = "L-SYS"
	CodeRole         Code = "L-ROLE"
	CodeImage        Code = "L-IMG"
	CodeURL          Code = "L-URL"
	CodeFile         Code = "L-FILE"
	CodeAudio        Code = "L-AUD"
	CodeVideo        Code = "L-VID"
	CodeDocument     Code = "L-DOC"
	CodeThinking     Code = "L-THINK"
	CodeSignature    Code = "L-SIG"
	CodeRedacted     Code = "L-REDACT"
	CodeOrder        Code = "L-ORDER"
	CodeArguments    Code = "L-ARGTEXT"
	CodeCustomTool   Code = "L-CUSTOMTOOL"
	CodeErrorFlag    Code = "L-ERRFLAG"
	CodeResultMedia  Code = "L-RESIMG"
	CodePrivate      Code = "L-PRIVATE"
	CodeServerTool   Code = "L-SERVER"
	CodeCitation     Code = "L-CITE"
	CodeRefusal      Code = "L-REFUSAL"
	CodeLogprobs     Code = "L-LOGP"
	CodeUsage        Code = "L-USAGE"
	CodeCost         Code = "L-COST"
	CodeStop         Code = "L-STOP"
	CodeModel        Code = "L-MODEL"
	CodeID           Code = "L-ID"
	CodeTime         Code = "L-TIME"
	CodeName         Code = "L-NAME"
	CodeUI           Code = "L-UI"
	CodeBranch       Code = "L-BRANCH"
	CodeTools        Code = "L-TOOLDEF"
	CodeParam        Code = "L-PARAM"
	CodeCache        Code = "L-CACHE"
	CodeExtension    Code = "L-EXT"
	CodeMerge        Code = "L-MERGE"
	CodeSynthesized  Code = "L-SYNTH"
	CodeSurrogate    Code = "L-SURROGATE"
	CodeDuplicateKey Code = "L-DUPKEY"
	CodeHistory      Code = "L-HISTORY"
	CodeSecret       Code = "L-SECRET" // what is not to be shared
	CodeFormat       Code = "L-FORMAT"
)

// Notes gathers notes. A nil *Notes forgets them.
type Notes struct {
	// All keeps every note. Otherwise notes alike are one, with a count and
	// the place of the first.
	All bool

	// Arena, if set, is memory for the texts that a Decode with these notes
	// unescapes. Whoever resets it has no more of what was decoded.
	Arena *rawjson.Arena

	list []Note
	seen map[Note]int
}

// Add adds a note.
func (n *Notes) Add(note Note) {
	if n == nil {
		return
	}
	note.Count = max(note.Count, 1)
	if n.All {
		n.list = append(n.list, note)
		return
	}
	key := note
	key.Offset, key.Count = 0, 0
	if i, ok := n.seen[key]; ok {
		n.list[i].Count += note.Count
		return
	}
	if n.seen == nil {
		n.seen = map[Note]int{}
	}
	n.seen[key] = len(n.list)
	n.list = append(n.list, note)
}

// Loss adds a loss. The offset is that of the node it is about.
//
//go:noinline
func (n *Notes) Loss(code Code, kind NoteKind, offset int, what, name string) {
	n.Add(Note{Severity: Loss, Kind: kind, Code: code, Offset: offset, What: what, Name: name})
}

// Info adds a note that is no loss.
//
//go:noinline
func (n *Notes) Info(code Code, kind NoteKind, offset int, what, name string) {
	n.Add(Note{Severity: Info, Kind: kind, Code: code, Offset: offset, What: what, Name: name})
}

// Unknown notes a field or type that is kept without being understood.
func (n *Notes) Unknown(offset int, what, name string) {
	n.Info(CodeExtension, Unknown, offset, what, name)
}

// List is what was noted, in order.
func (n *Notes) List() []Note {
	if n == nil {
		return nil
	}
	return n.list
}

// Losses counts the losses that nobody asked for.
func (n *Notes) Losses() int {
	count := 0
	for _, note := range n.List() {
		if note.Severity == Loss && !note.Asked {
			count += note.Count
		}
	}
	return count
}

// String is the note in words: dropped image detail "high".
func (n Note) String() string {
	s := string(n.Kind) + " " + n.What
	if n.Kind == Unknown {
		s = "kept unknown " + n.What
	}
	if n.Name != "" {
		s += " " + QuoteName(n.Name)
	}
	return s
}

// QuoteName is a name from an input in quotes: without what would steer a
// terminal, and no longer than a line.
func QuoteName(name string) string {
	const most = 80
	if r := []rune(name[:min(len(name), 4*most)]); len(r) > most {
		name = string(r[:most]) + "…"
	}
	return strconv.Quote(name)
}

// Asking does work with notes of its own and adds them. Its losses that these
// picks, or all of them if these is nil, count as asked for.
func (n *Notes) Asking(these func(*Note) bool, work func(*Notes)) {
	if n == nil {
		work(nil)
		return
	}
	own := &Notes{All: n.All}
	work(own)
	for _, note := range own.List() {
		note.Asked = note.Asked || note.Severity == Loss && (these == nil || these(&note))
		n.Add(note)
	}
}
