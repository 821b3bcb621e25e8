package frame

import (
	"archive/zip"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"convo/commands/internal/disk"
	"convo/commands/internal/terminal"
	"convo/conv/rawjson"
	"convo/providers"
)

// zipMark is how a zip archive with files begins.
const zipMark = "PK\x03\x04"

// zipNames are how the names of archives end: .eval is a log of Inspect.
const zipNames = ".zip .eval"

// IsZip reports whether a text is none, but a zip archive.
func IsZip(head []byte) bool {
	return strings.HasPrefix(string(head[:min(len(head), len(zipMark))]), zipMark)
}

// archived replaces each zip archive by the files in it that hold conversations:
// export.zip/conversations.json.
func (p *Program) archived(operands []string) (names []string, err error) {
	for _, name := range operands {
		if !slices.Contains(strings.Fields(zipNames), strings.ToLower(filepath.Ext(name))) || !isArchive(name) {
			names = append(names, name)
			continue
		}
		a, err := OpenArchive(name)
		if err != nil {
			return nil, err
		}
		inside, err := a.conversations(p)
		a.Close()
		if err != nil {
			return nil, err
		}
		for _, file := range inside {
			names = append(names, name+"/"+file.Name)
		}
	}
	return names, nil
}

// isArchive reports whether a file is a zip archive by its first bytes.
func isArchive(name string) bool {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(zipMark))
	n, _ := f.ReadAt(head, 0)
	return IsZip(head[:n])
}

// ArchiveOf is the archive that a file is in, by the name of the input: export.zip of
// export.zip/conversations.json. It is "" for a file of the disk.
func ArchiveOf(input string) string {
	for _, end := range strings.Fields(zipNames) {
		if at := strings.Index(strings.ToLower(input), end+"/"); at >= 0 && isArchive(input[:at+len(end)]) {
			return input[:at+len(end)]
		}
	}
	return ""
}

// Archive is a zip archive that is read.
type Archive struct {
	*zip.Reader
	name string
	file *os.File
}

// Close ends reading.
func (a *Archive) Close() { a.file.Close() }

// OpenArchive opens an archive.
func OpenArchive(name string) (*Archive, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, FileFailure(ExitUnreadable, name, err)
	}
	info, err := f.Stat()
	if err == nil {
		a := &Archive{name: name, file: f}
		in := &bounded{ReaderAt: f, left: mostDirectory}
		if a.Reader, err = zip.NewReader(in, info.Size()); err == nil {
			in.left = math.MaxInt64
			return a, nil
		}
	}
	f.Close()
	fail := &Failure{Code: ExitUnreadable, File: name, What: "is a broken zip archive: " + strings.TrimPrefix(err.Error(), "zip: ")}
	var system *fs.PathError
	switch {
	case errors.As(err, &system):
		return nil, FileFailure(ExitUnreadable, name, err)
	case errors.Is(err, errDirectory):
		fail.What = err.Error()
		return nil, fail.WithHint("unpack it first: unzip %s", terminal.ShellWord(name))
	}
	return nil, fail
}

// mostDirectory is how many bytes of an archive are read to find out what is in it:
// names of some 100,000 files. All of them are in memory at once.
const mostDirectory = 16 << 20

var errDirectory = errors.New("is a zip archive with too many files: their list is longer than 16 MiB")

// bounded reads so many bytes, and then fails.
type bounded struct {
	io.ReaderAt
	left int64
}

func (b *bounded) ReadAt(p []byte, at int64) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, errDirectory
	}
	return b.ReaderAt.ReadAt(p, at)
}

// conversations are the files that may hold conversations, as the formats name them.
func (a *Archive) conversations(p *Program) (found []*zip.File, err error) {
	var patterns []string
	for _, f := range providers.Formats() {
		patterns = append(patterns, f.Members...)
	}
	for _, file := range a.File {
		base := path.Base(file.Name)
		if !slices.ContainsFunc(patterns, func(s string) bool { ok, _ := path.Match(s, base); return ok }) {
			continue
		}
		if !filepath.IsLocal(file.Name) || strings.Contains(file.Name, `\`) {
			p.Note("%s: %s is skipped: its path leads out of the archive", a.name, terminal.Printable(file.Name))
			continue
		}
		if !strings.HasPrefix(file.Name, "__MACOSX/") {
			found = append(found, file)
		}
	}
	slices.SortStableFunc(found, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	if found == nil {
		f := &Failure{Code: ExitUnreadable, File: a.name, What: "a zip archive without conversations"}
		return nil, f.WithHint("convo looks for files such as %s; unpack another one: unzip -p %s FILE | convo transform", patterns[0], terminal.ShellWord(a.name))
	}
	return found, nil
}

// unzipped reads a file of the archive.
func (a *Archive) unzipped(file *zip.File) (io.ReadCloser, error) {
	name := a.name + "/" + file.Name
	if file.Flags&1 != 0 {
		f := &Failure{Code: ExitUnreadable, File: name, What: "is encrypted"}
		return nil, f.WithHint("unpack it first: unzip %s", terminal.ShellWord(a.name))
	}
	r, err := file.Open()
	if err != nil {
		return nil, &Failure{Code: ExitUnreadable, File: name, What: "cannot be unpacked: " + strings.TrimPrefix(err.Error(), "zip: ")}
	}
	return &unzipper{ReadCloser: r}, nil
}

// unzipper says where a file of an archive is wrong.
type unzipper struct {
	io.ReadCloser
	read int64
}

func (u *unzipper) Read(b []byte) (int, error) {
	n, err := u.ReadCloser.Read(b)
	u.read += int64(n)
	switch {
	case err == nil || err == io.EOF:
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, zip.ErrChecksum), errors.Is(err, zip.ErrFormat), errors.As(err, new(flate.CorruptInputError)):
		err = &rawjson.Refused{Msg: fmt.Sprintf("is broken in its archive before byte %d: %s", u.read, strings.TrimPrefix(err.Error(), "zip: "))}
	}
	return n, err
}

// openArchived opens a file of an archive, or the only one with conversations.
func (p *Program) openArchived(archive, inside string) (*Input, error) {
	a, err := OpenArchive(archive)
	if err != nil {
		return nil, err
	}
	var found []*zip.File
	if inside == "" {
		found, err = a.conversations(p)
	} else if i := slices.IndexFunc(a.File, func(file *zip.File) bool { return file.Name == inside }); i >= 0 {
		found = a.File[i : i+1]
	}
	switch {
	case err != nil:
	case len(found) == 0:
		err = FileFailure(ExitUnreadable, archive+"/"+inside, fs.ErrNotExist)
	case len(found) > 1:
		err = (&Failure{Code: ExitUnreadable, File: archive, What: "has several files with conversations"}).
			WithHint("name one: %s", terminal.ShellWord(archive+"/"+found[0].Name))
	}
	if err != nil {
		a.Close()
		return nil, err
	}
	r, err := a.unzipped(found[0])
	if err != nil {
		a.Close()
		return nil, err
	}
	frames := rawjson.NewFrames(disk.InUTF8(r), 0)
	frames.Packed = func() int64 { return int64(found[0].CompressedSize64) }
	return &Input{Name: archive + "/" + found[0].Name, Frames: frames, Close: func() { r.Close(); a.Close() }}, nil
}
