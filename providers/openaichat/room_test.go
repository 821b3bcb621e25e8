package openaichat

import (
	"testing"

	"convo/conv"
	"convo/providers/internal/roomtest"
)

func format(t testing.TB, name string) *conv.Format {
	t.Helper()
	return roomtest.Format(t, Formats(), name)
}
