package shapes

import (
	"bytes"
	"slices"
	"testing"

	"convo/conv/note"
	"convo/providers"
)

func TestShapesGrowToTheSizeAskedFor(t *testing.T) {
	names := map[string]bool{}
	for _, s := range All() {
		if names[s.Name] {
			t.Errorf("%s: two shapes have this name", s.Name)
		}
		names[s.Name] = true
		for _, size := range []int{20_000, 40_000} {
			if n := len(s.Body(size)); n < size/2 || n > size*3/2 {
				t.Errorf("%s: %d bytes, want about %d", s.Name, n, size)
			}
		}
		if len(s.Runs) == 0 {
			t.Errorf("%s: nothing to run", s.Name)
		}
	}
}

func TestShapesAreReadAsTheirFormat(t *testing.T) {
	for _, s := range All() {
		f, err := providers.Lookup(s.Format)
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		for _, err := range f.Decode(s.Body(5000), &note.Notes{}) {
			if err != nil {
				t.Errorf("%s: %v", s.Name, err)
			}
		}
	}
}

func TestKeyless(t *testing.T) {
	for _, s := range LoneKeys() {
		plain, share := s.Keyless()
		if found, ok := Find(plain.Name); !ok || bytes.Contains(found.Body(5000), []byte("k0")) || share < 0.5 || share > 0.95 {
			t.Errorf("%s: %v, %.2f of the size", plain.Name, ok, share)
		}
	}
}

func TestPiecesRepeatWithTheirNumber(t *testing.T) {
	s := Shape{text: "[‹,{\"c#\":@}›]‹.x›‹.÷ ›‹.← ›"}
	if got := s.repeat(3); !bytes.Equal(got, []byte(`[{"c000000":0},{"c000001":1},{"c000002":2}]xxx000000 000000 000001 -00001 000000 000001 `)) {
		t.Errorf("%s", got)
	}
	if !slices.ContainsFunc(All(), func(s Shape) bool { return s.Name == "ag-ui-events state appends" }) {
		t.Error("no shape for patches")
	}
}
