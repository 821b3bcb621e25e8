package providers

import "convo/providers/internal/cassette"

// The parts of a cassette, which keeps exchanges and plays them again.
type (
	// Cassette is what was recorded; its Around is an [Exchange].
	Cassette = cassette.Cassette
	// CassetteMode is what a cassette does with a request.
	CassetteMode = cassette.Mode
	// Miss is the error of what was not recorded, or is not in a script.
	Miss = cassette.Miss
)

// The modes of a cassette.
const (
	CassetteReplay = cassette.Replay
	CassetteRecord = cassette.Record
	CassetteAuto   = cassette.Auto
)

// ReadCassette reads a cassette's file, which may be empty. A *rawjson.Error
// names the place at which it is none.
func ReadCassette(data []byte) (*Cassette, error) { return cassette.Parse(data) }
