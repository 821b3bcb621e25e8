package agui

import (
	"testing"

	"convo/providers/internal/roomtest"
)

// An empty value that is not written leaves no hint on how its name was spelled.
func TestEmptyValuesLeaveNoNames(t *testing.T) {
	for _, input := range []string{
		`[{"id":"1","role":"system","content":"Be brief.","encrypted_value":""},{"id":"2","role":"user","content":"When?"}]`,
		`[{"id":"1","role":"user","content":"When?"},{"id":"2","role":"assistant","content":"At noon.","encrypted_content":""}]`,
	} {
		roomtest.Survives(t, &Formats()[0], []byte(input))
	}
}
