package pipe

import (
	"fmt"
	"runtime/debug"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv/rawjson"
	"convo/conv/shape"
	"convo/providers"
)

// Detection is what the format of an input is found to be.
type Detection struct {
	File    string
	Known   *providers.Found // nil: convo cannot read the input, or not decide
	Also    []string         // the other formats that know it as well, or the candidates
	Unread  *providers.Unread
	Failure *frame.Failure // why Known is nil
}

// DetectionOf finds out the format of an operand. An error is of the system.
func DetectionOf(p *frame.Program, operand string) (*Detection, error) {
	in, err := p.Open(operand)
	if err != nil {
		return unknown(operand, nil, err)
	}
	defer in.Close()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // of a mapped file that shrinks
	s, err := Recognise(p, in, nil)
	if err != nil {
		return unknown(in.Name, s, err)
	}
	d := &Detection{File: in.Name}
	for i := range s.Seen.Found {
		if f := &s.Seen.Found[i]; f.Name == s.From.Name {
			d.Known = f
		} else {
			d.Also = append(d.Also, f.Name)
		}
	}
	return d, nil
}

// unknown is the detection of an input that failed.
func unknown(name string, s *Source, err error) (*Detection, error) {
	f := frame.AsFailure(err)
	if f.Code != frame.ExitUnreadable {
		return nil, err
	}
	d := &Detection{File: name, Failure: f}
	if s != nil {
		d.Unread = s.Seen.Unread
		for i := range s.Seen.Found {
			d.Also = append(d.Also, s.Seen.Found[i].Name)
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
	return frame.Printable(b.String()) + "\n"
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
