package openaichat

import (
	"testing"

	"convo/providers/internal/roomtest"
)

func FuzzDecodeRequest(f *testing.F)  { roomtest.Fuzz(f, format(f, "openai-chat")) }
func FuzzDecodeResponse(f *testing.F) { roomtest.Fuzz(f, format(f, "openai-chat-response")) }
func FuzzDecodeStream(f *testing.F)   { roomtest.Fuzz(f, format(f, "openai-chat-stream")) }
