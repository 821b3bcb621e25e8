package providers

import "convo/providers/internal/cassette"

// The parts of a cassette, which records exchanges and replays them.
type (
	// Cassette holds recordings. Its Around is an [Exchange].
	Cassette = cassette.Cassette
	// CassetteMode is what a cassette does with a request.
	CassetteMode = cassette.Mode
	// Miss is the error of a request that was not recorded, or of a script that
	// has ended.
	Miss = cassette.Miss
)

// The modes of a cassette.
const (
	CassetteReplay = cassette.Replay
	CassetteRecord = cassette.Record
	CassetteAuto   = cassette.Auto
)

// ReadCassette reads the file of a cassette, which may be empty. A
// *rawjson.Error names the place of an error.
func ReadCassette(data []byte) (*Cassette, error) { return cassette.Parse(data) }
