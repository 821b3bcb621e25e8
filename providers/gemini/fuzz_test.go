package gemini

import (
	"testing"

	"convo/providers/internal/roomtest"
)

func FuzzDecodeRequest(f *testing.F)  { roomtest.Fuzz(f, format(f, "gemini")) }
func FuzzDecodeResponse(f *testing.F) { roomtest.Fuzz(f, format(f, "gemini-response")) }
func FuzzDecodeStream(f *testing.F)   { roomtest.Fuzz(f, format(f, "gemini-stream")) }
