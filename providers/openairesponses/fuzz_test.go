package openairesponses

import (
	"testing"

	"convo/providers/internal/roomtest"
)

func FuzzDecodeRequest(f *testing.F)  { roomtest.Fuzz(f, format(f, "openai-responses")) }
func FuzzDecodeResponse(f *testing.F) { roomtest.Fuzz(f, format(f, "openai-responses-response")) }
func FuzzDecodeStream(f *testing.F)   { roomtest.Fuzz(f, format(f, "openai-responses-stream")) }
