package main

import "testing"

// A scenario that a program can play, and of which there is no recording, is not left
// out in silence: the matrix would look whole.
func TestNoRecordingIsAFailure(t *testing.T) {
	for _, p := range programs {
		playable := 0
		for _, s := range scenarios {
			if s.playable(p) {
				playable++
			}
		}
		h := &harness{programs: []*program{p}, scenarios: scenarios, from: t.TempDir()}
		if list := h.recordings(); len(list) > 0 || h.unrecorded != playable {
			t.Errorf("%s: %d recordings, %d of %d missing", p.name, len(list), h.unrecorded, playable)
		}
	}
}
