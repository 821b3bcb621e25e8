package providers_test

import (
	"os"
	"path/filepath"
	"testing"

	"convo/providers"
	"convo/providers/internal/roomtest"
)

// FuzzFormats fuzzes every format that is read, each from its goldens.
// CONVO_FUZZ_FORMAT fuzzes one alone; scripts/fuzz takes one after the other.
func FuzzFormats(f *testing.F) {
	only := os.Getenv("CONVO_FUZZ_FORMAT")
	for _, format := range providers.Formats() {
		pattern := "formats/" + format.Name + "/*/input.*"
		if format.Name == "convo" {
			pattern = "conversations/*.json"
		}
		files, _ := filepath.Glob(testdata + pattern)
		if format.Decode == nil || only != "" && format.Name != only {
			continue
		}
		for _, file := range files {
			f.Add(format.Name, roomtest.Read(f, file))
		}
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		if only != "" {
			name = only
		}
		if format, err := providers.Lookup(name); err == nil && format.Decode != nil {
			roomtest.Survives(t, format, data)
		}
	})
}
