package findings

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"convo/commands/internal/terminal"
	"convo/conv/lint"
	"convo/conv/note"
)

// junitReport is a test suite, as servers of continuous integration read it:
// a test case for each file, which fails with its errors. What cannot be read is
// an error of the test.
type junitReport struct {
	unframed
	out   io.Writer
	cases []*junitCase
}

// junitCase is a file with what was found in it.
type junitCase struct {
	name     string
	unread   []*fault
	failures []*fault
	others   []*fault // no errors
}

func (r *junitReport) file(name string) { r.cases = append(r.cases, &junitCase{name: name}) }

func (r *junitReport) finding(f *fault) {
	if len(r.cases) == 0 || r.cases[len(r.cases)-1].name != f.file {
		r.file(f.file)
	}
	c := r.cases[len(r.cases)-1]
	f.source = nil // the report may outlive it by far
	switch {
	case f.rule.ID == lint.Unreadable().ID:
		c.unread = append(c.unread, f)
	case f.rule.Severity == note.Error:
		c.failures = append(c.failures, f)
	default:
		c.others = append(c.others, f)
	}
}

func (r *junitReport) end() error {
	failed, unread := 0, 0
	for _, c := range r.cases {
		switch {
		case len(c.unread) > 0:
			unread++
		case len(c.failures) > 0:
			failed++
		}
	}
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	sums := fmt.Sprintf("tests=\"%d\" failures=\"%d\" errors=\"%d\"", len(r.cases), failed, unread)
	fmt.Fprintf(&b, "<testsuites %s>\n  <testsuite name=\"convo validate\" %s>\n", sums, sums)
	for _, c := range r.cases {
		c.write(&b)
	}
	b.WriteString("  </testsuite>\n</testsuites>\n")
	_, err := io.WriteString(r.out, b.String())
	return err
}

// write writes one case. Most readers of JUnit take one failure or error a case.
func (c *junitCase) write(b *strings.Builder) {
	fmt.Fprintf(b, "    <testcase classname=\"convo\" name=\"%s\">\n", inXML(c.name))
	if all := slices.Concat(c.unread, c.failures); len(all) > 0 {
		element := "failure"
		if len(c.unread) > 0 {
			element = "error"
		}
		fmt.Fprintf(b, "      <%s type=\"%s\" message=\"%s\">%s</%[1]s>\n", element, all[0].rule.ID, inXML(all[0].message), inXML(faultLines(all)))
	}
	if len(c.others) > 0 {
		fmt.Fprintf(b, "      <system-out>%s</system-out>\n", inXML(faultLines(c.others)))
	}
	b.WriteString("    </testcase>\n")
}

// faultLines is findings, a line each.
func faultLines(faults []*fault) string {
	var b strings.Builder
	r := &textReport{steady: steady{to: &b}, verbose: true}
	for _, f := range faults {
		r.finding(f)
	}
	return b.String()
}

// inXML is text as XML has it, in an attribute or between tags.
func inXML(s string) string {
	lines := strings.Split(strings.ToValidUTF8(s, "�"), "\n")
	for i := range lines {
		lines[i] = terminal.Printable(lines[i])
	}
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\n", "&#10;").Replace(strings.Join(lines, "\n"))
}
