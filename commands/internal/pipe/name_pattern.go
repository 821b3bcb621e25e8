package pipe

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv/format"
	"convo/providers"
)

// namePattern is the value of -o that names several files.
type namePattern string

// placeholders are what stands in a namePattern for a part of the name.
var placeholders = []string{"name", "n", "id", "title", "format"}

// eachPlaceholder passes the words in braces; that of a file's own name is none.
func (s namePattern) eachPlaceholder(yield func(word string)) {
	for rest := string(s); ; {
		_, after, ok := strings.Cut(rest, "{")
		word, next, closed := strings.Cut(after, "}")
		if !ok || !closed {
			return
		}
		if word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_") == "" {
			yield(word)
		}
		rest = next
	}
}

// check refuses words that stand for nothing.
func (s namePattern) check() (err error) {
	s.eachPlaceholder(func(word string) {
		if err != nil || slices.Contains(placeholders, word) {
			return
		}
		f := frame.UsageError("-o %s: unknown {%s}; want {name}, {n}, {id}, {title} or {format}", string(s), word)
		if near := providers.Nearest(word, placeholders); len(near) > 0 {
			f = f.WithHint("did you mean {%s}?", strings.Join(near, "} or {"))
		}
		err = f
	})
	return err
}

func (s namePattern) has(words ...string) (found bool) {
	s.eachPlaceholder(func(word string) { found = found || slices.Contains(words, word) })
	return found
}

// several reports whether it names more than one file.
func (s namePattern) several() bool { return s.apart() || s.has("name") }

// apart reports whether each conversation has a file, and not each input.
func (s namePattern) apart() bool { return s.has("n", "id", "title") }

// named is what placeholders stand for. Those that a pattern does not have may be
// empty.
type named struct {
	name, id, title string
	n               int
}

// file is the name of one file.
func (s namePattern) file(of named, format string) string {
	return strings.NewReplacer("{name}", of.name, "{id}", portable(of.id), "{title}", of.title, "{n}", strconv.Itoa(of.n), "{format}", format).Replace(string(s))
}

// unportable is what a system or a shell would take for something else than a
// part of a name.
const unportable = "/\\:*?\"<>|%"

// portable is an id as one part of a file's name: it leads to no other folder, hides
// no file and is no device. Two ids never have the same.
func portable(id string) string {
	var b strings.Builder
	for i := range len(id) {
		c := id[i]
		if c < ' ' || c == 0x7f || strings.IndexByte(unportable, c) >= 0 || i == 0 && (c == '.' || isReserved(id)) {
			b.WriteByte('%')
			b.WriteString(strings.ToUpper(strconv.FormatInt(int64(c)+0x100, 16)[1:]))
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// nameOf is what {name} stands for: the name of an input without its endings.
// For a file below a folder that was named it is the path from there.
func nameOf(input, folder string) string {
	name := filepath.Base(input)
	if folder != "" {
		if below, err := filepath.Rel(folder, input); err == nil {
			name = below
		}
	}
	if ending := strings.ToLower(filepath.Ext(name)); ending == ".gz" || ending == ".zst" {
		name = name[:len(name)-len(ending)]
	}
	if short := strings.TrimSuffix(name, filepath.Ext(name)); short != "" && !strings.HasSuffix(short, string(filepath.Separator)) {
		return short
	}
	return name
}

// endings are the formats that the ending of an output chooses.
var endings = [][2]string{
	{".json", "convo"},
	{".jsonl", "convo"},
	{".md", "markdown"},
	{".markdown", "markdown"},
	{".html", "html"},
	{".htm", "html"},
	{".txt", "text"},
}

// formatOf is the format that a file's ending chooses, nil if it chooses none.
func formatOf(file string) *format.Format {
	ending := strings.ToLower(filepath.Ext(file))
	for _, row := range endings {
		if row[0] == ending {
			f, _ := providers.Lookup(row[1])
			return f
		}
	}
	return nil
}

// endingOf is the ending of a file of a format.
func endingOf(f *format.Format) string {
	for _, row := range endings {
		if row[1] == f.Name {
			return row[0]
		}
	}
	switch f.Unit {
	case format.DocumentUnit:
		return ".json"
	case format.StreamUnit:
		return ".sse"
	default:
		return ".jsonl"
	}
}
