package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// onward is what is asked in a session that is gone on with.
const onward = "And tomorrow, onward?"

// resume gives a session to a program, asks, and returns what the program sends.
// The requests are written into a folder. A session that the program wrote itself
// comes with what was recorded beside it. A program that is late gets another try.
func (h *harness) resume(p *program, session []byte, dir string, beside *recording) (*request, error) {
	r, err := h.resumeOnce(p, session, dir, beside)
	if errors.Is(err, errLate) {
		r, err = h.resumeOnce(p, session, dir, beside)
	}
	return r, err
}

func (h *harness) resumeOnce(p *program, session []byte, dir string, beside *recording) (*request, error) {
	id := p.id(session)
	if id == "" {
		return nil, fmt.Errorf("the session has no id that %s would know", p.name)
	}
	if err := furnish(h.server.address); err != nil {
		return nil, err
	}
	if err := h.server.begin(dir); err != nil {
		return nil, err
	}
	file := p.place(filepath.Dir(folder), id)
	if beside != nil {
		if err := beside.restore(); err != nil {
			return nil, err
		}
	}
	if beside == nil || p.placed {
		if err := write(file, session); err != nil {
			return nil, err
		}
	}
	if p.name == "opencode" {
		if err := h.run(p, dialog{args: []string{"import", file}}, false); err != nil {
			return nil, fmt.Errorf("opencode import: %w", err)
		}
	}
	err := h.run(p, dialog{args: p.use(p.resume(id, onward), p.model)}, false)
	for _, r := range h.server.seen() {
		if r.asks(onward) && len(r.tools) > 0 {
			return r, nil
		}
	}
	return nil, errors.Join(fmt.Errorf("%s sends no request", p.name), err)
}

// restore puts the files of a recording back where the program wrote them.
func (r *recording) restore() error {
	root := filepath.Join(filepath.Dir(folder), r.program.root)
	return filepath.WalkDir(r.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		relative, err := filepath.Rel(r.dir, path)
		if err != nil {
			return err
		}
		return copyFile(path, filepath.Join(root, relative))
	})
}

// A conversion is what convo makes of a session.
type conversion struct {
	output []byte
	notes  []note
}

// convert runs convo.
func (h *harness) convert(file, format string) (*conversion, error) {
	report, err := os.CreateTemp("", "convo-agents-")
	if err != nil {
		return nil, err
	}
	report.Close()
	defer os.Remove(report.Name())
	var complaint strings.Builder
	cmd := exec.Command(h.convo, "transform", "-v", "--report", report.Name(), "-t", format, file)
	cmd.Stderr = &complaint
	c := &conversion{}
	if c.output, err = cmd.Output(); err != nil {
		lines := strings.Split(strings.TrimSpace(complaint.String()), "\n")
		return nil, fmt.Errorf("convo transform -t %s: %w: %s", format, err, lines[len(lines)-1])
	}
	raw, err := os.ReadFile(report.Name())
	if err != nil {
		return nil, err
	}
	return c, json.Unmarshal(raw, &c.notes)
}

// formats is the formats that convo reads and those that it writes.
func (h *harness) formats() (read, written map[string]bool, err error) {
	raw, err := exec.Command(h.convo, "formats", "-t", "json").Output()
	if err != nil {
		return nil, nil, fmt.Errorf("%s formats: %w", h.convo, err)
	}
	var list []struct {
		Name        string
		Read, Write bool
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, nil, err
	}
	read, written = map[string]bool{}, map[string]bool{}
	for _, f := range list {
		read[f.Name], written[f.Name] = f.Read, f.Write
	}
	return read, written, nil
}
