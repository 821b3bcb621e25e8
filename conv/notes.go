package conv

import (
	"strconv"
	"strings"

	"convo/conv/rawjson"
)

// Note reports one thing that a conversion did other than copying.
type Note struct {
	Severity Severity
	Kind     NoteKind
	Code     Code
	Offset   int    // of the node in the input; -1: unknown
	What     string // the thing, in words that are the same in every case: "image detail"
	Name     string // which one: a field's key, a role, an id
	Asked    bool   // the user asked for it, so --strict accepts it
	Count    int    // how many equal notes this one counts
}

// Severity of a note or a rule.
type Severity string

// The severities. A note is a Loss if something cannot come back, and a Warning if a
// server may refuse what is kept. A rule is an Error if servers refuse what breaks it.
const (
	Info    Severity = "info"
	Loss    Severity = "loss"
	Warning Severity = "warning"
	Error   Severity = "error"
)

// NoteKind says what was done.
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
	Kept        NoteKind = "kept"
	Read        NoteKind = "read" // as the format that the note names
)

// Code says what a note is about.
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
	CodeSecret       Code = "L-SECRET" // what should not be shared
	CodeFormat       Code = "L-FORMAT"
)

// Notes collects notes. A nil *Notes ignores them.
type Notes struct {
	// All keeps every note. Otherwise equal notes become one, with a count and the
	// place of the first, and notes beyond many kinds lose their names, so that a
	// document of unknown keys costs no memory for each.
	All bool

	// Arena, if set, is memory for the texts that a Decode with these notes
	// unescapes. Resetting it destroys what was decoded.
	Arena *rawjson.Arena

	// KeysOnly says that nobody looks at the values of a format's own residue, nor at
	// the times of a session: they are dropped or ignored. A Decode may give the costly ones any value; which keys
	// there are still counts.
	KeysOnly bool

	// Mute collects nothing.
	Mute bool

	list  []Note
	seen  map[Note]int
	again []int // offsets of keys that their objects repeat, if tell is set
	tell  bool
}

// Memory returns the Arena, nil if there is none.
func (n *Notes) Memory() *rawjson.Arena {
	if n == nil {
		return nil
	}
	return n.Arena
}

// WantKeysOnly reports whether KeysOnly is set.
func (n *Notes) WantKeysOnly() bool { return n != nil && n.KeysOnly }

// noteKinds is the number of kinds of notes up to which each has its name.
const noteKinds = 4096

// Add adds a note. Notes outlive the input and what was decoded, so the name is
// copied.
func (n *Notes) Add(note Note) {
	if n == nil || n.Mute {
		return
	}
	note.Count = max(note.Count, 1)
	if n.All {
		note.Name = strings.Clone(note.Name)
		n.list = append(n.list, note)
		return
	}
	key := note
	key.Offset, key.Count = 0, 0
	if i, ok := n.seen[key]; ok {
		n.list[i].Count += note.Count
		return
	}
	if note.Name != "" && len(n.list) >= noteKinds {
		note.Name = ""
		n.Add(note)
		return
	}
	if n.seen == nil {
		n.seen = map[Note]int{}
	}
	key.Name = strings.Clone(key.Name)
	note.Name = key.Name
	n.seen[key] = len(n.list)
	n.list = append(n.list, note)
}

// Loss adds a loss. offset is that of the node that lost something.
//
//go:noinline
func (n *Notes) Loss(code Code, kind NoteKind, offset int, what, name string) {
	n.Add(Note{Severity: Loss, Kind: kind, Code: code, Offset: offset, What: what, Name: name})
}

// Info adds a note that is not a loss.
//
//go:noinline
func (n *Notes) Info(code Code, kind NoteKind, offset int, what, name string) {
	n.Add(Note{Severity: Info, Kind: kind, Code: code, Offset: offset, What: what, Name: name})
}

// Unknown notes a field or type that is kept but not understood.
//
//go:noinline
func (n *Notes) Unknown(offset int, what, name string) {
	n.Info(CodeExtension, Unknown, offset, what, name)
}

// List returns the notes in order.
func (n *Notes) List() []Note {
	if n == nil {
		return nil
	}
	return n.list
}

// Losses returns the number of losses that the user did not ask for.
func (n *Notes) Losses() int {
	count := 0
	for _, note := range n.List() {
		if note.Severity == Loss && !note.Asked {
			count += note.Count
		}
	}
	return count
}

// String returns the note in words: dropped image detail "high".
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

// QuoteName quotes a name from an input, without terminal control characters and
// cut to one line.
func QuoteName(name string) string {
	const most = 80
	if r := []rune(name[:min(len(name), 4*most)]); len(r) > most {
		name = string(r[:most]) + "…"
	}
	return strconv.Quote(name)
}

// Asking calls do with notes of its own and then adds them. Losses that these picks,
// or all losses if these is nil, count as asked for by the user.
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
