package frame

import (
	"path/filepath"
	"testing"
)

// The files of the user are where the system keeps such files.
func TestUserFiles(t *testing.T) {
	for _, c := range []struct {
		system      string
		environment map[string]string
		settings    string
		data        string
	}{
		{"linux", map[string]string{"HOME": "/home/ada"}, "/home/ada/.config/convo/config.json", "/home/ada/.local/share/convo/prices.json"},
		{"darwin", map[string]string{"HOME": "/Users/ada"}, "/Users/ada/.config/convo/config.json", "/Users/ada/.local/share/convo/prices.json"},
		{"linux", map[string]string{"HOME": "/home/ada", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d"}, "/c/convo/config.json", "/d/convo/prices.json"},
		{"linux", map[string]string{"AppData": "/a", "LocalAppData": "/l"}, "", ""},
		{"windows", map[string]string{"AppData": "/a", "LocalAppData": "/l", "HOME": "/h"}, "/a/convo/config.json", "/l/convo/prices.json"},
		{"windows", map[string]string{"AppData": "/a", "LocalAppData": "/l", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d"}, "/c/convo/config.json", "/d/convo/prices.json"},
		{"windows", map[string]string{"HOME": "/h"}, "", ""},
		{"windows", map[string]string{"CONVO_CONFIG": "mine.json", "AppData": "/a"}, "mine.json", ""},
	} {
		p := &Program{System: c.system, Getenv: func(key string) string { return c.environment[key] }}
		if got := filepath.ToSlash(p.SettingsFile()); got != c.settings {
			t.Errorf("%s %v: settings in %q, want %q", c.system, c.environment, got, c.settings)
		}
		if got := filepath.ToSlash(p.DataFile("prices.json")); got != c.data {
			t.Errorf("%s %v: data in %q, want %q", c.system, c.environment, got, c.data)
		}
	}
}
