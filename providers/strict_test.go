package providers_test

import (
	"fmt"
	"hash/fnv"
	"path/filepath"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/redact"
	"convo/providers"
)

// unsaid are conversions in which a text that is marked is not written, and why
// nobody misses it.
var unsaid = map[string]string{
	"gemini-response/prompt-blocked to gemini-response":     "the text stands beside the answer, too, and counts there",
	"gemini-response/prompt-blocked to gemini-stream":       "the text stands beside the answer, too, and counts there",
	"gemini-response/prompt-blocked to gemini-batch-output": "the text stands beside the answer, too, and counts there",
	"codex/compaction-keeps-questions to html":              "a page shows a summary, and not what the program put beside it",
}

// Where no loss is noted, each text of an example is in what is written: in every
// format. Each text gets a mark of its own.
func TestLawNoTextIsLostInSilence(t *testing.T) {
	runsWhole(t)
	t.Parallel()
	var targets []format.Format
	for _, f := range providers.Formats() {
		if f.Write != nil {
			targets = append(targets, f)
		}
	}
	tried := 0
	for _, f := range providers.Formats() {
		if f.Decode == nil {
			continue
		}
		goldens(t, &f, func(t *testing.T, dir string, input []byte) {
			for i := range targets {
				to := &targets[i]
				for c, err := range f.Decode(input, nil) {
					if err != nil {
						break
					}
					marks := marked(c)
					notes := &note.Notes{}
					fitted := c
					if providers.Adapts(&f, to) {
						fitted = providers.ToFormat(c, &f, to, &format.TargetModel{From: f.Protocol}, notes)
					} else {
						fitted = fit.To(c, to, notes)
					}
					if notes.Losses() > 0 {
						continue
					}
					tried++
					out := string(written(to, fitted))
					about := f.Name + "/" + filepath.Base(dir) + " to " + to.Name
					for mark, text := range marks {
						if !strings.Contains(out, mark) && unsaid[about] == "" {
							t.Errorf("%s: no loss is noted, and %q is gone", about, text)
						}
					}
				}
			}
		})
	}
	if tried < 500 {
		t.Errorf("only %d conversions had no loss", tried)
	}
}

// marked adds to each text of a conversation a mark of its own, and returns the
// marks with their texts.
func marked(c *conv.Conversation) map[string]string {
	marks := map[string]string{}
	redact.EachText(c, func(x *redact.Text) {
		switch x.Kind {
		case redact.SaidText, redact.ThoughtText, redact.DescribedText, redact.ArgumentText, redact.DataText:
		default:
			return
		}
		if x.IsKey || len(*x.Value) <= 12 {
			return
		}
		h := fnv.New64a()
		h.Write([]byte(*x.Value))
		mark := fmt.Sprintf("mark%016x", h.Sum64())
		marks[mark] = *x.Value
		*x.Value += " " + mark
	})
	return marks
}
