package frame

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Matching passes the regular files below a folder whose paths, with slashes,
// match one of some patterns, as [path.Match] does part by part. It reads no other
// folder and follows no link. Links that match, and folders that cannot be read,
// are passed to odd.
func Matching(root string, patterns []string, found func(rel string), odd func(name, why string)) {
	for _, pattern := range patterns {
		m := &matcher{root: root, found: found, odd: odd}
		m.below("", strings.Split(pattern, "/"))
	}
}

// matcher walks a folder by a pattern.
type matcher struct {
	root  string
	found func(rel string)
	odd   func(name, why string)
}

// below walks a folder by the parts of the pattern that are left.
func (m *matcher) below(rel string, parts []string) {
	if !strings.ContainsAny(parts[0], `*?[\`) {
		name := path.Join(rel, parts[0])
		if info, err := os.Lstat(m.path(name)); err == nil {
			m.entry(name, info.Mode().Type(), parts[1:])
		} else if !errors.Is(err, fs.ErrNotExist) {
			m.odd(m.path(name), FileFailure(ExitUnreadable, "", err).What)
		}
		return
	}
	list, err := os.ReadDir(m.path(rel))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		m.odd(m.path(rel), FileFailure(ExitUnreadable, "", err).What)
	}
	for _, d := range list {
		if ok, err := path.Match(parts[0], d.Name()); ok && err == nil {
			m.entry(path.Join(rel, d.Name()), d.Type(), parts[1:])
		}
	}
}

// entry goes on with what a part of the pattern has found.
func (m *matcher) entry(rel string, kind fs.FileMode, parts []string) {
	switch {
	case kind&fs.ModeSymlink != 0:
		m.odd(m.path(rel), "is a link, which convo does not follow here")
	case kind.IsDir() && len(parts) > 0:
		m.below(rel, parts)
	case kind.IsRegular() && len(parts) == 0:
		m.found(rel)
	}
}

func (m *matcher) path(rel string) string { return filepath.Join(m.root, filepath.FromSlash(rel)) }
