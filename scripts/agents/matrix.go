package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"convo/scripts/must"
)

// A cell is the outcome of all conversions from one format to another.
type cell struct {
	sessions, good, noted int
	late                  int // not judged: the program had too little time
}

func (c *cell) String() string {
	switch {
	case c == nil || c.sessions == 0:
		return "-"
	case c.late > 0:
		return fmt.Sprintf("%d/%d (%d late)", c.good, c.sessions-c.late, c.late)
	case c.noted > 0:
		return fmt.Sprintf("%d/%d (%d noted)", c.good, c.sessions, c.noted)
	}
	return fmt.Sprintf("%d/%d", c.good, c.sessions)
}

// A judgement is a session that a program went on with.
type judgement struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Scenario string   `json:"scenario"`
	Wanted   int      `json:"wanted"`
	Failures []string `json:"failures,omitempty"`
	Noted    []string `json:"noted,omitempty"`
	Late     bool     `json:"late,omitempty"` // it could not be judged
	Thoughts string   `json:"reasoning,omitempty"`
}

// judgeAll converts every recording to every format, and prints the matrix. Its
// code is 1 if something failed.
func (h *harness) judgeAll(list []*recording) int {
	read, written := h.formats()
	m := matrix{cells: map[string]*cell{}, read: read, written: written}
	for _, r := range list {
		m.add(h.itself(r))
		if h.only != "itself" && read[r.program.format] {
			m.add(h.reads(r))
		}
		for _, to := range h.to {
			if h.only != "itself" && read[r.program.format] && written[to.format] {
				m.add(h.judge(r, to))
			}
		}
	}
	m.print()
	raw := must.Get(json.MarshalIndent(m.all, "", " "))
	must.Do(os.WriteFile(filepath.Join(h.out, "judgements.json"), raw, 0o644))
	fmt.Printf("requests and conversions are in %s\n", h.out)
	if m.failed > 0 {
		fmt.Printf("%d sessions are not gone on with whole\n", m.failed)
		return 1
	}
	must.FailIf(m.late > 0, "%d sessions could not be judged: give the programs more time with -limit", m.late)
	return 0
}

// A matrix is all outcomes.
type matrix struct {
	cells         map[string]*cell // by the names of two formats
	all           []judgement
	failed        int // conversions that failed
	late          int // conversions that could not be judged
	read, written map[string]bool
}

// add counts and prints an outcome.
func (m *matrix) add(j judgement) {
	m.all = append(m.all, j)
	key := j.From + " " + j.To
	if m.cells[key] == nil {
		m.cells[key] = &cell{}
	}
	m.cells[key].add(j)
	switch {
	case j.Late:
		m.late++
	case len(j.Failures) > 0 && j.To != itselfName:
		m.failed++
	}
	j.print()
}

func (c *cell) add(j judgement) {
	c.sessions++
	if j.Late {
		c.late++
	}
	if len(j.Failures) == 0 {
		c.good++
		if len(j.Noted) > 0 {
			c.noted++
		}
	}
}

// judge converts a recording for a program, lets it go on, and compares.
func (h *harness) judge(r *recording, to *program) judgement {
	return r.judged(to.format, func() verdict {
		neutral := h.convert(r.file, "convo")
		want := expect(neutral.output)
		c := h.convert(r.file, to.format)
		dir := filepath.Join(h.out, "onward", r.program.format, r.scenario, to.format)
		got, err := again(func() *request { return h.resumePlaced(r, to, dir) })
		write(filepath.Join(dir, "session"+to.suffix), c.output)
		must.Do(err)
		v := compare(want, got.items, append(neutral.notes, c.notes...))
		if to == r.program {
			h.excuse(&v, r, want)
		}
		return v
	})
}

// judged is the verdict on a recording that went to a target, or why there is none.
func (r *recording) judged(to string, find func() verdict) judgement {
	j := judgement{From: r.program.format, To: to, Scenario: r.scenario}
	if err := must.Try(func() { j.report(find()) }); err != nil {
		j.Failures = append(j.Failures, err.Error())
		j.Late = errors.Is(err, errLate)
	}
	return j
}

// report takes over a verdict.
func (j *judgement) report(v verdict) {
	j.Wanted = v.wanted
	if v.ofAll > 0 {
		j.Thoughts = fmt.Sprintf("%d/%d", v.thoughts, v.ofAll)
	}
	for _, f := range v.findings {
		if f.note == "" {
			j.Failures = append(j.Failures, f.String())
		} else {
			j.Noted = append(j.Noted, f.String()+": "+f.note)
		}
	}
}

// excuse allows what the program does to its own session too, as it wrote it: it
// may send something twice, or changed, and leave out calls that have no result.
// What else it does not send convo must not count as sent.
func (h *harness) excuse(v *verdict, r *recording, want []item) {
	if len(v.failed()) == 0 {
		return
	}
	var own *request
	if must.Try(func() { own = h.own(r) }) != nil {
		return
	}
	same := map[string]bool{}
	for _, f := range compare(want, own.items, nil).findings {
		same[f.String()] = true
	}
	for i, f := range v.findings {
		switch {
		case f.note != "" || !same[f.String()]:
		case strings.HasPrefix(f.what, "missing") && (f.item.kind != call || answered(want, f.item.id)):
			v.findings[i].what += " from the session as " + r.program.name + " wrote it, too"
		default:
			v.findings[i].note = r.program.name + " does the same with the session that it wrote"
		}
	}
}

// answered tells whether a call has a result.
func answered(items []item, id string) bool {
	return slices.ContainsFunc(items, func(it item) bool { return it.kind == result && it.id == id })
}

// print writes a line, and one for each failure.
func (j judgement) print() {
	state := "ok"
	if len(j.Failures) > 0 {
		state = "FAILED"
	}
	if j.Late {
		state = "LATE"
	}
	thoughts := ""
	if j.Thoughts != "" {
		thoughts = ", reasoning " + j.Thoughts
	}
	fmt.Printf("%-11s -> %-11s %-10s %s (%d items%s)\n", j.From, j.To, j.Scenario, state, j.Wanted, thoughts)
	for _, f := range j.Failures {
		fmt.Printf("    %s\n", strings.ReplaceAll(f, "\n", " "))
	}
	for _, n := range j.Noted {
		fmt.Printf("    noted: %s\n", n)
	}
}

// print writes how many sessions of each format were gone on with whole, a row a
// source, a column a target: the first without a conversion, the second for what
// convo reads.
func (m *matrix) print() {
	fmt.Printf("\n%-12s %-16s %-16s", "from \\ to", itselfName, readName)
	for _, to := range programs {
		fmt.Printf(" %-16s", to.format)
	}
	for _, from := range programs {
		fmt.Printf("\n%-12s %-16s %-16s", from.format, m.cells[from.format+" "+itselfName], m.cells[from.format+" "+readName])
		for _, to := range programs {
			text := m.cells[from.format+" "+to.format].String()
			if !m.read[from.format] || !m.written[to.format] {
				text = "no format"
			}
			fmt.Printf(" %-16s", text)
		}
	}
	fmt.Println()
}
