package pipe

import (
	"bytes"
	"fmt"
	"runtime/debug"
	"strings"
	"unicode"

	"convo/commands/internal/frame"
	"convo/commands/internal/terminal"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/shape"
	"convo/providers"
)

// Detection is what the format of an input is found to be.
type Detection struct {
	File    string
	Known   *providers.Match // nil: convo cannot read the input, or not decide
	Also    []string         // the other formats that know it as well, or the candidates
	Unread  *providers.Unread
	Failure *frame.Failure // why Known is nil
}

// DetectionOf finds out the format of an operand. An error is of the system.
func DetectionOf(p *frame.Program, operand string) (*Detection, error) {
	d, s := &Detection{File: operand}, &Source{}
	in, err := p.Open(operand)
	if err == nil {
		defer in.Close()
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // of a mapped file that shrinks
		d.File = in.Name
		s, err = Recognise(p, in, nil)
	}
	if err != nil {
		if d.Failure = frame.AsFailure(err); d.Failure.Code != frame.ExitUnreadable {
			return nil, err
		}
		d.Unread = s.Seen.Unread
	}
	for i := range s.Seen.Matches {
		if f := &s.Seen.Matches[i]; err == nil && f.Name == s.From.Name {
			d.Known = f
		} else {
			d.Also = append(d.Also, f.Name)
		}
	}
	return d, nil
}

// String is the detection for people, a line.
func (d *Detection) String() string {
	var b strings.Builder
	switch {
	case d.Known != nil:
		fmt.Fprintf(&b, "%s: %s (%s", d.File, d.Known.Name, d.Known.Grade)
		if d.Also != nil {
			b.WriteString("; also " + strings.Join(d.Also, ", "))
		}
		b.WriteString("): " + strings.Join(d.Known.Marks, ", "))
	case d.Unread != nil:
		b.WriteString(d.Failure.LineText() + ": " + strings.Join(d.Unread.Marks, ", "))
	default:
		b.WriteString(d.Failure.LineText())
	}
	return terminal.Printable(b.String()) + "\n"
}

// WriteJSON writes the detection for programs.
func (d *Detection) WriteJSON(w *rawjson.Writer) {
	w.BeginObject()
	w.Field("file", d.File)
	switch {
	case d.Known != nil:
		w.Field("format", d.Known.Name)
		w.Field("grade", d.Known.Grade.String())
		w.OptStrings("marks", d.Known.Marks)
	case d.Unread != nil:
		w.Field("unread", d.Unread.Name)
		w.OptStrings("marks", d.Unread.Marks)
	}
	if d.Failure == nil {
		w.OptStrings("also", d.Also)
	} else {
		w.OptStrings("candidates", d.Also)
		w.Field("error", d.Failure.What)
		w.OptField("hint", d.Failure.Hint)
	}
	w.EndObject()
	w.Text("\n")
}

// DetectionShape is a line of convo detect -t json.
func DetectionShape() *shape.Shape {
	text := shape.String()
	return shape.Object(
		shape.Must("file", text),
		shape.May("format", text).Says("The format that convo reads it as."),
		shape.May("grade", shape.Words("could own")).Says("own: it has something that only this format has."),
		shape.May("marks", shape.List(text)).Says("What it was known by: fields and their values."),
		shape.May("also", shape.List(text)).Says("Other formats that read it the same."),
		shape.May("candidates", shape.List(text)).Says("The formats between which convo cannot decide."),
		shape.May("unread", text).Says("A format that convo cannot read yet."),
		shape.May("error", text),
		shape.May("hint", text),
	).Named("detection", "What convo detect -t json prints, a line for each input.")
}

// mostTried is how many fields of an unknown object are looked into.
const mostTried = 64

// unrecognised is the error of an input that no format recognises.
func (s *Source) unrecognised() *frame.Failure {
	probe, head := s.Seen.Probe, s.Seen.Head
	f := &frame.Failure{Code: frame.ExitUnreadable, File: s.Name}
	f.Hint = "name the format with -f; run convo formats for all of them"
	if u := s.Seen.Unread; u != nil {
		f.What, f.Hint = "looks like "+u.About+", which convo does not read yet", s.pasted(u.Hint)
		return f
	}
	switch probe.Form {
	case format.FormEvents:
		f.What = "an event stream in an unknown format"
	case format.FormText:
		f.What, f.Hint = looksLike(head), s.readable(head)
		if isYAML(head) {
			f.What = "not JSON: it looks like YAML"
			f.Hint = s.pasted("make JSON of it first: yq -o=json . FILE | convo transform (Debian's yq: without -o=json)")
		}
	default:
		broken, stray := s.brokenJSON(), providers.FirstForeignMessage(probe, head)
		switch {
		case broken != nil && bytes.IndexByte(head, 0) >= 0:
			f.What, f.Hint = looksLike(head), s.readable(head)
		case broken != nil:
			return broken
		case stray != nil:
			return frame.Piece{File: s.Name, Block: rawjson.Block{Data: head, Line: 1, Column: 1}}.Failure(stray)
		case probe.HasKind("", rawjson.Array):
			f.What = "an array, but not of messages" + describe(probe)
			f.Hint = s.pasted("to convert its elements one by one: jq -c '.[]' FILE | convo transform")
		default:
			f.What = "valid JSON, but not a format that convo reads" + describe(probe)
		}
		if inside := s.inside(); inside != "" {
			f.Hint = s.pasted(inside)
		}
	}
	return f
}

