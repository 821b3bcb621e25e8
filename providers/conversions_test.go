package providers_test

// What a user sees of a conversion from one format to another: the body and
// the notes. A case is a file of testdata/conversions: what it is about, then
// a section for each text,
//
//	-- FORMAT --             the input
//	-- to FORMAT --          it in another format; "to A to B": by way of A
//	-- notes of to FORMAT -- what was said

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convo/conv"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

func TestConversions(t *testing.T) {
	files, _ := filepath.Glob(testdata + "conversions/*.txtar")
	if len(files) == 0 {
		t.Fatal("no conversions")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { conversionCase(t, file) })
	}
}

func conversionCase(t *testing.T, file string) {
	want, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(want.Comment) == 0 || len(want.Files) < 2 {
		t.Fatal("a case says what it is about, and has an input and what becomes of it")
	}
	input := want.Files[0]
	got := &txtar.Archive{Comment: want.Comment, Files: want.Files[:1:1]}
	for _, f := range want.Files[1:] {
		if !strings.HasPrefix(f.Name, "to ") {
			continue
		}
		body, notes := converted(t, input, strings.Split(strings.TrimPrefix(f.Name, "to "), " to "))
		got.Files = append(got.Files, txtar.File{Name: f.Name, Data: []byte(body)})
		if notes != "" {
			got.Files = append(got.Files, txtar.File{Name: "notes of " + f.Name, Data: []byte(notes)})
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(string(txtar.Format(want)), string(txtar.Format(got))); d != "" {
		t.Errorf("%s:\n%s", file, d)
	}
}

// converted is an input after one conversion or several, each reading what
// the one before it wrote, and the notes of all.
func converted(t *testing.T, input txtar.File, targets []string) (body, said string) {
	t.Helper()
	from, data := lookup(t, input.Name), input.Data
	if from.Unit != conv.StreamUnit {
		data = []byte(strings.TrimSpace(string(data)))
	}
	for _, target := range targets {
		to, notes := lookup(t, target), &conv.Notes{All: true}
		c := decoded(t, from, data, notes)
		if from.Family != to.Family {
			c = conv.Adapt(c, to, notes)
		}
		out := written(to, conv.Fit(c, to, notes))
		said += noteText(data, notes)
		from, data = to, out
	}
	if from.Unit == conv.StreamUnit {
		return string(data), said
	}
	return spread(string(data)), said
}

// spread is a compact body with a message, a block or a tool a line.
func spread(s string) string {
	return strings.NewReplacer(
		`{"role"`, "\n  {\"role\"", `{"type"`, "\n    {\"type\"", `{"id"`, "\n    {\"id\"", `{"name"`, "\n    {\"name\"",
	).Replace(s) + "\n"
}
