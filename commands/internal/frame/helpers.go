package frame

import (
	"bytes"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"

	"convo/conv/format"
	"convo/providers"
)

// Subagents is what --subagents says of the sessions of helpers: apart, inline or
// drop, "" if it was not given.
func (p *Program) Subagents() (string, error) {
	if p.Parsed == nil {
		return "", nil
	}
	mode := p.Parsed.Last("subagents")
	if !slices.Contains([]string{"", "apart", "inline", "drop"}, mode) {
		return "", UsageError("--subagents must be inline, apart or drop, not %q", mode)
	}
	return mode, nil
}

// arranged puts the files of helpers after the session that started them, adds
// those that --subagents asks for, and takes away those that are read with their
// session or not at all. Of the files found in folders it leaves out what holds no
// session. named are the operands, nil without -r.
func (p *Program) arranged(names []string, named map[string]bool) ([]string, error) {
	mode, err := p.Subagents()
	if err != nil || mode == "" && named == nil {
		return names, err
	}
	finder := newHelperFinder()
	if named != nil {
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !named[name] && finder.isAside(name) })
	}
	given := map[string]bool{}
	for _, name := range names {
		given[filepath.Clean(name)] = true
	}
	after, moved := map[string][]string{}, map[string]bool{}
	for _, name := range names {
		for _, file := range finder.of(name) {
			if mode == "apart" || given[file] {
				after[name] = append(after[name], file)
				moved[file] = true
			}
		}
	}
	var out []string
	for _, name := range names {
		if !moved[filepath.Clean(name)] {
			out = append(out, name)
		}
		if mode == "" || mode == "apart" {
			out = append(out, after[name]...)
		}
	}
	return out, nil
}

// HelpersOf returns the files with the sessions of the helpers that the session in
// a file started, in the order of their names.
func HelpersOf(name string) []string { return newHelperFinder().of(name) }

// helperFinder finds the files of helpers, and looks into each one once.
type helperFinder struct {
	formats  []format.Format
	patterns map[string]map[string][]string // by pattern and session: files
}

func newHelperFinder() *helperFinder {
	return &helperFinder{providers.Formats(), map[string]map[string][]string{}}
}

func (h *helperFinder) isAside(name string) bool {
	for _, f := range h.formats {
		if f.SkipFile != nil && f.SkipFile(filepath.ToSlash(name)) {
			return true
		}
	}
	return false
}

func (h *helperFinder) of(name string) (files []string) {
	session := filepath.Base(name)
	session = session[:len(session)-len(filepath.Ext(session))]
	for i := range h.formats {
		f := &h.formats[i]
		if f.Helpers == nil {
			continue
		}
		for _, pattern := range f.Helpers(filepath.ToSlash(name)) {
			found, ok := h.patterns[pattern]
			if !ok {
				found = h.find(f, pattern)
				h.patterns[pattern] = found
			}
			files = append(files, found[session]...)
		}
	}
	return files
}

// find returns the files of a pattern, by the session that each one names.
func (h *helperFinder) find(f *format.Format, pattern string) map[string][]string {
	folder, pattern := path.Split(pattern)
	if folder = filepath.FromSlash(folder); folder == "" {
		folder = "."
	}
	found := map[string][]string{}
	entries, _ := os.ReadDir(folder) // without the folder there are no helpers
	for _, e := range entries {
		file := filepath.Join(folder, e.Name())
		if ok, _ := path.Match(pattern, e.Name()); !ok || !e.Type().IsRegular() || h.isAside(file) {
			continue
		}
		if session := parentIn(f, file); session != "" {
			found[session] = append(found[session], file)
		}
	}
	return found
}

// parentIn returns the id of the session that started the helper in a file, as the
// first lines say it; "" if they say nothing.
func parentIn(f *format.Format, file string) string {
	in, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer in.Close()
	head, _ := io.ReadAll(io.LimitReader(in, 64<<10))
	if end := bytes.LastIndexByte(head, '\n'); end >= 0 {
		head = head[:end+1]
	}
	for c, err := range f.Decode(head, nil) {
		if err != nil || c.Session == nil || c.Session.Parent == nil {
			return ""
		}
		return c.Session.Parent.Session
	}
	return ""
}
