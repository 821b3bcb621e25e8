package pipe

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/media"
)

// localFiles returns the operation of --allow-files: it reads the files that
// media name by a file: address, or by the id of a file of an export. A document may name any file, so nobody reads
// them unasked, and only those below a folder: "" is the document's own.
func localFiles(folder string) Operation {
	exported := &assets{folder: folder, places: map[string]*assetPlace{}}
	return func(c *conv.Conversation, in Context) (*conv.Conversation, error) {
		beside := "."
		if in.At.File != frame.StdinName {
			beside = filepath.Dir(in.At.File)
		}
		below := cmp.Or(folder, beside)
		var failed error
		block := func(m conv.Message, b conv.Block) conv.Block {
			x := conv.MediaOf(b)
			if in.From.Asset != nil && x != nil {
				return exported.load(b, below, in)
			}
			if failed != nil || x == nil || x.Data != "" || !media.IsLocal(x.URL) {
				return b
			}
			address := strings.TrimPrefix(x.URL, "file:")
			if isAnswered(m) && !isHashed(address) {
				return b
			}
			var read conv.MediaContent
			if read, failed = mediaBelow(below, beside, address); failed != nil {
				return b
			}
			loaded := *conv.MediaOf(read)
			if isOurs(address, read) {
				loaded.MIMEType = typeOfOurs(x, in.From, loaded.MIMEType)
			} else if isAnswered(m) {
				return b
			} else if failed = compareType(x, b.BlockType(), read); failed != nil {
				return b
			}
			loaded.Extensions, loaded.Name, loaded.Detail = x.Extensions, x.Name, x.Detail
			loaded.FileID, loaded.Provider, loaded.Text = x.FileID, x.Provider, x.Text
			loaded.SetOffset(x.Offset())
			return loaded.Block(b.BlockType())
		}
		return c.WithMessages(format.ChangeMessages(c.Messages, func(m conv.Message) conv.Message {
			return format.ChangeBlocks(m, func(b conv.Block) conv.Block { return block(m, b) })
		})), failed
	}
}

// typeOfOurs is the MIME type of a file that --attachments has written: as it is said,
// or, in a format that does not say it, as the bytes or the name show.
func typeOfOurs(said *conv.Media, from *format.Format, shown string) string {
	if said.MIMEType != "" || from.Capabilities.Image&format.MediaType != 0 {
		return said.MIMEType
	}
	if shown == "text/plain" || shown == "application/octet-stream" {
		return cmp.Or(media.TypeOfName(said.URL), shown)
	}
	return shown
}

// isAnswered reports whether a model may have written what a message has. The files
// that it names are read only if --attachments has written them.
func isAnswered(m conv.Message) bool {
	switch m.(type) {
	case *conv.AssistantMessage, *conv.SystemMessage:
		return true
	}
	return false
}

// mediaBelow reads a regular file below a folder. No link leads out of it. An address
// that climbs does so from the folder that the conversation is in.
func mediaBelow(folder, beside, name string) (conv.MediaContent, error) {
	refused := func(what string) error {
		f := &frame.Failure{Code: frame.ExitUnreadable, File: name, What: what}
		return f.WithHint("--allow-files reads regular files below %s; --files-below names another folder", folder)
	}
	rel := filepath.Clean(name)
	if !filepath.IsLocal(rel) && !filepath.IsAbs(rel) {
		if from, err := filepath.Abs(beside); err == nil {
			rel = filepath.Join(from, rel)
		}
	}
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
