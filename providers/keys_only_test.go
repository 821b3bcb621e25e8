package providers_test

import (
	"testing"

	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/providers"
)

// To a format that drops the residue, its values make no difference: neither to what
// is written nor to the notes.
func TestLawKeysOnly(t *testing.T) {
	targets := []*format.Format{lookup(t, "openai-chat"), lookup(t, "anthropic"), lookup(t, "text")}
	if !testing.Short() {
		targets = nil
		for _, f := range providers.Formats() {
			if f.Write != nil {
				targets = append(targets, &f)
			}
		}
	}
	readable(t, func(t *testing.T, from *format.Format) {
		goldens(t, from, func(t *testing.T, _ string, input []byte) {
			for _, to := range targets {
				if to.KeepsResidueOf(from) {
					continue
				}
				convert := func(only bool) string {
					notes := &note.Notes{All: true, KeysOnly: only}
					c := fit.To(decoded(t, from, input, notes), to, notes)
					return string(written(to, c)) + "\n" + noteText(input, notes)
				}
				if whole, keys := convert(false), convert(true); whole != keys {
					t.Errorf("to %s:\n%s", to.Name, diff(whole, keys))
				}
			}
		})
	})
}

// A conversation that is kept whole keeps the residue of its format.
func TestKeepsResidue(t *testing.T) {
	for _, test := range []struct {
		from, to string
		keeps    bool
	}{
		{"claude-code", "claude-code", true},
		{"claude-code", "convo", true},
		{"claude-code", "anthropic", false},
		{"claude-code", "codex", true},
		{"anthropic", "anthropic", true},
		{"anthropic", "claude-code", true},
		{"pi-session", "pi-session", true},
		{"pi-session", "text", false},
	} {
		if got := lookup(t, test.to).KeepsResidueOf(lookup(t, test.from)); got != test.keeps {
			t.Errorf("%s to %s: %t", test.from, test.to, got)
		}
	}
}
