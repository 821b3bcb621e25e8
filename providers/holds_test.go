package providers_test

import (
	"cmp"
	"math/bits"
	"testing"

	"convo/conv/format"
	"convo/providers"
)

// A bit of Holds that only one format names is that format's own business: its
// Reduce does it. conversation.json, which holds everything, is one that names.
func TestEveryBitOfHoldsIsNamedByTwoRooms(t *testing.T) {
	rooms := map[string]map[uint64]map[string]bool{}
	name := func(kind, room string, set uint64) {
		for ; set != 0; set &= set - 1 {
			bit := uint64(1) << bits.TrailingZeros64(set)
			if rooms[kind] == nil {
				rooms[kind] = map[uint64]map[string]bool{}
			}
			if rooms[kind][bit] == nil {
				rooms[kind][bit] = map[string]bool{}
			}
			rooms[kind][bit][room] = true
		}
	}
	all := providers.Formats()
	for _, f := range all {
		for _, o := range f.Options {
			variant := f
			o.Set(&variant, true)
			all = append(all, variant)
		}
	}
	for _, f := range all {
		h, room := f.Capabilities, cmp.Or(f.Capabilities.GuestFamily, f.Family)
		name("block", room, uint64(h.User|h.Assistant|h.ToolResult|h.System))
		name("source", room, uint64(h.Image|h.Audio|h.Video|h.Document))
		name("feature", room, uint64(h.Features))
		name("param", room, uint64(h.Params))
		name("demand", room, uint64(h.Required))
		name("signature", room, 1<<h.Thinking)
	}
	for kind, all := range rooms {
		for bit, named := range all {
			if len(named) < 2 {
				t.Errorf("%s %d is named by %v alone", kind, bits.TrailingZeros64(bit), named)
			}
		}
	}
}

// A format says what it holds, and never that it holds all but something: a
// feature that is new is held by nobody.
func TestNoFormatHoldsWhatDoesNotExist(t *testing.T) {
	const features, params = format.Sessions<<1 - 1, format.LooseParams<<1 - 1
	for _, f := range providers.Formats() {
		if h := f.Capabilities; h.Features&^features != 0 || h.Params&^params != 0 {
			t.Errorf("%s holds features and parameters that are not there", f.Name)
		}
	}
}
