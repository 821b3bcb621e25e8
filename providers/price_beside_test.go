//go:build prices

package providers

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"convo/conv/rawjson"
)

// The costs that were worked out by hand are those of genai-prices for the same
// answers, except where a case says why not. CONVO_GENAI_PRICES is the file of
// that package's module; `make prices` gets it and sets the tag.
func TestGenaiPricesAgrees(t *testing.T) {
	module := os.Getenv("CONVO_GENAI_PRICES")
	if module == "" {
		t.Fatal("CONVO_GENAI_PRICES names no package; see make prices")
	}
	w := rawjson.NewWriter(nil)
	for _, c := range answersWithCosts {
		w.BeginObject()
		w.Field("format", c.format)
		w.Field("vendor", c.vendor)
		w.Field("at", pricedAt.Format("2006-01-02T15:04:05Z"))
		w.Key("body")
		w.Raw(rawjson.Raw(c.body))
		w.EndObject()
		w.Text("\n")
	}
	cmd := exec.Command("node", "../scripts/prices/beside.mjs", module)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(w.Bytes()), os.Stderr
	out, err := cmd.Output()
	said := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || len(said) != len(answersWithCosts) {
		t.Fatalf("%v: %d of %d answers", err, len(said), len(answersWithCosts))
	}
	agreed := 0
	for i, c := range answersWithCosts {
		got := said[i]
		if sum, err := strconv.ParseFloat(got, 64); err == nil {
			got = string(rawjson.NumberOfNano(int64(sum*1e9 + 0.5)))
		}
		switch {
		case got == c.want && c.alone == "":
			agreed++
		case got == c.want:
			t.Errorf("%s: it agrees, though %s", c.name, c.alone)
		case c.alone == "":
			t.Errorf("%s: %s, and genai-prices says %s", c.name, c.want, got)
		default:
			t.Logf("%s: %s, and genai-prices says %s: %s", c.name, c.want, got, c.alone)
		}
	}
	if agreed < 45 {
		t.Errorf("only %d answers are priced alike, want 45", agreed)
	}
	t.Logf("%d of %d answers are priced alike", agreed, len(answersWithCosts))
}
