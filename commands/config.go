package commands

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"convo/conv/rawjson"
)

// settings of the user, which no document can change:
//
//	{"key_command": {"openai": "pass show openai"}}
type userFile struct {
	name        string
	keyCommands map[string]string // by vendor
}

// userFileName is where the user's settings are: CONVO_CONFIG, or below
// XDG_CONFIG_HOME or its usual place; "" is nowhere.
func (p *program) userFileName() string {
	if name := p.getenv("CONVO_CONFIG"); name != "" {
		return name
	}
	dir := p.getenv("XDG_CONFIG_HOME")
	if dir == "" && p.getenv("HOME") != "" {
		dir = filepath.Join(p.getenv("HOME"), ".config")
	}
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "convo", "config.json")
}

// userFile reads the user's settings. That there are none is no mistake,
// unless CONVO_CONFIG says where they are.
func (p *program) userFile() (*userFile, error) {
	u := &userFile{name: p.userFileName()}
	if _, err := os.Stat(u.name); u.name == "" || errors.Is(err, fs.ErrNotExist) && p.getenv("CONVO_CONFIG") == "" {
		return u, nil
	}
	data, err := jsonFile(u.name)
	if err != nil {
		return nil, err
	}
	c := rawjson.NewCursor(data)
	for key := range c.Fields {
		if key != "key_command" {
			c.Fail(c.Offset(), "no setting is %q: want key_command", key)
			break
		}
		u.keyCommands = map[string]string{}
		for vendor := range c.Fields {
			u.keyCommands[strings.Clone(vendor)] = strings.Clone(c.Str())
		}
	}
	if err := c.End(); err != nil {
		f := located{file: u.name, block: rawjson.Block{Data: data, Line: 1, Column: 1}}.failure(err)
		f.code = exitUsage
		return nil, f
	}
	return u, nil
}

// key is what a vendor's key command prints, "" if there is none.
func (u *userFile) key(p *program, vendor string) (string, error) {
	command := u.keyCommands[vendor]
	if command == "" {
		return "", nil
	}
	cmd := exec.Command("sh", "-c", command)
	if runtime.GOOS == "windows" {
		cmd = exec.Command("cmd", "/C", command)
	}
	cmd.Stderr = p.stderr
	out, err := cmd.Output()
	key, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	switch {
	case err != nil:
		return "", &failure{code: exitAuth, file: u.name, what: "the key command of " + vendor + " failed: " + err.Error()}
	case strings.TrimSpace(key) == "":
		return "", &failure{code: exitAuth, file: u.name, what: "the key command of " + vendor + " printed nothing"}
	}
	return strings.TrimSpace(key), nil
}
