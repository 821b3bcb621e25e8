// Package agents finds the sessions that coding agents keep on this machine,
// lists them, and puts sessions where an agent looks for them. What it knows of
// an agent comes from the format of its sessions: format.Agent.
package agents

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/terminal"
	"convo/conv/format"
	"convo/providers"
)

// Session is a session on this machine.
type Session struct {
	format.SessionInfo
	Agent    *providers.AgentFormat
	Path     string
	Size     int64
	Modified int64 // of the file, in Unix milliseconds

	operand string // what names it as FILE

	found file
	Whole *Whole // what all of the file says; nil if nobody has asked
}

// Time is when the session went on last, in Unix milliseconds.
func (s *Session) Time() int64 { return cmp.Or(s.Updated, s.Modified) }

// IsFile reports whether all of the session is in its file.
func (s *Session) IsFile() bool { return s.Agent.Export == nil || s.found.agent == nil }

// isEmpty reports whether nobody has said anything in the session.
func (s *Session) isEmpty() bool { return s.IsFile() && s.Question == "" && s.Model == "" }

// file is the name of the session's file, without its ending.
func (s *Session) file() string {
	name := filepath.Base(s.Path)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// file is a file that may be a session.
type file struct {
	agent  *providers.AgentFormat // nil: its content shows
	shelf  *shelf
	rel    string // path in the folder of the shelf, with slashes
	helper bool
}

func (f *file) path() string { return filepath.Join(f.shelf.root, filepath.FromSlash(f.rel)) }

// known are the agents with the given names, or all.
func known(names []string) (some []*providers.AgentFormat, err error) {
	all := providers.Agents()
	var every []string
	for i := range all {
		every = append(every, all[i].Name)
		if len(names) == 0 || slices.Contains(names, all[i].Name) {
			some = append(some, &all[i])
		}
	}
	for _, name := range names {
		if slices.Contains(every, name) {
			continue
		}
		f := frame.UsageError("unknown agent %q: want %s", name, frame.Either(every))
		if near := providers.Nearest(name, every); len(near) > 0 {
			f.Hint = "did you mean " + near[0] + "?"
		}
		return nil, f
	}
	return some, nil
}

// agentNamed is the agent with a name, nil if there is none.
func agentNamed(name string) *providers.AgentFormat {
	for _, a := range providers.Agents() {
		if a.Name == name {
			return &a
		}
	}
	return nil
}

// oddity is something in a folder of sessions that is not listed.
type oddity struct{ name, why string }

// search collects the files that may be sessions.
type search struct {
	p     *frame.Program
	files []file
	odd   []oddity
	roots []string // that were looked into
}

// own looks into the folders of agents.
func (s *search) own(all []*providers.AgentFormat) {
	for _, a := range all {
		for i := range a.Folders {
			root := rootOf(s.p, &a.Folders[i])
			if root == "" {
				continue
			}
			s.roots = append(s.roots, root)
			at := &shelf{root, a, &a.Folders[i]}
			s.match(at, at.folder.Sessions, false)
			s.match(at, at.folder.Helpers, true)
		}
		s.packed(a)
	}
}

// keptBy are all sessions that agents keep in their own folders, newest first.
func (s *search) keptBy(agents ...*providers.AgentFormat) []*Session {
	s.own(agents)
	all := s.look(nil)
	newestFirst(all)
	return all
}

// match adds the files of a shelf that match patterns.
func (s *search) match(at *shelf, patterns []string, helper bool) {
	seen := map[string]bool{}
	frame.Matching(at.root, patterns, func(rel string) {
		if !seen[rel] {
			seen[rel] = true
			s.files = append(s.files, file{at.agent, at, rel, helper})
		}
	}, s.skip)
}

// skip takes note of something that is not listed.
func (s *search) skip(name, why string) {
	if o := (oddity{name, why}); !slices.Contains(s.odd, o) {
		s.odd = append(s.odd, o)
	}
}

// packed looks for sessions that convo does not read: those that are compressed,
// and those in a database.
func (s *search) packed(a *providers.AgentFormat) {
	for i := range a.Folders {
		root := rootOf(s.p, &a.Folders[i])
		if root == "" {
			continue
		}
		var patterns []string
		for _, pattern := range a.Folders[i].Sessions {
			patterns = append(patterns, pattern+".zst")
		}
		frame.Matching(root, patterns, func(rel string) {
			s.skip(filepath.Join(root, filepath.FromSlash(rel)), "is compressed: zstd -d unpacks it")
		}, func(string, string) {})
	}
	for i := range a.Databases {
		root := rootOf(s.p, &a.Databases[i])
		if root == "" {
			continue
		}
		frame.Matching(root, a.Databases[i].Sessions, func(rel string) {
			s.skip(filepath.Join(root, filepath.FromSlash(rel)), "is a database: "+terminal.ShellCommand(a.List...)+" lists its sessions, and "+
				terminal.ShellCommand(a.Export("ID")...)+" prints one")
		}, s.skip)
	}
}

// in looks into folders that a user names.
func (s *search) in(folders []string) error {
	for _, dir := range folders {
		at := &shelf{root: dir}
		names, err := frame.JSONFiles(dir, s.skip)
		if err != nil {
			return err
		}
		for _, rel := range names {
			s.files = append(s.files, file{shelf: at, rel: rel})
		}
	}
	return nil
}
