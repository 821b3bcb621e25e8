package pipe

import (
	"os"
	"path/filepath"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/fit"
	"convo/conv/media"
)

// localFiles returns the operation of --allow-files: it reads the files that
// media name by a file: address, or by the id of a file of an export. A document may name any file, so nobody reads
// them unasked, and only those below a folder: "" is the document's own.
func localFiles(folder string) Operation {
	exported := &assets{folder: folder}
	return func(c *conv.Conversation, in Context) (*conv.Conversation, error) {
		below := folder
		if below == "" && in.At.File != frame.StdinName {
			below = filepath.Dir(in.At.File)
		}
		if below == "" {
			below = "."
		}
		out := *c
		var failed error
		fit.Blocks(&out, func(m conv.Message, b conv.Block) conv.Block {
			if in.From.Asset != nil && conv.MediaOf(b) != nil {
				return exported.load(b, below, in)
			}
			switch m.(type) {
			case *conv.AssistantMessage, *conv.SystemMessage:
				return b
			}
			x := conv.MediaOf(b)
			if failed != nil || x == nil || x.Data != "" || !media.IsLocal(x.URL) {
				return b
			}
			var read conv.MediaContent
			if read, failed = mediaBelow(below, strings.TrimPrefix(x.URL, "file:")); failed == nil {
				failed = compareType(x, b.BlockType(), read)
			}
			if failed != nil {
				return b
			}
			loaded := *conv.MediaOf(read)
			loaded.Extensions = x.Extensions
			loaded.SetOffset(x.Offset())
			return loaded.Block(b.BlockType())
		})
		return &out, failed
	}
}

// mediaBelow reads a regular file below a folder. No link leads out of it.
func mediaBelow(folder, name string) (conv.MediaContent, error) {
	refused := func(what string) error {
		f := &frame.Failure{Code: frame.ExitUnreadable, File: name, What: what}
		return f.WithHint("--allow-files reads regular files below %s; --files-below names another folder", folder)
	}
	rel := filepath.Clean(name)
	if filepath.IsAbs(rel) {
		base, err := filepath.Abs(folder)
		if err == nil {
			rel, err = filepath.Rel(base, rel)
		}
		if err != nil {
			return nil, refused("is not below the folder")
		}
	}
	if !filepath.IsLocal(rel) {
		return nil, refused("is not below the folder")
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, frame.FileFailure(frame.ExitUnreadable, folder, err)
	}
	defer root.Close()
	info, err := root.Stat(rel)
	switch {
	case err != nil:
		f := frame.FileFailure(frame.ExitUnreadable, name, err)
		return nil, f.WithHint("--allow-files reads regular files below %s; --files-below names another folder", folder)
	case !info.Mode().IsRegular():
		return nil, refused("is not a regular file")
	case info.Size() > frame.MostMedia:
		return nil, frame.TooLarge(name, frame.MostMedia)
	}
	f, err := root.Open(rel)
	if err != nil {
		return nil, frame.FileFailure(frame.ExitUnreadable, name, err)
	}
	defer f.Close()
	m, err := conv.MediaFromReader(f, info.Size())
	if err != nil {
		return nil, frame.FileFailure(frame.ExitUnreadable, name, err)
	}
	return m, nil
}

// compareType refuses a file whose bytes are of another type than its block
// says.
func compareType(said *conv.Media, block string, read conv.MediaContent) error {
	is := conv.MediaOf(read).MIMEType
	same := read.BlockType() == block
	if block == "document" {
		same = is == "application/pdf" || strings.HasPrefix(is, "text/") && strings.HasPrefix(said.MIMEType, "text/")
	}
	if same {
		return nil
	}
	f := &frame.Failure{Code: frame.ExitUnreadable, File: strings.TrimPrefix(said.URL, "file:")}
	f.What = "is " + is + ", but the conversation says " + block
	return f.WithHint("--allow-files reads a file only as what it is")
}
