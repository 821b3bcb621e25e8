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

// again lets a program try twice if it is late.
func again(try func() (*request, error)) (*request, error) {
	r, err := try()
	if errors.Is(err, errLate) {
		r, err = try()
	}
	return r, err
}

// resumeOwn gives a program the session that it wrote, with those beside it, asks,
// and returns what the program sends. The requests are written into a folder.
func (h *harness) resumeOwn(r *recording, session []byte, dir string) (*request, error) {
	p := r.program
	id := p.id(session)
	if id == "" {
		return nil, fmt.Errorf("the session has no id that %s would know", p.name)
	}
	if err := h.begin(dir); err != nil {
		return nil, err
	}
	if err := r.restore(""); err != nil {
		return nil, err
	}
	if p.file != nil {
		if err := write(p.file(filepath.Dir(folder), id), session); err != nil {
			return nil, err
		}
	}
	if p.name == "opencode" {
		if err := h.run(p, dialog{args: []string{"import", p.file(filepath.Dir(folder), id)}}, false); err != nil {
			return nil, fmt.Errorf("opencode import: %w", err)
		}
	}
	return h.goOn(p, p.named(id))
}

// resumePlaced lets convo put a recording where a program looks for sessions, asks
// with the arguments that convo prints, and returns what the program sends. The
// other sessions of the recording lie there, too.
func (h *harness) resumePlaced(r *recording, p *program, dir string) (*request, error) {
	if err := h.begin(dir); err != nil {
		return nil, err
	}
	if p == r.program && p.file == nil {
		if err := r.restore(r.file); err != nil {
			return nil, err
		}
	}
	named, err := h.place(p, r.file)
	if err != nil {
		return nil, err
	}
	return h.goOn(p, named)
}

// begin makes a new home folder, and a folder for requests.
func (h *harness) begin(dir string) error {
	if err := furnish(h.server.address); err != nil {
		return err
	}
	return h.server.begin(dir)
}

// goOn asks in the session that arguments name, and returns what the program sends.
func (h *harness) goOn(p *program, named []string) (*request, error) {
	err := h.run(p, dialog{args: p.use(p.resume(named, onward), p.model)}, false)
	for _, r := range h.server.seen() {
		if r.asks(onward) && len(r.tools) > 0 {
			return r, nil
		}
	}
	return nil, errors.Join(fmt.Errorf("%s sends no request", p.name), err)
}

// place runs convo sessions place and the commands that it prints, but for the
// last one. Of that it returns the arguments.
func (h *harness) place(p *program, file string) ([]string, error) {
	args := []string{"sessions", "place", "--for", strings.TrimSuffix(p.format, "-session"), file}
	if folder != madeIn { // the recordings are from elsewhere
		args = append(args, "--cwd", folder)
	}
	var complaint strings.Builder
	cmd := exec.Command(h.convo, args...)
	cmd.Dir, cmd.Env, cmd.Stderr = folder, environment(h.server.address), &complaint
	printed, err := cmd.Output()
	fmt.Fprintf(h.log, "+ convo %q\n%s%s\n", args, &complaint, printed)
	if err != nil {
		return nil, fmt.Errorf("convo sessions place: %w: %s", err, strings.TrimSpace(complaint.String()))
	}
	lines := strings.Split(strings.TrimSpace(string(printed)), "\n")
	steps := strings.Split(lines[len(lines)-1], " && ")
	last := strings.Fields(steps[len(steps)-1])
	if steps[0] != "cd "+folder || len(last) < 3 || last[0] != p.name {
		return nil, fmt.Errorf("convo sessions place prints no command of %s in %s: %s", p.name, folder, printed)
	}
	steps = steps[:len(steps)-1]
	shell := exec.Command("sh", "-c", strings.Join(steps, " && "))
	shell.Env = append(environment(h.server.address), "PATH="+strings.Join([]string{
		filepath.Dir(h.convo), filepath.Join(h.agents, "node_modules/.bin"), os.Getenv("PATH"),
	}, ":"))
	out, err := shell.CombinedOutput()
	fmt.Fprintf(h.log, "+ %s\n%s\n", strings.Join(steps, " && "), out)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(steps, " && "), err)
	}
	return last[1:], nil
}

// restore puts the files of a recording, but for one, back where the program wrote
// them.
func (r *recording) restore(but string) error {
	root := filepath.Join(filepath.Dir(folder), r.program.root)
	return filepath.WalkDir(r.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path == but {
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
