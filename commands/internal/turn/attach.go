package turn

import (
	"path/filepath"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
)

// addFiles reads what -F and -a name, in the order given.
func (t *turn) addFiles() error {
	for _, s := range t.p.Parsed.Settings {
		var b conv.Block
		var err error
		switch s.Name {
		case "file":
			b, err = labelled(t.p, s.Value)
		case "attach":
			b, err = attached(t.p, s.Value)
		default:
			continue
		}
		if err != nil {
			return err
		}
		t.blocks = append(t.blocks, b)
	}
	return nil
}

// labelled is a text file between lines that name it:
//
//	<file name="main.go">
//	…
//	</file>
func labelled(p *frame.Program, name string) (conv.Block, error) {
	label, text, err := "stdin", "", error(nil)
	if name == "-" {
		text, err = p.StdinText()
	} else {
		label = labelEscapes.Replace(frame.Printable(name))
		text, err = frame.TextOf(name)
	}
	if err != nil {
		return nil, err
	}
	return &conv.TextContent{Text: `<file name="` + label + "\">\n" + text + "\n</file>"}, nil
}

var labelEscapes = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;", ">", "&gt;")

// attached is what -a names: a file, stdin, or an address.
func attached(p *frame.Program, value string) (conv.Block, error) {
	if kind, address, ok := addressOf(value); ok {
		return mediaAt(kind, address)
	}
	var m conv.MediaContent
	var err error
	name := value
	if value == "-" {
		name = frame.StdinName
		m, err = pipe.Spooled(name, p.StdinReader())
	} else {
		m, err = pipe.MediaIn(name)
	}
	if err != nil {
		return nil, err
	}
	x := conv.MediaOf(m)
	if x.Data == "" {
		return nil, &frame.Failure{Code: frame.ExitUnreadable, File: name, What: "is empty"}
	}
	if value != "-" {
		compareName(p, name, x.MIMEType)
		// What is no document has no place for a name in most formats.
		if m.BlockType() == "document" {
			x.Name = filepath.Base(name)
		}
	}
	return m, nil
}
