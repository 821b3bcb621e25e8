package pipe

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"sort"
	"strings"
	"sync"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/note"
)

// assets finds the files of exports: in the archive that the conversations are in,
// or in their folder and those below it. It is made for --allow-files.
type assets struct {
	folder string // that --files-below names; "": where the conversations are
	mu     sync.Mutex
	places map[string]*assetPlace
}

// assetPlace is an archive or a folder.
type assetPlace struct {
	files fs.FS
	names []assetName // by their last parts
	err   error
}

type assetName struct{ base, path string }

// How deep below the conversations files are looked for, and how many at most.
const (
	assetDepth = 4
	mostAssets = 1 << 20
)

// of is the place of the files of an input.
func (a *assets) of(input, below string) *assetPlace {
	archive := ""
	if a.folder == "" {
		archive = frame.ArchiveOf(input)
	}
	key := below
	if archive != "" {
		key = archive
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	p := a.places[key]
	if p == nil {
		p = &assetPlace{}
		if p.err = p.open(archive, below); p.err == nil {
			p.err = p.list()
		}
		a.places[key] = p
	}
	return p
}

func (p *assetPlace) open(archive, below string) error {
	if archive != "" {
		a, err := frame.OpenArchive(archive)
		if err == nil {
			p.files = a
		}
		return err
	}
	root, err := os.OpenRoot(below)
	if err != nil {
		return frame.FileFailure(frame.ExitUnreadable, below, err)
	}
	p.files = root.FS()
	return nil
}

// list lists the files. What cannot be listed is missing.
func (p *assetPlace) list() error {
	err := fs.WalkDir(p.files, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && name == ".":
			return err
		case err != nil:
			return nil
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || strings.Count(name, "/") >= assetDepth):
			return fs.SkipDir
		case d.Type().IsRegular() && len(p.names) < mostAssets:
			p.names = append(p.names, assetName{d.Name(), name})
		}
		return nil
	})
	sort.SliceStable(p.names, func(i, j int) bool { return p.names[i].base < p.names[j].base })
	return err
}

// read reads the file whose name begins so.
func (p *assetPlace) read(beginning string) (conv.MediaContent, error) {
	at := sort.Search(len(p.names), func(i int) bool { return p.names[i].base >= beginning })
	if at == len(p.names) || !begins(p.names[at].base, beginning) {
		return nil, fs.ErrNotExist
	}
	f, err := p.files.Open(p.names[at].path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > frame.MostMedia {
		return nil, errors.New("too large")
	}
	return conv.MediaFromReader(f, info.Size())
}

// begins reports whether a name is a file's id, and not that of another file whose
// id is longer.
func begins(name, id string) bool {
	rest, ok := strings.CutPrefix(strings.TrimSuffix(name, path.Ext(name)), id)
	return ok && (rest == "" || rest[0] == '-' || rest[0] == '_' || rest[0] == '.')
}

// load replaces a block by the file of the export that it names. A file that is
// missing, or is not what the block says, is a note.
func (a *assets) load(b conv.Block, below string, in Context) conv.Block {
	x := conv.MediaOf(b)
	beginning := in.From.Asset(x)
	if beginning == "" {
		return b
	}
	place := a.of(in.At.File, below)
	err := place.err
	var read conv.MediaContent
	if err == nil {
		read, err = place.read(beginning)
	}
	what := "file of the export, which is missing"
	if err == nil {
		what, err = "file of the export, which is of another type", compareType(x, b.BlockType(), read)
	} else if !errors.Is(err, fs.ErrNotExist) {
		what = "file of the export, which cannot be read"
	}
	if err != nil {
		in.Notes.Loss(note.CodeFile, note.Dropped, x.Offset(), what, beginning)
		return b
	}
	loaded := *conv.MediaOf(read)
	loaded.Extensions = x.Extensions
	if x.Name != "" {
		loaded.Name = x.Name
	}
	loaded.SetOffset(x.Offset())
	return loaded.Block(b.BlockType())
}
