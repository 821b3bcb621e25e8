package commands

import (
	"runtime/debug"
	"testing"

	"convo/commands/internal/frame"
)

// The version says what the build knows, and nothing that it does not.
func TestVersionText(t *testing.T) {
	if got := versionText("v1.2.3", nil); got != "convo v1.2.3\n" {
		t.Errorf("%q", got)
	}
	info := &debug.BuildInfo{GoVersion: "go1.26.8", Settings: []debug.BuildSetting{
		{Key: "GOARCH", Value: "arm64"},
		{Key: "GOOS", Value: "windows"},
		{Key: "vcs.revision", Value: "588a36d"},
		{Key: "vcs.time", Value: "2026-11-22T10:00:00Z"},
		{Key: "vcs.modified", Value: "true"},
	}}
	const want = "convo v1.2.3\ncommit  588a36d with changes\ndate    2026-11-22T10:00:00Z\ngo      go1.26.8\nsystem  windows/arm64\n"
	if got := versionText("v1.2.3", info); got != want {
		t.Errorf("%q", got)
	}
	line := frame.VersionLine(info)
	if want := "convo " + frame.Version() + " (588a36d, 2026-11-22)"; line != want {
		t.Errorf("%q, want %q", line, want)
	}
	if line := frame.VersionLine(nil); line != "convo "+frame.Version() {
		t.Errorf("%q", line)
	}
}
