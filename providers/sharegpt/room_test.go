package sharegpt

import (
	"testing"

	"convo/providers/internal/roomtest"
)

func FuzzDecode(f *testing.F) { roomtest.Fuzz(f, &Formats()[0]) }
