package chat

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv/rawjson"
	"convo/providers"
)

// key is a callee's key: in the file of --key-file, in its own variables, or
// what the user's command for it prints. A document never says it.
func (r *reply) key(callee *providers.Callee) (string, error) {
	if r.keyFile != "" {
		text, err := frame.TextOf(r.keyFile)
		if err == nil && strings.TrimSpace(text) == "" {
			err = &frame.Failure{Code: frame.ExitAuth, File: r.keyFile, What: "has no key"}
		}
		return strings.TrimSpace(text), err
	}
	key, err := callee.Key(r.p.Getenv)
	if key != "" {
		return key, nil
	}
	settings, unread := readUserFile(r.p)
	if unread != nil {
		return "", unread
	}
	if key, err := settings.key(r.p, callee.Provider); key != "" || err != nil {
		return key, err
	}
	var none *providers.NoKey
	if !errors.As(err, &none) {
		return "", err
	}
	f := &frame.Failure{Code: frame.ExitAuth, What: none.Error()}
	return "", f.WithHint("%s, or use --key-file FILE; see convo help keys", none.Hint())
}

// keySource is where the key of a callee comes from, "" if it has none.
func (r *reply) keySource(callee *providers.Callee) string {
	_, variable := callee.KeyIn(r.p.Getenv)
	switch {
	case r.keyFile != "":
		return r.keyFile
	case variable != "" || callee.Keyless:
		return variable
	}
	if settings, err := readUserFile(r.p); err == nil && settings.keyCommands[callee.Provider] != "" {
		return "key_command of " + settings.name
	}
	return ""
}

// settings of the user, which no document can change:
//
//	{"key_command": {"openai": "pass show openai"}}
type userFile struct {
	name        string
	keyCommands map[string]string // by vendor
}

// readUserFile reads the user's settings. An empty file has none. A missing file
// is a mistake only if CONVO_CONFIG names it.
func readUserFile(p *frame.Program) (*userFile, error) {
	u := &userFile{name: p.SettingsFile()}
	if _, err := os.Stat(u.name); u.name == "" || errors.Is(err, fs.ErrNotExist) && p.Getenv("CONVO_CONFIG") == "" {
		return u, nil
	}
	if data, err := frame.BytesOf(u.name); err == nil && frame.IsBlank(data) {
		return u, nil
	}
	data, err := frame.JSONFile(u.name)
	if err != nil {
		return nil, err
	}
	c := rawjson.NewCursor(data)
	for key := range c.Fields {
		if key != "key_command" {
			c.Fail(c.Offset(), "unknown setting %q: want key_command", key)
			break
		}
		u.keyCommands = map[string]string{}
		for vendor := range c.Fields {
			u.keyCommands[strings.Clone(vendor)] = strings.Clone(c.Str())
		}
	}
	if err := c.End(); err != nil {
		f := frame.InFile(u.name, data, err)
		f.Code = frame.ExitUsage
		return nil, f
	}
	return u, nil
}

// key is what a vendor's key command prints, "" if there is none.
func (u *userFile) key(p *frame.Program, vendor string) (string, error) {
	command := u.keyCommands[vendor]
	if command == "" {
		return "", nil
	}
	cmd := exec.Command("sh", "-c", command)
	if runtime.GOOS == "windows" {
		cmd = exec.Command("cmd", "/C", command)
	}
	cmd.Stderr = p.Stderr.File
	out, err := cmd.Output()
	key, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	switch {
	case err != nil:
		return "", &frame.Failure{Code: frame.ExitAuth, File: u.name, What: "the key command of " + vendor + " failed: " + err.Error()}
	case strings.TrimSpace(key) == "":
		return "", &frame.Failure{Code: frame.ExitAuth, File: u.name, What: "the key command of " + vendor + " printed nothing"}
	}
	return strings.TrimSpace(key), nil
}
