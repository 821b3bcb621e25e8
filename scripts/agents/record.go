package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A recording is a session that a program wrote.
type recording struct {
	program  *program
	scenario string
	dir      string // all files of the scenario
	file     string // the session that the last step belongs to
	requests string // what the program sent
	prompt   string // the last
}

// recordingOf is a recording below a folder, before it is made or found.
func recordingOf(p *program, s scenario, out string) *recording {
	return &recording{
		program: p, scenario: s.name, prompt: s.last(),
		dir: filepath.Join(out, p.format, s.name), requests: filepath.Join(out, "requests", p.format, s.name),
	}
}

// record plays a scenario with a program and keeps what it wrote.
func (h *harness) record(p *program, s scenario) (*recording, error) {
	if err := furnish(h.server.address); err != nil {
		return nil, err
	}
	r := recordingOf(p, s, h.out)
	if err := h.server.begin(r.requests); err != nil {
		return nil, err
	}
	if !s.playable(p) {
		return nil, errSkipped
	}
	for i, step := range s.steps {
		if err := h.step(p, step, i == 0); err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	if err := h.collect(p, r.dir); err != nil {
		return nil, err
	}
	file, err := r.newest()
	r.file = file
	return r, err
}

// step takes one step of a scenario.
func (h *harness) step(p *program, s step, first bool) error {
	if s.own != nil {
		d, ok := s.own[p.name]
		if !ok {
			return nil
		}
		return h.run(p, d, d.stop != "")
	}
	var last []byte
	if s.fork || s.back {
		last = h.newest(p)
	}
	return h.run(p, dialog{args: s.args(p, first, last)}, s.interrupt)
}

// newest is the session of a program that was written last.
func (h *harness) newest(p *program) []byte {
	dir, err := os.MkdirTemp("", "convo-agents-")
	if err != nil || h.collect(p, dir) != nil {
		return nil
	}
	defer os.RemoveAll(dir)
	file, _ := (&recording{program: p, dir: dir}).newest()
	raw, _ := os.ReadFile(file)
	return raw
}

// newest is the file of a recording that was written last, and by the program
// itself, not by its helper.
func (r *recording) newest() (string, error) {
	var files []string
	times := map[string]time.Time{}
	err := filepath.WalkDir(r.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, r.program.suffix) {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil || r.program.side(path, raw) || r.program.id(raw) == "" {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		files, times[path] = append(files, path), info.ModTime()
		return nil
	})
	if err != nil || len(files) == 0 {
		return "", fmt.Errorf("there is no session in %s: %w", r.dir, err)
	}
	return slices.MaxFunc(files, func(a, b string) int { return times[a].Compare(times[b]) }), nil
}

// collect copies the session files of a program into a folder, with their times.
func (h *harness) collect(p *program, dir string) error {
	home := filepath.Dir(folder)
	if p.name == "opencode" {
		if err := h.export(filepath.Join(home, "exports")); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	root := filepath.Join(home, p.root)
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.Contains(d.Name(), ".json") || d.Name() == "logs.json" {
			return err
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		return copyFile(path, filepath.Join(dir, relative))
	})
}

// copyFile copies a file with its time.
func copyFile(from, to string) error {
	raw, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if err := write(to, raw); err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}

var sessionID = regexp.MustCompile(`ses_[A-Za-z0-9]+`)

// export writes every session of opencode, which keeps them in a database, into
// a folder, with the time of its last change.
func (h *harness) export(dir string) error {
	list, err := h.output("opencode", "db", "select id from session", "--format", "json")
	if err != nil {
		return err
	}
	ids := sessionID.FindAllString(string(list), -1)
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		raw, err := h.output("opencode", "export", id)
		if err != nil {
			return err
		}
		var s struct {
			Info struct{ Time struct{ Updated int64 } }
		}
		if err := json.Unmarshal(raw, &s); err != nil {
			return fmt.Errorf("opencode export %s: %w", id, err)
		}
		name, at := filepath.Join(dir, id+".json"), time.UnixMilli(s.Info.Time.Updated)
		if err := write(name, raw); err != nil {
			return err
		}
		if err := os.Chtimes(name, at, at); err != nil {
			return err
		}
	}
	return nil
}

// output is what a program writes to its standard output. It goes through a
// file: opencode loses the end of what it writes into a pipe.
func (h *harness) output(name string, args ...string) ([]byte, error) {
	file, err := os.CreateTemp("", "convo-agents-")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	cmd := exec.Command(filepath.Join(h.agents, "node_modules/.bin", name), args...)
	cmd.Dir, cmd.Env, cmd.Stdout = folder, environment(h.server.address), file
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s %v: %w", name, args, err)
	}
	return os.ReadFile(file.Name())
}
