package screen

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/redact"
	"convo/providers"
)

// open writes each conversation as a page into a folder that only the user can
// read, and opens the page. Several have an index.
func (s *show) open(names []string) error {
	format, err := providers.Lookup("html")
	if err != nil {
		return err
	}
	openPage, err := s.p.Opener()
	if err != nil {
		return err
	}
	var all []*conv.Conversation
	var exposed redact.Exposed
	s.page = func(c *conv.Conversation) error {
		all = append(all, fit.To(c, format, &note.Notes{Mute: true}))
		exposed.Add(all[len(all)-1])
		return nil
	}
	if err := s.all(names); err != nil {
		return err
	}
	removeOld(os.TempDir(), time.Now())
	folder, err := os.MkdirTemp("", folderPrefix)
	if err != nil {
		return frame.FileFailure(frame.ExitOther, os.TempDir(), err)
	}
	first, err := pages(folder, format, all)
	if err != nil {
		return err
	}
	s.p.Note("the page is %s", first)
	pipe.TellExposed(s.p, &exposed, "convo transform -t html -o page.html --redact")
	return openPage(first)
}

// folderPrefix begins the names of the folders of pages. keptFor is how long they stay.
const (
	folderPrefix = "convo-show-"
	keptFor      = 24 * time.Hour
)

// isOurPage reports whether a file is one that we write into such a folder:
// index.html, conversation.html, conversation-2.html.
func isOurPage(name string) bool {
	name, ok := strings.CutSuffix(name, ".html")
	if name == "index" || name == "conversation" {
		return ok
	}
	number, numbered := strings.CutPrefix(name, "conversation-")
	return ok && numbered && number != "" && strings.Trim(number, "0123456789") == ""
}

// removeOld removes the folders of earlier calls. It removes nothing but pages, and
// only from folders that nobody else can read. A folder that it cannot remove stays.
func removeOld(dir string, now time.Time) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), folderPrefix) {
			continue
		}
		info, err := e.Info()
		if err != nil || !info.IsDir() || info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" || now.Sub(info.ModTime()) < keptFor {
			continue
		}
		removePages(filepath.Join(dir, e.Name()))
	}
}

func removePages(folder string) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, f := range files {
		if !f.Type().IsRegular() || !isOurPage(f.Name()) {
			return
		}
	}
	for _, f := range files {
		if os.Remove(filepath.Join(folder, f.Name())) != nil {
			return
		}
	}
	_ = os.Remove(folder)
}

// pages writes the pages and returns the one to begin with.
func pages(folder string, f *format.Format, all []*conv.Conversation) (first string, err error) {
	site := f.Site
	write := func(name string, with func(*rawjson.Writer)) (string, error) {
		path := filepath.Join(folder, name)
		w := rawjson.NewWriter(nil)
		with(w)
		if err := os.WriteFile(path, w.Bytes(), 0o600); err != nil {
			return "", frame.FileFailure(frame.ExitOther, path, err)
		}
		return path, nil
	}
	if len(all) == 1 {
		return write("conversation.html", func(w *rawjson.Writer) { f.Write(w, all[0]) })
	}
	var list []format.SitePage
	for i, c := range all {
		name := "conversation-" + strconv.Itoa(i+1) + ".html"
		if _, err := write(name, func(w *rawjson.Writer) { site.Page(w, c, "") }); err != nil {
			return "", err
		}
		list = append(list, format.SitePage{File: name, Entry: site.Entry(c)})
	}
	return write(site.Index, func(w *rawjson.Writer) { site.WriteIndex(w, list) })
}

// whole refuses flags that choose messages: a page has all of them.
func whole(flags *frame.Flags) {
	for _, name := range []string{"last", "from-message", "to-message", "only", "search", "tools", "thinking", "no-pager"} {
		if flags.IsSet(name) {
			err := frame.UsageError("--open shows all messages: leave out --%s", name)
			flags.Fail(err.WithHint("the page has a search and filters; for a part of it: convo transform --slice A:B -t html -o page.html FILE"))
		}
	}
}
