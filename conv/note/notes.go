package note

import (
	"strings"

	"convo/conv/rawjson"
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
func (n *Notes) Loss(code Code, kind Kind, offset int, what, name string) {
	n.Add(Note{Severity: Loss, Kind: kind, Code: code, Offset: offset, What: what, Name: name})
}

// Info adds a note that is not a loss.
//
//go:noinline
func (n *Notes) Info(code Code, kind Kind, offset int, what, name string) {
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

// Repeats notes that an object repeats a key: the last value counts.
func (n *Notes) Repeats(offset int, key string) {
	if n != nil && n.tell {
		n.again = append(n.again, offset)
	}
	n.Loss(CodeDuplicateKey, Dropped, offset, "earlier value of the repeated key", key)
}

// apart returns notes of the same manner, which know where keys repeat.
func (n *Notes) apart() *Notes {
	if n == nil {
		return &Notes{Mute: true, tell: true}
	}
	return &Notes{All: n.All, Arena: n.Arena, KeysOnly: n.KeysOnly, Mute: n.Mute, tell: true}
}

// moveTo adds the notes to others, and forgets them.
func (n *Notes) moveTo(all *Notes) {
	if all != nil && len(all.list) == 0 && len(all.seen) == 0 { // they would come out the same
		all.list, all.seen = n.list, n.seen
	} else {
		for _, note := range n.list {
			all.Add(note)
		}
	}
	n.list, n.seen = nil, nil
}

// tellRepeats adds to others what was noted of repeated keys.
func (n *Notes) tellRepeats(all *Notes) {
	for _, note := range n.list {
		if note.Code == CodeDuplicateKey {
			all.Add(note)
		}
	}
}
