package pipe

import (
	"path/filepath"
	"strings"

	"convo/conv/format"
	"convo/conv/rawjson"
)

// site is a folder with a page for each conversation and one that leads to all.
type site struct {
	*format.Site
	folder string
	files  []string // paths from the folder, one a conversation
}

// up is the way from the page of an input to the index.
func (s *site) up(base string) string {
	return strings.Repeat("../", strings.Count(filepath.ToSlash(base), "/"))
}

// name gives each conversation a page of its own, named after its input. What is
// not the first of its name has a number.
func (s *site) name(ends []conversationEnd) {
	page := func(base string) string { return base + filepath.Ext(s.Index) }
	names := numbered{}
	names.free(strings.TrimSuffix(s.Index, filepath.Ext(s.Index)), page)
	for _, e := range ends {
		s.files = append(s.files, page(names.free(e.base, page)))
	}
}

func (s *site) file(i int) string { return filepath.Join(s.folder, s.files[i]) }

func (s *site) index() string { return filepath.Join(s.folder, s.Index) }

func (s *site) write(w *rawjson.Writer, ends []conversationEnd) {
	pages := make([]format.SitePage, len(ends))
	for i, e := range ends {
		pages[i] = format.SitePage{File: filepath.ToSlash(s.files[i]), Entry: e.entry}
	}
	s.WriteIndex(w, pages)
}
