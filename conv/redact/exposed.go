package redact

import (
	"hash/maphash"
	"strconv"
	"strings"
	"sync"

	"convo/conv"
)

// Exposed counts what conversations would show to whoever gets them. What is there
// several times counts once. Several goroutines may use it.
type Exposed struct {
	mu    sync.Mutex
	seed  maphash.Seed
	found [len(exposable)]map[uint64]bool
}

// exposable are the finders of what can be exposed, and what they find.
var exposable = [...]struct {
	name, one, more string
	find            Finder
}{
	{"secrets", "likely secret", "likely secrets", Secrets},
	{"paths", "user name in paths", "user names in paths", Paths},
	{"emails", "email address", "email addresses", Emails},
}

// Add looks through a conversation. Only beside a secret, user names and addresses
// are counted: nearly every session has some.
func (e *Exposed) Add(c *conv.Conversation) {
	if FirstFound(c, Secrets) > 0 {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.found[0] == nil {
		e.seed = maphash.MakeSeed()
	}
	for i := range exposable {
		if e.found[i] == nil {
			e.found[i] = map[uint64]bool{}
		}
		all := texts{once: true}
		all.visit = func(t *Text) {
			for _, s := range t.Spans(exposable[i].find) {
				e.found[i][maphash.String(e.seed, (*t.Value)[s.Start:s.End])] = true
			}
		}
		all.pass(c)
	}
}

// Secrets reports whether there was a secret.
func (e *Exposed) Secrets() bool { return len(e.found[0]) > 0 }

// String says what there is: 2 likely secrets, 1 user name in paths.
func (e *Exposed) String() string {
	var said []string
	for i, x := range exposable {
		switch n := len(e.found[i]); n {
		case 0:
		case 1:
			said = append(said, "1 "+x.one)
		default:
			said = append(said, strconv.Itoa(n)+" "+x.more)
		}
	}
	return strings.Join(said, ", ")
}

// Names are the kinds that were found, as --redact takes them: secrets,paths.
func (e *Exposed) Names() string {
	var names []string
	for i, x := range exposable {
		if len(e.found[i]) > 0 {
			names = append(names, x.name)
		}
	}
	return strings.Join(names, ",")
}
