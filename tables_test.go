package main_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"convo/conv/format"
	"convo/providers"
)

// The tables of the documents are made from the tables of the code.
func TestTables(t *testing.T) {
	for _, table := range []struct{ file, heading, want string }{
		{"README.md", "## Formats", formatsTable(providers.Kinds())},
		{"CONTRIBUTING.md", "## The rooms", roomsTable(rooms)},
	} {
		before, got, after := tableUnder(t, readText(t, table.file), table.heading)
		switch {
		case got == table.want:
		case *update:
			writeText(t, table.file, before+table.want+after)
		default:
			t.Errorf("%s, %q:\n%s\nwant:\n%s\ngo test -run TestTables -update . writes it", table.file, table.heading, got, table.want)
		}
	}
}

// tableUnder cuts a document around the first table after a heading.
func tableUnder(t *testing.T, text, heading string) (before, table, after string) {
	t.Helper()
	_, section, found := strings.Cut(text, "\n"+heading+"\n")
	if !found {
		t.Fatalf("no heading %q", heading)
	}
	start := strings.Index(section, "\n|") + 1
	if start == 0 {
		t.Fatalf("no table after %q", heading)
	}
	for line := range strings.Lines(section[start:]) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		table += line
	}
	from := len(text) - len(section) + start
	return text[:from], table, text[from+len(table):]
}

// formatsTable is the README's table: a row for each format, or for each API.
func formatsTable(kinds []providers.Kind) string {
	var b strings.Builder
	b.WriteString("| kind | format | what it is | read | write |\n|---|---|---|---|---|\n")
	for _, kind := range kinds {
		name := kind.Name
		for _, group := range byAPI(kind.Formats) {
			f := &group[0]
			read, write := "yes", "yes"
			switch {
			case f.Decode == nil:
				read = "no"
			case f.Detect == nil:
				read = "with `-f`"
			}
			if f.Write == nil {
				write = "no"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", name, names(group), about(group), read, write)
			name = ""
		}
	}
	return b.String()
}

// byAPI puts a response and a stream into one group with their request, and
// apart what is only read.
func byAPI(all []format.Format) (groups [][]format.Format) {
	for _, f := range all {
		last := len(groups) - 1
		if last >= 0 && strings.HasPrefix(f.Name, groups[last][0].Name+"-") && (f.Write == nil) == (groups[last][0].Write == nil) {
			groups[last] = append(groups[last], f)
			continue
		}
		groups = append(groups, []format.Format{f})
	}
	return groups
}

func names(group []format.Format) string {
	var all []string
	for i := range group {
		all = append(all, "`"+group[i].Name+"`")
	}
	return strings.Join(all, ", ")
}

// about joins descriptions that begin with the same words: Gemini request,
// response, stream.
func about(group []format.Format) string {
	words := strings.Fields(group[0].About)
	same := len(words)
	for i := range group {
		for n, word := range strings.Fields(group[i].About) {
			if n < same && word != words[n] {
				same = n
			}
		}
	}
	text := group[0].About
	for _, f := range group[1:] {
		text += ", " + strings.Join(strings.Fields(f.About)[same:], " ")
	}
	return text
}

// roomsTable is CONTRIBUTING's table of rooms.
func roomsTable(all []room) string {
	var b strings.Builder
	b.WriteString("| room | holds | may import |\n|---|---|---|\n")
	for i := range all {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", all[i].name, all[i].holds, all[i].imports())
	}
	return b.String()
}

// imports is what a room may import, in words.
func (r *room) imports() string {
	if slices.Contains(r.library, "") {
		return "anything"
	}
	var all []string
	for _, path := range slices.Concat(r.ours, r.library) {
		all = append(all, "`"+strings.TrimPrefix(path, "github.com/")+"`")
	}
	std := "std"
	if r.pure {
		std = "pure std"
	}
	all = append(all, std)
	text := strings.Join(all, ", ")
	if len(r.never) > 0 {
		text += ", but not `" + strings.ReplaceAll(strings.Join(r.never, "`, `"), "github.com/", "") + "`"
	}
	return text
}
