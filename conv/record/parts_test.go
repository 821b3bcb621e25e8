package record_test

import (
	"testing"

	"convo/conv"
	"convo/conv/record"
)

// Of a key that a body repeats, the last value counts, in details as elsewhere.
func TestPartsWithRepeatedKeys(t *testing.T) {
	parts := record.Parts{
		{Path: "cached", At: func(u *conv.Usage) *int64 { return &u.CacheRead }},
		{Path: "written.hour", At: func(u *conv.Usage) *int64 { return &u.CacheWrite1h }},
	}
	for object, want := range map[conv.Raw][2]int64{
		`{"cached":1,"cached":3,"written":{"hour":2}}`:                            {3, 2},
		`{"cached":3,"written":{"hour":2},"cached":null,"written":{}}`:            {0, 0},
		`{"written":{"hour":1},"cached":4,"written":{"hour":5,"hour":6,"day":7}}`: {4, 6},
		`{"written":[{"hour":1}],"cached":"4"}`:                                   {0, 0},
		`[]`:                                                                      {0, 0},
		``:                                                                        {0, 0},
	} {
		u := conv.Usage{CacheRead: 9, CacheWrite1h: 9}
		if parts.Read(&u, object); [2]int64{u.CacheRead, u.CacheWrite1h} != want {
			t.Errorf("%s: %d and %d, want %v", object, u.CacheRead, u.CacheWrite1h, want)
		}
	}
}
