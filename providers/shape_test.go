package providers_test

import (
	"bytes"
	"encoding/json"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/providers"
)

// notTaken is examples that nobody but convo reads, each with its only flaw.
var notTaken = map[string]string{
	"ag-ui/unknown-things": `"critic" is not one of `, // clients refuse an eighth role
}

// A body that some server took has the shape of its format.
func TestWhatIsGoodIsOfItsShape(t *testing.T) {
	all := providers.Formats()
	for i := range all {
		f := &all[i]
		checker := lint.NewChecker(f, false)
		if checker == nil {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			goldens(t, f, func(t *testing.T, dir string, input []byte) {
				for text := range textsOf(f, input) {
					switch flaw := notTaken[f.Name+"/"+filepath.Base(dir)]; {
					case flaw != "":
						misshapenOnce(t, checker, text, flaw)
					case f.JSONTexts == nil || json.Valid(text): // a last line may break off
						wellShaped(t, checker, text)
					}
				}
			})
		})
	}
}

// Every conversation of the corpus, and every one that a format reads, has the
// shape of conversation.json.
func TestConversationsAreOfTheirShape(t *testing.T) {
	f, err := providers.Lookup("convo")
	if err != nil {
		t.Fatal(err)
	}
	checker := lint.NewChecker(f, false)
	for _, pattern := range []string{"conversations/*.json", "formats/*/*/conversation.json"} {
		files, err := filepath.Glob(testdata + pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(file, func(t *testing.T) { wellShaped(t, checker, data) })
		}
	}
}

// An adapted conversation has the shape that the strictest servers demand. A
// model that nobody named stays absent.
func TestWhatIsWrittenIsOfItsShape(t *testing.T) {
	files, err := filepath.Glob(testdata + "conversations/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	all := providers.Formats()
	for i := range all {
		f := &all[i]
		checker := lint.NewChecker(f, true)
		if checker == nil || f.Rules == (format.Rules{}) {
			continue
		}
		for _, file := range files {
			t.Run(f.Name+"/"+filepath.Base(file), func(t *testing.T) {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				c, err := conv.Native.Decode(data, nil)
				if err != nil {
					t.Fatal(err)
				}
				text := written(f, fit.To(adapt.For(c, f, &format.TargetModel{}, nil), f, nil))
				var found []lint.Finding
				for one := range textsOf(f, text) {
					more, err := checker.Check(one, false)
					if err != nil {
						t.Fatal(err)
					}
					found = append(found, more...)
				}
				for _, x := range found {
					_, field, isUnknown := strings.Cut(x.Message, "unknown field ")
					switch {
					case strings.HasSuffix(x.Message, "is missing") && strings.Contains(x.Message, "model"):
						continue
					case isUnknown && bytes.Contains(data, []byte(field)): // it comes from such a server
						continue
					case x.Message[0] == '"' && bytes.Contains(data, []byte(strings.Fields(x.Message)[0])):
						continue
					}
					t.Errorf("%s: %s at %s", x.Rule.ID, x.Message, text[x.Offset:min(len(text), x.Offset+60)])
				}
			})
		}
	}
}

// textsOf splits an input into the texts that the shape describes.
func textsOf(f *format.Format, data []byte) iter.Seq[[]byte] {
	if f.JSONTexts != nil {
		return f.JSONTexts(data)
	}
	return slices.Values([][]byte{data})
}

func wellShaped(t *testing.T, checker *lint.Checker, text []byte) {
	t.Helper()
	found, err := checker.Check(text, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range found {
		if !strings.HasSuffix(x.Rule.ID, "/unknown-type") { // unknown things are kept
			t.Errorf("%s: %s at %s", x.Rule.ID, x.Message, text[x.Offset:min(len(text), x.Offset+60)])
		}
	}
}

func misshapenOnce(t *testing.T, checker *lint.Checker, text []byte, flaw string) {
	t.Helper()
	found, err := checker.Check(text, false)
	found = slices.DeleteFunc(found, func(x lint.Finding) bool { return x.Rule.Severity != note.Error })
	if err != nil || len(found) != 1 || !strings.HasPrefix(found[0].Message, flaw) {
		t.Errorf("got %v, %v, want one flaw: %s", found, err, flaw)
	}
}

// Readable input has the right shape where reading depends on it: kinds of
// values and places of blocks. Input that is wrong there cannot be read.
func FuzzNativeShape(f *testing.F) {
	for _, pattern := range []string{"conversations/*.json", "invalid/*/*.json"} {
		files, err := filepath.Glob(testdata + pattern)
		if err != nil || len(files) == 0 {
			f.Fatal(pattern, err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data)
		}
	}
	native := format.Native()
	checker := lint.NewChecker(&native, false)
	f.Fuzz(func(t *testing.T, text []byte) {
		found, err := checker.Check(text, false)
		_, failed := conv.Native.Decode(text, nil)
		if err != nil && failed == nil {
			t.Fatalf("it is read, but no JSON: %v", err)
		}
		for _, x := range found {
			if x.Offset < 0 || x.Offset >= len(text) {
				t.Errorf("%s: offset %d of %d", x.Rule.ID, x.Offset, len(text))
			}
			if failed == nil && (x.Rule.ID == "convo/wrong-type" || x.Rule.ID == "convo/misplaced-part") {
				t.Errorf("%s: %s, but it is read", x.Rule.ID, x.Message)
			}
		}
	})
}

// Checking the shape of any text ends, and every flaw is inside the text.
func FuzzShapes(f *testing.F) {
	all := providers.Formats()
	var checkers []*lint.Checker
	for i := range all {
		if c := lint.NewChecker(&all[i], true); c != nil {
			checkers = append(checkers, c)
			files, _ := filepath.Glob(testdata + "formats/" + all[i].Name + "/*/input.json*")
			for _, file := range files {
				data, err := os.ReadFile(file)
				if err != nil {
					f.Fatal(err)
				}
				f.Add(data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, c := range checkers {
			found, err := c.Check(text, false)
			for _, x := range found {
				if err != nil || x.Offset < 0 || x.Offset >= len(text) {
					t.Errorf("%s: offset %d of %d; %v", x.Rule.ID, x.Offset, len(text), err)
				}
			}
		}
	})
}
