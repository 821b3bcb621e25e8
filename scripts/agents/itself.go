package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// itself lets a program go on with the session that it wrote, without convo, and
// compares what it sends with what it sent last. What fails here is the
// program's doing; if all of it fails, the harness is wrong.
func (h *harness) itself(r *recording) judgement {
	j := judgement{From: r.program.format, To: itselfName, Scenario: r.scenario}
	fail := func(err error) judgement {
		j.Failures = append(j.Failures, err.Error())
		return j
	}
	want, err := r.lastSent()
	if err != nil {
		return fail(err)
	}
	got, err := h.own(r)
	if err != nil {
		return fail(err)
	}
	v := compare(want, got.items, nil)
	for i, f := range v.findings {
		if strings.HasPrefix(f.what, "doubled") {
			v.findings[i].note = r.program.name + " does so itself"
		}
	}
	j.report(v)
	return j
}

// itselfName is the target of sessions that are not converted.
const itselfName = "itself"

// own gives a program the session that it wrote, and the ones beside it.
func (h *harness) own(r *recording) (*request, error) {
	raw, err := os.ReadFile(r.file)
	if err != nil {
		return nil, err
	}
	return h.resume(r.program, raw, filepath.Join(h.out, "onward", r.program.format, r.scenario, itselfName), r)
}

// lastSent is the last request of the recording's session, as items that must be
// there when the session is gone on with, and the answer to it.
func (r *recording) lastSent() ([]item, error) {
	names, err := filepath.Glob(filepath.Join(r.requests, "*.json"))
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	for _, name := range slices.Backward(names) {
		raw, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var kept struct {
			Path   string
			Body   json.RawMessage
			Answer string
		}
		if err := json.Unmarshal(raw, &kept); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		req, err := parse(kept.Path, kept.Body)
		if err != nil || len(req.tools) == 0 || !req.asks(r.prompt) {
			continue
		}
		items := append(typed(req.items), item{kind: assistant, text: kept.Answer})
		for i := range items {
			items[i].at = fmt.Sprintf("items[%d]", i)
		}
		return items, nil
	}
	return nil, fmt.Errorf("no request in %s has the prompt %q", r.requests, r.prompt)
}

// asks tells whether somebody says a text in a request.
func (r *request) asks(text string) bool {
	return slices.ContainsFunc(r.items, func(it item) bool { return it.kind == user && strings.Contains(it.text, text) })
}

// typed marks what a program adds to a conversation by itself.
func typed(items []item) []item {
	items = slices.Clone(items)
	for i, it := range items {
		items[i].soft = it.kind == system || it.kind == user && strings.HasPrefix(strings.TrimSpace(it.text), "<")
	}
	return items
}
