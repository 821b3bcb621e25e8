package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"convo/scripts/must"
)

// itself lets a program go on with the session that it wrote, without convo, and
// compares what it sends with what it sent last. What fails here is the
// program's doing; if all of it fails, the harness is wrong.
func (h *harness) itself(r *recording) judgement {
	return r.judged(itselfName, func() verdict {
		v := compare(r.lastSent(), h.own(r).items, nil)
		for i, f := range v.findings {
			if strings.HasPrefix(f.what, "doubled") {
				v.findings[i].note = r.program.name + " does so itself"
			}
		}
		return v
	})
}

// readName is the target of what convo reads.
const readName = "convo"

// reads compares what convo reads with what the program sent last: of that,
// nothing may be missing.
func (h *harness) reads(r *recording) judgement {
	return r.judged(readName, func() verdict {
		want, c := once(r.lastSent()), h.convert(r.file, "convo")
		raw, _ := os.ReadFile(r.file)
		return read(want, expect(c.output), c.notes, string(raw))
	})
}

// read is the verdict on what convo reads. It may know more than was sent. A
// program may send what the session does not hold, such as a result for a call
// without one, and a note that history is elsewhere allows what is missing.
func read(want, got []item, notes []note, session string) verdict {
	elsewhere := ""
	for _, n := range notes {
		if n.Severity == "loss" && n.Code == "L-HISTORY" {
			elsewhere = n.Kind + " " + n.What
		}
	}
	v := compare(want, got, nil)
	v.findings = slices.DeleteFunc(v.findings, func(f finding) bool { return strings.HasPrefix(f.what, "doubled") && !repeats(got, f.item) })
	for i, f := range v.findings {
		switch {
		case !strings.HasPrefix(f.what, "missing"):
		case elsewhere != "":
			v.findings[i].note = elsewhere
		case f.item.kind != image && !strings.Contains(session, fragment(f.item.text)):
			v.findings[i].note = "the session does not hold it"
		}
	}
	return v
}

// fragment is the longest part of a text that JSON writes as it is.
func fragment(text string) (longest string) {
	for _, part := range plain.FindAllString(text, -1) {
		if len(part) > len(longest) {
			longest = part
		}
	}
	return longest
}

var plain = regexp.MustCompile(`[A-Za-z0-9 .,:;_-]+`)

// repeats tells whether an item is there twice as such, not within others.
func repeats(items []item, it item) bool {
	n := 0
	for _, other := range items {
		if other.kind == it.kind && other.text == it.text && other.args == it.args && other.id == it.id {
			n++
		}
	}
	return n > 1
}

// once leaves out the results that a program sends a second time, and the images
// that follow them.
func once(items []item) (out []item) {
	seen, again := map[string]bool{}, false
	for _, it := range items {
		switch {
		case it.kind == result:
			again = seen[it.id]
			seen[it.id] = true
		case it.kind != image:
			again = false
		}
		if it.kind == call {
			delete(seen, it.id)
		}
		if !again {
			out = append(out, it)
		}
	}
	return out
}

// itselfName is the target of sessions that are not converted.
const itselfName = "itself"

// own gives a program the session that it wrote, and the ones beside it.
func (h *harness) own(r *recording) *request {
	raw := must.Get(os.ReadFile(r.file))
	dir := filepath.Join(h.out, "onward", r.program.format, r.scenario, itselfName)
	return must.Get(again(func() *request { return h.resumeOwn(r, raw, dir) }))
}

// lastSent is the last request of the recording's session, as items that must be
// there when the session is gone on with, and the answer to it.
func (r *recording) lastSent() []item {
	names := must.Get(filepath.Glob(filepath.Join(r.requests, "*.json")))
	slices.Sort(names)
	for _, name := range slices.Backward(names) {
		raw := must.Get(os.ReadFile(name))
		var kept struct {
			Path   string
			Body   json.RawMessage
			Answer string
		}
		must.Named(name, func() { must.Do(json.Unmarshal(raw, &kept)) })
		req, err := parse(kept.Path, kept.Body)
		if err != nil || len(req.tools) == 0 || !req.asks(r.prompt) {
			continue
		}
		items := append(typed(req.items), item{kind: assistant, text: kept.Answer})
		for i := range items {
			items[i].at = fmt.Sprintf("items[%d]", i)
		}
		return items
	}
	must.Fail("no request in %s has the prompt %q", r.requests, r.prompt)
	return nil
}

// asks tells whether somebody says a text in a request.
func (r *request) asks(text string) bool {
	return slices.ContainsFunc(r.items, func(it item) bool { return it.kind == user && strings.Contains(it.text, text) })
}

// added finds texts that programs add: contexts, and words around a summary.
var added = regexp.MustCompile(`^\s*<|^# AGENTS\.md|(?i)summary|snapshot`)

// typed marks what a program adds to a conversation by itself.
func typed(items []item) []item {
	items = slices.Clone(items)
	for i, it := range items {
		items[i].soft = it.kind == system || it.kind == user && added.MatchString(it.text)
	}
	return items
}
