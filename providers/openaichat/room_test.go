package openaichat

import (
	"testing"

	"convo/conv/format"
	"convo/providers/internal/roomtest"
)

func formatNamed(t testing.TB, name string) *format.Format {
	t.Helper()
	return roomtest.Format(t, Formats(), name)
}
