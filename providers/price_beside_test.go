//go:build prices

package providers

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/providers/catalog"

	"github.com/tidwall/gjson"
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

// A row of the catalog says what the list of newer prices says of the same model:
// whether it sees and reasons, and its sizes. A reason stands here where it does not.
func TestAbilitiesAgree(t *testing.T) {
	dir := os.Getenv("CONVO_PI_MODELS")
	if dir == "" {
		t.Fatal("CONVO_PI_MODELS names no directory; see make prices")
	}
	alone := map[string]string{
		"groq/groq/compound":         "the list lacks it",
		"mistral/codestral":          "the list has two longest answers for two of its names",
		"deepseek/deepseek-v4-flash": "the list no longer has it",
	}
	for _, id := range strings.Fields("6.1-sol 6.1-terra 6-astra 6-sol 6-luna 5.6-sol 5.6-terra 5.6-luna 5.5 5.4") {
		alone["openai/gpt-"+id] = "the list ends its window where the price doubles"
	}
	lists := map[string]map[string]string{}
	for _, m := range catalog.Models() {
		if lists[m.Vendor] == nil {
			lists[m.Vendor] = abilitiesIn(t, dir, m.Vendor)
		}
		has := fmt.Sprint(m.Input&format.ImageBlock != 0, m.Reasoning, m.Context, m.MaxOutput)
		said := cmp.Or(lists[m.Vendor][m.ID], lists[m.Vendor][m.ID+"-latest"])
		switch name := m.Vendor + "/" + m.ID; {
		case has == said && alone[name] != "":
			t.Errorf("%s: they agree, though %s", name, alone[name])
		case has != said && alone[name] == "":
			t.Errorf("%s: %s, and the list says %q", name, has, said)
		}
	}
}

// abilitiesIn reads the list of a vendor's models.
func abilitiesIn(t *testing.T, dir, vendor string) map[string]string {
	if vendor == "moonshot" {
		vendor = "moonshotai"
	}
	data, err := os.ReadFile(filepath.Join(dir, vendor+".json"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	gjson.ParseBytes(data).ForEach(func(_, models gjson.Result) bool {
		models.ForEach(func(_, m gjson.Result) bool {
			if m.Get("type").Str == "chat" {
				all[m.Get("id").Str] = fmt.Sprint(strings.Contains(m.Get("input").Raw, `"image"`), m.Get("reasoning").Bool(), m.Get("contextWindow").Int(), m.Get("maxTokens").Int())
			}
			return true
		})
		return true
	})
	return all
}
