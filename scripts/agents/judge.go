package main

import (
	"fmt"
	"slices"
	"strings"
)

// A finding is what is wrong with a request, and the note that allows it.
type finding struct {
	what string // missing, doubled, out of order, different
	item item
	note string // what convo said about it; empty if nothing
}

func (f finding) String() string {
	text := f.item.text
	if len(text) > 60 {
		text = text[:60] + "…"
	}
	s := fmt.Sprintf("%s %s: %s %q", f.item.at, f.what, f.item.kind, text)
	if f.item.kind == call {
		s += " " + f.item.args
	}
	return s
}

// A verdict is the comparison of a conversation with a request.
type verdict struct {
	findings        []finding
	wanted          int // items that must be there
	thoughts, ofAll int // reasoning that came through
}

// failed is the findings that no note allows.
func (v verdict) failed() []finding {
	return slices.DeleteFunc(slices.Clone(v.findings), func(f finding) bool { return f.note != "" })
}

// compare judges whether a request holds what it must, once and in order. A
// program may add to it, and may put texts together.
func compare(want, got []item, notes []note) verdict {
	c := &comparison{got: got, calls: map[string]int{}, loose: map[string]bool{}}
	v := verdict{}
	for i, it := range want {
		it.text = strings.TrimSpace(it.text)
		switch {
		case it.kind == reasoning:
			v.ofAll++
			if slices.ContainsFunc(got, func(g item) bool { return strings.Contains(g.text, it.text) }) {
				v.thoughts++
			}
			continue
		case it.soft || it.text == "" && it.kind != result:
			c.peek(it)
			continue
		case it.kind == result && c.loose[it.id]:
			continue
		}
		v.wanted++
		if what := c.next(it); what != "" {
			v.findings = append(v.findings, finding{what: what, item: want[i]})
		}
	}
	v.findings = append(v.findings, doubled(want, got)...)
	for i := range v.findings {
		v.findings[i].note = allows(notes, v.findings[i])
	}
	return v
}

// A comparison goes through a request once.
type comparison struct {
	got    []item
	at     int             // the item of the request that the next one is looked for in
	offset int             // in its text
	latest int             // the last result that was found
	spoken int             // the last item of the model's that was found
	images int             // after the last image that was found
	calls  map[string]int  // of an id in the conversation to the call in the request
	loose  map[string]bool // ids of calls that are not there and need not be
}

// peek finds the call that a result may answer although it need not be there.
func (c *comparison) peek(it item) {
	if it.kind != call {
		return
	}
	for i := c.at; i < len(c.got); i++ {
		if c.got[i].holds(it, 0) >= 0 {
			c.calls[it.id] = i
			return
		}
	}
	c.loose[it.id] = true
}

// next looks for an item after the one before it, and says what is wrong.
func (c *comparison) next(it item) string {
	switch it.kind {
	case image:
		return c.image(it)
	case result:
		return c.result(it)
	}
	if it.kind != user && it.kind != system {
		c.latest = max(c.latest, c.images-1)
	}
	if c.latest > c.at {
		c.at, c.offset = c.latest, 0
	}
	for i := c.at; i < len(c.got); i++ {
		from := 0
		if i == c.at {
			from = c.offset
		}
		if n := c.got[i].holds(it, from); n >= 0 {
			c.at, c.offset = i, n
			if it.kind == call {
				c.calls[it.id] = i
			}
			if it.kind != user {
				c.spoken = i
			}
			return ""
		}
	}
	for i, g := range c.got {
		if g.holds(it, 0) >= 0 {
			if it.kind == call {
				c.calls[it.id] = i
			}
			return "out of order"
		}
	}
	return "missing"
}

// holds returns where an item ends in the text of this one, -1 if it is not
// there.
func (it item) holds(wanted item, from int) int {
	same := it.kind == wanted.kind || wanted.free && (it.kind == assistant || it.kind == system) || it.free && (wanted.kind == assistant || wanted.kind == system)
	if !same || from > len(it.text) {
		return -1
	}
	if it.kind == call {
		if from > 0 || it.text != wanted.text || plainArgs(it.args) != plainArgs(wanted.args) {
			return -1
		}
		return len(it.text) + 1
	}
	for {
		i := strings.Index(it.text[from:], wanted.text)
		if i < 0 {
			return -1
		}
		begin, end := from+i, from+i+len(wanted.text)
		if len(wanted.text) >= shortest || alone(it.text[:begin], it.text[end:]) {
			return end
		}
		from = end
	}
}

// alone tells whether a short text is not a part of a sentence, given what stands
// before and after it: programs put the reasoning of another model before a text,
// without a space.
func alone(before, after string) bool {
	before, after = strings.TrimRight(before, " \t"), strings.TrimLeft(after, " \t\r")
	begins := before == "" || strings.ContainsAny(before[len(before)-1:], "\n.!?>")
	return begins && (after == "" || strings.HasPrefix(after, "\n"))
}

// plainArgs takes text that is no JSON out of the object that holds it in
// formats where arguments are an object.
func plainArgs(args string) string {
	if text, ok := strings.CutPrefix(args, `{"input":`); ok {
		return canonical([]byte(strings.TrimSuffix(text, "}")))
	}
	return canonical([]byte(args))
}

// image looks for an image after what the model said last: it may stand before or
// after the texts of its turn, or after the results.
func (c *comparison) image(it item) string {
	for i := max(c.images, c.spoken); i < len(c.got); i++ {
		if c.got[i].kind == image && c.got[i].text == it.text {
			c.images = i + 1
			return ""
		}
	}
	if count(c.got, it) > 0 {
		return "out of order"
	}
	return "missing"
}

// result looks for the result of the call that was found: results of one answer
// may come in any order, but before what the model says to them.
func (c *comparison) result(it item) string {
	i, ok := c.calls[it.id]
	if !ok {
		return "missing with its call"
	}
	id := c.got[i].id
	for j := i + 1; j < len(c.got); j++ {
		g := c.got[j]
		if g.kind == call && g.id == id {
			break
		}
		if g.kind != result || g.id != id {
			continue
		}
		c.latest = max(c.latest, j)
		if strings.TrimSpace(g.text) != it.text && it.text != "" { // programs say that there was no output
			return fmt.Sprintf("different (%.60q)", g.text)
		}
		return ""
	}
	if it.text == "" {
		return ""
	}
	return "missing"
}

// shortest is the length from which a text may be a part of a sentence.
const shortest = 12

// doubled finds what a request holds more often than the conversation.
func doubled(want, got []item) []finding {
	var findings []finding
	seen := map[string]bool{}
	for _, it := range want {
		it.text = strings.TrimSpace(it.text)
		key := string(it.kind) + "\x00" + it.text + "\x00" + it.args
		if it.soft || it.text == "" || seen[key] || it.kind == reasoning {
			continue
		}
		seen[key] = true
		if many, once := count(got, it), count(want, it); many > once {
			findings = append(findings, finding{what: fmt.Sprintf("doubled (%d for %d)", many, once), item: it})
		}
	}
	return findings
}

// count counts an item.
func count(items []item, it item) (n int) {
	for _, other := range items {
		switch {
		case other.kind != it.kind:
		case it.kind == call:
			if other.text == it.text && plainArgs(other.args) == plainArgs(it.args) {
				n++
			}
		case len(it.text) >= shortest && it.kind != image:
			n += strings.Count(other.text, it.text)
		case strings.TrimSpace(other.text) == it.text:
			n++
		}
	}
	return n
}
