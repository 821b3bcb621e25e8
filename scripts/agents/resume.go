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

	"convo/scripts/must"
)

// onward is what is asked in a session that is gone on with.
const onward = "And tomorrow, onward?"

// again lets a program try twice if it is late.
func again(try func() *request) (r *request, err error) {
	once := func() { r = try() }
	if err = must.Try(once); errors.Is(err, errLate) {
		err = must.Try(once)
	}
	return r, err
}

// resumeOwn gives a program the session that it wrote, with those beside it, asks,
// and returns what the program sends. The requests are written into a folder.
func (h *harness) resumeOwn(r *recording, session []byte, dir string) *request {
	p := r.program
	id := p.id(session)
	must.FailIf(id == "", "the session has no id that %s would know", p.name)
	h.begin(dir)
	r.restore("")
	if p.file != nil {
		write(p.file(filepath.Dir(folder), id), session)
	}
	if p.name == "opencode" {
		must.Named("opencode import", func() {
			must.Do(h.run(p, dialog{args: []string{"import", p.file(filepath.Dir(folder), id)}}, false))
		})
	}
	return h.goOn(p, p.named(id))
}

// resumePlaced lets convo put a recording where a program looks for sessions, asks
// with the arguments that convo prints, and returns what the program sends. The
// other sessions of the recording lie there, too.
func (h *harness) resumePlaced(r *recording, p *program, dir string) *request {
	h.begin(dir)
	if p == r.program && p.file == nil {
		r.restore(r.file)
	}
	return h.goOn(p, h.place(p, r.file))
}

// begin makes a new home folder, and a folder for requests.
func (h *harness) begin(dir string) {
	furnish(h.server.address)
	h.server.begin(dir)
}

// goOn asks in the session that arguments name, and returns what the program sends.
func (h *harness) goOn(p *program, named []string) *request {
	err := h.run(p, dialog{args: p.use(p.resume(named, onward), p.model)}, false)
	for _, r := range h.server.seen() {
		if r.asks(onward) && len(r.tools) > 0 {
			return r
		}
	}
	must.Do(errors.Join(fmt.Errorf("%s sends no request", p.name), err))
	return nil
}

// place runs convo sessions place and the commands that it prints, but for the
// last one. Of that it returns the arguments.
func (h *harness) place(p *program, file string) []string {
	args := []string{"sessions", "place", "--for", strings.TrimSuffix(p.format, "-session"), file}
	if folder != madeIn { // the recordings are from elsewhere
		args = append(args, "--cwd", folder)
	}
	var complaint strings.Builder
	cmd := exec.Command(h.convo, args...)
	cmd.Dir, cmd.Env, cmd.Stderr = folder, environment(h.server.address), &complaint
	printed, err := cmd.Output()
	fmt.Fprintf(h.log, "+ convo %q\n%s%s\n", args, &complaint, printed)
	must.FailIf(err != nil, "convo sessions place: %w: %s", err, strings.TrimSpace(complaint.String()))
	lines := strings.Split(strings.TrimSpace(string(printed)), "\n")
	steps := strings.Split(lines[len(lines)-1], " && ")
	last := strings.Fields(steps[len(steps)-1])
	must.FailIf(steps[0] != "cd "+folder || len(last) < 3 || last[0] != p.name, "convo sessions place prints no command of %s in %s: %s", p.name, folder, printed)
	steps = steps[:len(steps)-1]
	shell := exec.Command("sh", "-c", strings.Join(steps, " && "))
	shell.Env = append(environment(h.server.address), "PATH="+strings.Join([]string{
		filepath.Dir(h.convo), filepath.Join(h.agents, "node_modules/.bin"), os.Getenv("PATH"),
	}, ":"))
	out, err := shell.CombinedOutput()
	fmt.Fprintf(h.log, "+ %s\n%s\n", strings.Join(steps, " && "), out)
	must.FailIf(err != nil, "%s: %w", strings.Join(steps, " && "), err)
	return last[1:]
}

// restore puts the files of a recording, but for one, back where the program wrote
// them.
func (r *recording) restore(but string) {
	root := filepath.Join(filepath.Dir(folder), r.program.root)
	eachFile(r.dir, func(path string, _ fs.DirEntry) {
		if path != but {
			copyFile(path, filepath.Join(root, must.Get(filepath.Rel(r.dir, path))))
		}
	})
}

// A conversion is what convo makes of a session.
type conversion struct {
	output []byte
	notes  []note
}

// convert runs convo.
func (h *harness) convert(file, format string) *conversion {
	report := must.Get(os.CreateTemp("", "convo-agents-"))
	report.Close()
	defer os.Remove(report.Name())
	var complaint strings.Builder
	cmd := exec.Command(h.convo, "transform", "-v", "--report", report.Name(), "-t", format, file)
	cmd.Stderr = &complaint
	output, err := cmd.Output()
	if err != nil {
		lines := strings.Split(strings.TrimSpace(complaint.String()), "\n")
		must.Fail("convo transform -t %s: %w: %s", format, err, lines[len(lines)-1])
	}
	c := &conversion{output: output}
	must.Do(json.Unmarshal(must.Get(os.ReadFile(report.Name())), &c.notes))
	return c
}

// formats is the formats that convo reads and those that it writes.
func (h *harness) formats() (read, written map[string]bool) {
	raw, err := exec.Command(h.convo, "formats", "-t", "json").Output()
	must.FailIf(err != nil, "%s formats: %w", h.convo, err)
	var list []struct {
		Name        string
		Read, Write bool
	}
	must.Do(json.Unmarshal(raw, &list))
	read, written = map[string]bool{}, map[string]bool{}
	for _, f := range list {
		read[f.Name], written[f.Name] = f.Read, f.Write
	}
	return read, written
}
