package providers

import (
	"slices"
	"testing"
)

// Each row of the table names its formats, and Lookup finds each by its name.
func TestRowsNameTheirFormats(t *testing.T) {
	for _, k := range table {
		for _, r := range k.rows {
			var names []string
			for _, f := range r.all() {
				names = append(names, f.Name)
				if found, err := Lookup(f.Name); err != nil || found.Name != f.Name {
					t.Errorf("Lookup(%q) = %v, %v", f.Name, found, err)
				}
			}
			if !slices.Equal(names, r.names) {
				t.Errorf("a row names %q, but has %q", r.names, names)
			}
		}
	}
}
