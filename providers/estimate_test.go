//go:build tokens

package providers_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/tokens"
	"convo/providers"
)

// How far estimates are off, over the conversations in the files below
// CONVO_CONVERSATIONS, or those of this project: within what convo help cost
// says.
func TestErrorOfEstimates(t *testing.T) {
	root := os.Getenv("CONVO_CONVERSATIONS")
	if root == "" {
		root = testdata
	}
	real := tokens.Named("o200k_base").Count
	var off []float64
	var sums [2]int64
	for _, file := range filesBelow(t, root) {
		for _, c := range anyConversations(read(t, file)) {
			estimate, exact := tokens.Estimate(c), tokens.Count(c, real)
			if exact < 50 {
				continue // any error is large beside a tiny count
			}
			off = append(off, 100*float64(estimate)/float64(exact)-100)
			sums[0], sums[1] = sums[0]+estimate, sums[1]+exact
		}
	}
	if len(off) < 40 {
		t.Fatalf("%d conversations below %s", len(off), root)
	}
	slices.Sort(off)
	all := 100*float64(sums[0])/float64(sums[1]) - 100
	at := func(part float64) float64 { return off[int(part*float64(len(off)-1))] }
	t.Logf("%d conversations of %d tokens: %+.1f %% in all, the median %+.1f %%, 9 of 10 between %+.1f and %+.1f %%",
		len(off), sums[1], all, at(.5), at(.05), at(.95))
	if at(.05) < -12 || at(.95) > 21 || at(.5) < -1 || at(.5) > 10 {
		t.Error("estimates are further off than convo help cost says")
	}
}

func filesBelow(t *testing.T, root string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && slices.Contains([]string{".json", ".jsonl", ".sse"}, filepath.Ext(name)) {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// anyConversations reads the conversations in data, whose format is detected.
func anyConversations(data []byte) (all []*conv.Conversation) {
	found, _ := providers.Detect(format.NewProbe(data))
	if len(found) == 0 {
		return nil
	}
	for c, err := range found[0].Decode(data, nil) {
		if err != nil {
			return all
		}
		all = append(all, c)
	}
	return all
}