// inside is a hint at a field, one of the first of the first object, whose value convo
// reads.
func (s *Source) inside() string {
	if len(s.Taken) == 0 {
		return ""
	}
	object, path := rawjson.Raw(s.Taken[0].Data), "."
	for first := range object.Elements {
		object, path = first, ".[]."
		break
	}
	tried := 0
	for key, value := range object.Fields {
		if tried++; tried > mostTried {
			break
		}
		found := providers.DetectHead([]byte(value[:min(len(value), rawjson.HeadSize)]))
		if len(found.Matches) == 0 {
			continue
		}
		if strings.Trim(key, "abcdefghijklmnopqrstuvwxyz_") != "" {
			key = string(rawjson.Quoted(key))
		}
		return "its field " + key + " could be " + found.Matches[0].Name + ": jq -c " + terminal.ShellWord(path+key) + " FILE | convo transform"
	}
	return ""
}

// pasted is a hint whose FILE is the input.
func (s *Source) pasted(hint string) string {
	if s.Name == frame.StdinName {
		return strings.Replace(hint, " FILE |", " |", 1)
	}
	return strings.Replace(hint, " FILE ", " "+terminal.ShellFile(s.Name)+" ", 1)
}

// readable is a hint at what can be read. Markdown needs -f markdown, unless it
// was written by convo.
func (s *Source) readable(head []byte) string {
	if bytes.HasPrefix(head, []byte("---")) || bytes.HasPrefix(head, []byte("## ")) || bytes.Contains(head, []byte("\n## ")) {
		return "for Markdown with headings such as ## user, use -f markdown"
	}
	if n := linesBeforeJSON(head); n > 0 {
		return s.pasted(fmt.Sprintf("line %d is JSON; leave out what stands before it: tail -n +%[1]d FILE | convo transform", n+1))
	}
	return "convo reads JSON, JSON Lines, event streams and its own Markdown: see convo formats"
}

// linesBeforeJSON is how many lines, such as those of a program that says hello, stand
// before the first one that is an object; 0: there is none.
func linesBeforeJSON(head []byte) int {
	n := 0
	for line := range bytes.Lines(head) {
		if c := rawjson.NewCursor(line); c.Kind() == rawjson.Object && line[len(line)-1] == '\n' {
			if c.Skip(); c.End() == nil {
				return n
			}
		}
		n++
	}
	return 0
}

// isYAML reports whether the first line that is not a comment is a key of YAML.
func isYAML(head []byte) bool {
	for line := range bytes.Lines(head) {
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 || line[0] == '#' || string(line) == "---" {
			continue
		}
		key, value, found := bytes.Cut(line, []byte(":"))
		odd := bytes.ContainsFunc(key, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		return found && len(key) > 0 && !odd && (len(value) == 0 || value[0] == ' ') && len(bytes.Fields(value)) < 2
	}
	return false
}

// brokenJSON is the error of an input whose first value is not valid JSON.
func (s *Source) brokenJSON() *frame.Failure {
	b, err := s.Frames.Next()
	if err != nil {
		return frame.FileFailure(frame.ExitOther, s.Name, err)
	}
	s.Taken = []rawjson.Block{b}
	for v := range b.Values() {
		c := rawjson.NewCursor(bytes.TrimRight(v.Data, "\r\n"))
		c.Skip()
		if err := c.End(); err != nil {
			return frame.Piece{File: s.Name, Block: v}.Failure(err)
		}
		break
	}
	return nil
}

// looksLike names what is not JSON.
func looksLike(head []byte) string {
	switch {
	case frame.IsZip(head):
		return "not JSON: it looks like a zip archive (name it as FILE: convo reads none from a pipe)"
	case bytes.HasPrefix(head, []byte("\xff\xfe\x00\x00")), bytes.HasPrefix(head, []byte("\x00\x00\xfe\xff")):
		return "not JSON: it looks like UTF-32 (iconv -f UTF-32 -t UTF-8 it first)"
	case bytes.HasPrefix(head, []byte("{\x00")):
		return "not JSON: it looks like UTF-16 (iconv -f UTF-16LE -t UTF-8 it first)"
	case bytes.HasPrefix(head, []byte("\x00{")):
		return "not JSON: it looks like UTF-16 (iconv -f UTF-16BE -t UTF-8 it first)"
	case head[0] == '<':
		return "not JSON: it looks like HTML or XML"
	case bytes.IndexByte(head, 0) >= 0:
		return "not JSON: it looks like binary data"
	}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	c := rawjson.NewCursor(line)
	kind := c.Kind()
	if c.Skip(); c.End() == nil {
		return "JSON, but not a conversation: " + kind.String()
	}
	return fmt.Sprintf("not JSON: it begins with %.40q", bytes.TrimSpace(line))
}

// describe lists the top-level fields of the outline.
func describe(p *format.Probe) string {
	for _, path := range []string{"", "[]"} {
		if keys := p.Keys(path); len(keys) > 0 {
			if len(keys) > 8 {
				keys = append(keys[:8:8], "…")
			}
			return " (top-level fields: " + strings.Join(keys, ", ") + ")"
		}
	}
	return ""
}
