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

	"convo/scripts/must"
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
func (h *harness) record(r *recording, s scenario) {
	h.begin(r.requests)
	for i, step := range s.steps {
		must.Named(fmt.Sprint("step ", i+1), func() { h.step(r.program, step, i == 0) })
	}
	h.collect(r.program, r.dir)
}

// step takes one step of a scenario.
func (h *harness) step(p *program, s step, first bool) {
	if s.own != nil {
		d, ok := s.own[p.name]
		if !ok {
			return
		}
		must.Do(h.run(p, d, d.stop != ""))
		return
	}
	var last []byte
	if s.fork || s.back {
		last = h.newest(p)
	}
	must.Do(h.run(p, dialog{args: s.args(p, first, last)}, s.interrupt))
}

// newest is the session of a program that was written last, nil if there is none.
func (h *harness) newest(p *program) (raw []byte) {
	_ = must.Try(func() {
		dir := must.Get(os.MkdirTemp("", "convo-agents-"))
		defer os.RemoveAll(dir)
		h.collect(p, dir)
		raw = must.Get(os.ReadFile((&recording{program: p, dir: dir}).newest()))
	})
	return raw
}

// newest is the file of a recording that was written last, and by the program
// itself, not by its helper.
func (r *recording) newest() string {
	var files []string
	times := map[string]time.Time{}
	err := must.Try(func() {
		eachFile(r.dir, func(path string, d fs.DirEntry) {
			if !strings.HasSuffix(path, r.program.suffix) {
				return
			}
			raw := must.Get(os.ReadFile(path))
			if !r.program.side(path, raw) && r.program.id(raw) != "" {
				files, times[path] = append(files, path), must.Get(d.Info()).ModTime()
			}
		})
	})
	must.FailIf(err != nil || len(files) == 0, "there is no session in %s: %w", r.dir, err)
	return slices.MaxFunc(files, func(a, b string) int { return times[a].Compare(times[b]) })
}

// collect copies the session files of a program into a folder, with their times.
func (h *harness) collect(p *program, dir string) {
	home := filepath.Dir(folder)
	if p.name == "opencode" {
		h.export(filepath.Join(home, "exports"))
	}
	must.Do(os.RemoveAll(dir))
	root := filepath.Join(home, p.root)
	eachFile(root, func(path string, d fs.DirEntry) {
		if strings.Contains(d.Name(), ".json") && d.Name() != "logs.json" {
			copyFile(path, filepath.Join(dir, must.Get(filepath.Rel(root, path))))
		}
	})
}

// eachFile does something with every file below a folder.
func eachFile(dir string, do func(path string, d fs.DirEntry)) {
	must.Do(filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			do(path, d)
		}
		return err
	}))
}

// copyFile copies a file with its time.
func copyFile(from, to string) {
	at := must.Get(os.Stat(from)).ModTime()
	write(to, must.Get(os.ReadFile(from)))
	must.Do(os.Chtimes(to, at, at))
}

var sessionID = regexp.MustCompile(`ses_[A-Za-z0-9]+`)

// export writes every session of opencode, which keeps them in a database, into
// a folder, with the time of its last change.
func (h *harness) export(dir string) {
	list := h.output("opencode", "db", "select id from session", "--format", "json")
	ids := sessionID.FindAllString(string(list), -1)
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		raw := h.output("opencode", "export", id)
		var s struct {
			Info struct{ Time struct{ Updated int64 } }
		}
		if err := json.Unmarshal(raw, &s); err != nil {
			must.Fail("opencode export %s: %w", id, err)
		}
		name, at := filepath.Join(dir, id+".json"), time.UnixMilli(s.Info.Time.Updated)
		write(name, raw)
		must.Do(os.Chtimes(name, at, at))
	}
}

// output is what a program writes to its standard output. It goes through a
// file: opencode loses the end of what it writes into a pipe.
func (h *harness) output(name string, args ...string) []byte {
	file := must.Get(os.CreateTemp("", "convo-agents-"))
	defer os.Remove(file.Name())
	defer file.Close()
	cmd := exec.Command(filepath.Join(h.agents, "node_modules/.bin", name), args...)
	cmd.Dir, cmd.Env, cmd.Stdout = folder, environment(h.server.address), file
	if err := cmd.Run(); err != nil {
		must.Fail("%s %v: %w", name, args, err)
	}
	return must.Get(os.ReadFile(file.Name()))
}
