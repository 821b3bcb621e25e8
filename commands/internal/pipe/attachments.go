package pipe

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/media"
	"convo/conv/note"
)

// attachments writes the files that conversations carry into a folder, under names
// that are made of their bytes, and has the conversations name them. It is made for
// --attachments.
type attachments struct {
	run    *Run
	folder string
	to     Targets
}

// attachment is a file that is to be written.
type attachment struct{ name, data string }

// kindsByFile are the types of media that a format can name by the address of a file.
func kindsByFile(to *format.Format) (kinds []string) {
	if to.Site != nil { // a page has its files in it
		return nil
	}
	for _, name := range [...]string{"a.png", "a.wav", "a.mp4", "a.pdf"} {
		b := conv.MediaFromURL("file:"+name, "")
		fitted := fit.To(conv.NewConversation(conv.UserWith("", b)), to, &note.Notes{})
		for _, m := range fitted.Messages {
			for is := range conv.BlocksOf(m) {
				if x := conv.MediaOf(is); x != nil && x.URL == "file:"+name {
					kinds = append(kinds, b.BlockType())
				}
			}
		}
	}
	return kinds
}

// readAttachments reads --attachments. A format that cannot name files is refused.
func (plan *Plan) readAttachments(folder string) error {
	if folder == "" {
		return nil
	}
	if plan.Carried = kindsByFile(plan.To); plan.Carried != nil {
		plan.Attachments = folder
		return nil
	}
	f := frame.UsageError("--attachments: the format %s cannot name files", plan.To.Name)
	return f.WithHint("write convo, markdown, hf-messages, sharegpt or tau")
}

// takeOut changes conversations of one value, and returns the files to write. What
// several of them carry is hashed once.
func (a *attachments) takeOut(parts []*conv.Conversation, in Context) (files []attachment, err error) {
	way := ""
	done := map[conv.Block]conv.Block{}
	block := func(b conv.Block) conv.Block {
		m := conv.MediaOf(b)
		if err != nil || m == nil || m.Data == "" || m.URL != "" || !slices.Contains(a.run.Plan.Carried, b.BlockType()) {
			return b
		}
		if x, ok := done[b]; ok {
			return x
		}
		done[b] = b
		bytes, ok := media.Bytes(m.Data)
		if !ok {
			in.Notes.Info(fit.MediaCode(b), note.Unknown, m.Offset(), "data of the "+b.BlockType()+" that is not base64", "")
			return b
		}
		if way == "" {
			way, err = a.way(in)
		}
		name := hashOf(bytes) + media.Ending(m.MIMEType, bytes)
		files = append(files, attachment{name, m.Data})
		x := *m
		x.Data, x.URL = "", "file:"+path.Join(way, name)
		done[b] = x.Block(b.BlockType())
		return done[b]
	}
	for i, part := range parts {
		parts[i] = part.WithMessages(format.ChangeMessages(part.Messages, func(m conv.Message) conv.Message {
			return format.ChangeBlocks(m, block)
		}))
	}
	return files, err
}

// way leads from the folder of an output to that of the files.
func (a *attachments) way(in Context) (string, error) {
	output := a.to.InPlace + a.to.Output
	if a.to.pattern != "" {
		of := named{n: 1, id: "id", title: "title"}
		if files := a.run.files; files != nil {
			of.name = files.bases[in.At.File]
		}
		output = a.to.pattern.file(of, a.run.Plan.To.Name)
	}
	from, err := filepath.Abs(filepath.Dir(output))
	if err != nil {
		return "", err
	}
	folder, err := filepath.Abs(a.folder)
	if err != nil {
		return "", err
	}
	way, err := filepath.Rel(from, folder)
	if err != nil {
		return "", frame.UsageError("--attachments %s: no relative path leads there from %s", a.folder, from)
	}
	return filepath.ToSlash(way), nil
}

// write writes files that are not there yet.
func (a *attachments) write(files []attachment) error {
	for _, f := range files {
		bytes, _ := media.Bytes(f.data)
		if err := a.run.Program.NewFile(filepath.Join(a.folder, f.name), bytes); err != nil {
			return &unwritten{err}
		}
	}
	return nil
}

// unwritten is the failure of a file beside the output: that of the whole run.
type unwritten struct{ error }

func (e *unwritten) Unwrap() error { return e.error }

// hashSize is how many letters of a name are made of a file's bytes.
const hashSize = 32

func hashOf(bytes []byte) string {
	sum := sha256.Sum256(bytes)
	return hex.EncodeToString(sum[:hashSize/2])
}

// isHashed reports whether a file has a name that --attachments could have made.
func isHashed(address string) bool {
	stem, _, _ := strings.Cut(path.Base(filepath.ToSlash(address)), ".")
	return len(stem) == hashSize && strings.Trim(stem, "0123456789abcdef") == ""
}

// isOurs reports whether --attachments has written a file: its name is made of its
// bytes, so it is what a conversation says of it.
func isOurs(address string, read conv.MediaContent) bool {
	bytes, _ := media.Bytes(conv.MediaOf(read).Data)
	return isHashed(address) && strings.HasPrefix(path.Base(filepath.ToSlash(address)), hashOf(bytes))
}
