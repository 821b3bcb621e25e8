package chat

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"

	"convo/commands/internal/frame"
	"convo/conv/rawjson"
	"convo/providers"
)

// keys are the keys of a run. What a file or a command says is read once, and
// replayAnswer after a server refused it.
type keys struct {
	p        *frame.Program
	file     string                    // of --key-file
	settings func() (*userFile, error) // read once

	mu   sync.Mutex
	held map[string]*heldKey // by vendor; of the file by ""
}

func newKeys(p *frame.Program, file string) *keys {
	return &keys{p: p, file: file, held: map[string]*heldKey{}, settings: sync.OnceValues(func() (*userFile, error) { return readUserFile(p) })}
}

// of is an endpoint's key: in the file of --key-file, in its own variables, or
// what the user's command for it prints. A document never says it.
func (k *keys) of(endpoint *providers.Endpoint) (*givenKey, error) {
	if k.file != "" {
		return k.hold("", k.inFile).give()
	}
	key, err := endpoint.Key(k.p.Getenv)
	if key != "" {
		return &givenKey{text: key}, nil
	}
	settings, unread := k.settings()
	if unread != nil {
		return nil, unread
	}
	if settings.keyCommands[endpoint.Provider] != "" {
		return k.hold(endpoint.Provider, func() (string, error) { return settings.key(k.p, endpoint.Provider) }).give()
	}
	var none *providers.NoKey
	if !errors.As(err, &none) {
		return &givenKey{}, err
	}
	f := &frame.Failure{Code: frame.ExitAuth, What: none.Error()}
	return nil, f.WithHint("%s, or use --key-file FILE; see convo help keys", none.Hint())
}

func (k *keys) inFile() (string, error) {
	text, err := frame.TextOf(k.file)
	if err == nil && strings.TrimSpace(text) == "" {
		err = &frame.Failure{Code: frame.ExitAuth, File: k.file, What: "has no key"}
	}
	return strings.TrimSpace(text), err
}

// hold is the one key of a vendor, which find finds.
func (k *keys) hold(vendor string, find func() (string, error)) *heldKey {
	k.mu.Lock()
	defer k.mu.Unlock()
	h := k.held[vendor]
	if h == nil {
		h = &heldKey{find: find}
		k.held[vendor] = h
	}
	return h
}

// source is where the key of an endpoint comes from, "" if it has none.
func (k *keys) source(endpoint *providers.Endpoint) string {
	_, variable := endpoint.KeyIn(k.p.Getenv)
	switch {
	case k.file != "":
		return k.file
	case variable != "" || endpoint.Keyless:
		return variable
	}
	if settings, err := k.settings(); err == nil && settings.keyCommands[endpoint.Provider] != "" {
		return "key_command of " + settings.name
	}
	return ""
}

// heldKey is a key that calls share, which may come at once.
type heldKey struct {
	find func() (string, error)
	mu   sync.Mutex
	key  string // "" until it is found
}

// give is the key for one call.
func (h *heldKey) give() (*givenKey, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	given := &givenKey{held: h, text: h.key, old: h.key != ""}
	if given.old {
		return given, nil
	}
	var err error
	h.key, err = h.find()
	given.text = h.key
	return given, err
}

// givenKey is the key of one call.
type givenKey struct {
	text string
	held *heldKey // nil for a variable
	old  bool     // an earlier call found it
}

// isRefused reports whether a server refused the key of a call.
func isRefused(err error) bool {
	var refused *providers.CallError
	return errors.As(err, &refused) && refused.Kind == providers.Auth
}

// renew reports whether there is another key than the one that a server refused.
// Only a key of an earlier call is looked for anew: it may have expired.
func (g *givenKey) renew() bool {
	if g == nil || g.held == nil {
		return false
	}
	h := g.held
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.key == g.text {
		if h.key = ""; !g.old {
			return false
		}
		var err error
		if h.key, err = h.find(); err != nil {
			h.key = ""
		}
	}
	renewed := h.key != "" && h.key != g.text
	if renewed {
		g.text, g.old = h.key, false
	}
	return renewed
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
	data, err := frame.BytesOf(u.name)
	if err != nil || frame.IsBlank(data) {
		return u, err
	}
	if data, err = frame.JSONOf(u.name, data); err != nil {
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

// key is what a vendor's key command prints.
func (u *userFile) key(p *frame.Program, vendor string) (string, error) {
	command := u.keyCommands[vendor]
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
