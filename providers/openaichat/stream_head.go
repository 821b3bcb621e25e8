package openaichat

import (
	"strings"

	"convo/conv/rawjson"
)

// repeatedHead is how a chunk began, up to its choices. Servers repeat that in
// every chunk; to read it again would change nothing.
type repeatedHead struct {
	text    string // "": reading it again might change something
	seen    int    // fields of it, a bit each
	choices bool   // that field was read
	changes bool   // a name in it is not the first one
}

// headFields are fields whose repetition changes nothing.
var headFields = []string{"id", "object", "created", "model", "system_fingerprint", "service_tier", "provider"}

// take takes the next key of a chunk.
func (h *repeatedHead) take(key string) {
	if key == "choices" {
		h.changes = h.changes || h.choices
		h.choices = true
	}
	if h.choices {
		return
	}
	for i, known := range headFields {
		if bit := 1 << i; known == key && h.seen&bit == 0 {
			h.seen |= bit
			return
		}
	}
	h.changes = true
}

// settle takes the text of the head, once the chunk was read.
func (h *repeatedHead) settle(text string) {
	if !h.changes {
		h.text = text
	}
}

// of returns the offset of the choices of a chunk that begins with the head and
// ends after its choices, else 0. The reader has then checked the chunk: the head was
// checked before.
func (h *repeatedHead) of(d *decoder, chunk string) int {
	at := len(h.text)
	if at == 0 || len(chunk)-at > rawjson.MaxDepth || !strings.HasPrefix(chunk, h.text) {
		return 0 // a longer one may be nested too deep, which only the whole chunk shows
	}
	d.in.Reset(rawjson.BytesOf(chunk))
	d.in.Rewind(at)
	if d.in.Skip(); d.in.Err() != nil || chunk[d.in.Offset():] != "}" {
		return 0
	}
	d.in.Trust()
	return at
}
