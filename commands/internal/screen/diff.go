package screen

import (
	"cmp"
	"iter"
	"os"
	"runtime/debug"
	"strconv"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/diff"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// Diff is convo diff.
func Diff(p *frame.Program, flags *frame.Flags) error {
	p.OneIsResult = true
	as := flags.Choice("to", "text", "json", "markdown", "html")
	d := &difference{p: p, full: flags.Bool("full"), left: map[string]bool{}}
	d.from[0] = flags.Readable("from")
	d.from[1] = d.from[0]
	if flags.IsSet("from-b") {
		d.from[1] = flags.Readable("from-b")
	}
	output := flags.String("output")
	if frame.IsStdout(output) {
		output = ""
	}
	if named := flags.ReportNamed(map[string]string{".json": "json", ".md": "markdown", ".html": "html"}); named != "" {
		as = named
	}
	if n := flags.NArg(); n != 2 && flags.Err == nil {
		flags.Fail(frame.UsageError("diff compares two FILEs, not %d", n))
	}
	color := flags.Choice("color", "auto", "always", "never")
	names, err := p.Inputs(flags.Args().Slice(), false)
	flags.Fail(err)
	flags.Fail(p.ApartFrom(names, false))
	if flags.Err != nil {
		return flags.Err
	}
	d.names = [2]string{names[0], names[1]}
	out, err := d.product(output, as, flags.Bool("no-pager"))
	if err != nil {
		return err
	}
	switch {
	case as == "json":
		var to terminal.Style
		if output == "" {
			to = p.StyleOf(p.Stdout, color, flags.Bool("compact"))
		}
		d.show = &jsonDiff{w: rawjson.NewWriter(&terminal.Printer{Style: to, Out: out})}
	case as == "markdown":
		d.show = &markdownDiff{out: out, full: d.full}
	case as == "html":
		d.show = &pageDiff{w: rawjson.NewWriter(out), full: d.full}
	case output == "":
		d.show = &textDiff{writer: &writer{out: out, width: p.Width(), color: p.Colored(p.Stdout.Terminal, color)}, full: d.full}
	default:
		d.show = &textDiff{writer: &writer{out: out, color: color == "always"}, full: d.full}
	}
	if err := d.compare(); err != nil {
		out.Discard()
		return err
	}
	err = out.Commit()
	d.tellLeftOut()
	if err == nil && d.differs {
		err = &frame.Failure{Code: frame.ExitOther}
	}
	return err
}

// difference is one comparison.
type difference struct {
	p       *frame.Program
	from    [2]*format.Format // nil: the file shows it
	names   [2]string
	full    bool
	show    diffView
	differs bool
	left    map[string]bool // what is in leftOut
	losses  losses
	leftOut []string
}

// diffView shows what differs, in one of the formats.
type diffView interface {
	begin(names [2]string, formats [2]string) error
	result(number int, r *diff.Result, whole [2]*conv.Conversation) error // number counts from 1
	end(differs bool) error
}

// product is where the result goes. Nothing of it is seen if something cannot be
// read.
func (d *difference) product(output, as string, noPager bool) (*frame.Product, error) {
	switch {
	case output != "":
		out, err := d.p.FileProduct(output)
		if err == nil && (as == "text" || as == "markdown") {
			out = frame.Safe(out)
		}
		return out, err
	case as == "markdown":
		return frame.HeldBack(frame.Safe(d.p.StdoutProduct())), nil
	case as == "text":
		out, err := d.p.Pager(noPager)
		if err != nil {
			return nil, err
		}
		return frame.HeldBack(out), nil
	default:
		return frame.HeldBack(d.p.StdoutProduct()), nil
	}
}

// compare compares the conversations of both files, the first with the first.
func (d *difference) compare() error {
	var sides [2]*side
	for i, name := range d.names {
		s, err := d.open(name, d.from[i])
		if err != nil {
			return err
		}
		defer s.close()
		sides[i] = s
	}
	var formats [2]string
	for i, s := range sides {
		s.format = cmp.Or(s.format, sides[1-i].format, new(format.Native())) // an empty file is of the format of the other
		formats[i] = s.format.Name
	}
	if err := d.show.begin(d.names, formats); err != nil {
		return err
	}
	for number := 1; ; number++ {
		var whole [2]*conv.Conversation
		for i, s := range sides {
			c, err := s.next()
			if err != nil {
				return err
			}
			whole[i] = c
		}
		if whole[0] == nil && whole[1] == nil {
			break
		}
		if err := d.pair(number, whole, sides); err != nil {
			return err
		}
	}
	return d.show.end(d.differs)
}

// pair compares two conversations, of which one may be missing.
func (d *difference) pair(number int, whole [2]*conv.Conversation, sides [2]*side) error {
	missing := false
	var compared [2]diff.Side
	for i, c := range whole {
		if c == nil {
			missing = number > 1 // of the first, an empty file is the one without a message
			c = &conv.Conversation{}
		}
		compared[i] = diff.Side{Conversation: c, Format: sides[i].format}
	}
	r := diff.Compare(compared[0], compared[1])
	for _, l := range r.LeftOut {
		name := d.names[0]
		if l.InB {
			name = d.names[1]
		}
		if key := name + "\x00" + l.What; !d.left[key] {
			d.left[key] = true
			d.leftOut = append(d.leftOut, l.What+" (only in "+name+")")
		}
	}
	if r.Equal() && !missing {
		return nil
	}
	d.differs = true
	return d.show.result(number, r, whole)
}

// tellLeftOut names what was not compared, and what was lost in reading.
func (d *difference) tellLeftOut() {
	d.losses.tell(d.p)
	if len(d.leftOut) > 0 {
		d.p.Note("not compared between two formats: %s", strings.Join(d.leftOut, ", "))
	}
}

// side is one of the files, open.
type side struct {
	format *format.Format
	next   func() (*conv.Conversation, error) // nil after the last
	close  func()
}

// open opens a file. The null device is what git names where there is no file.
func (d *difference) open(name string, given *format.Format) (*side, error) {
	empty := &side{next: func() (*conv.Conversation, error) { return nil, nil }, close: func() {}}
	if name == os.DevNull {
		return empty, nil
	}
	in, err := d.p.Open(name)
	if err != nil {
		return nil, err
	}
	if first, err := in.FirstValue(); err == nil && frame.IsBlank(first) && name != "-" {
		in.Close()
		return empty, nil
	}
	from, err := pipe.Recognise(d.p, in, given)
	if err != nil {
		in.Close()
		return nil, err
	}
	next, stop := iter.Pull2(d.conversations(from))
	return &side{
		format: from.From,
		next: func() (*conv.Conversation, error) {
			c, err, _ := next()
			return c, err
		},
		close: func() { stop(); in.Close() },
	}, nil
}

// conversations are those of a source.
func (d *difference) conversations(from *pipe.Source) iter.Seq2[*conv.Conversation, error] {
	return func(yield func(*conv.Conversation, error) bool) {
		defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
		var lost losses // in one piece, though the files are read by turns
		lost.conversations(from, false)(yield)
		d.losses = append(d.losses, lost...)
	}
}

// numbered is a place of a message in both files.
func numbered(m *diff.Message) string {
	switch {
	case m.A < 0:
		return strconv.Itoa(m.B)
	case m.B < 0 || m.A == m.B:
		return strconv.Itoa(m.A)
	default:
		return strconv.Itoa(m.A) + " → " + strconv.Itoa(m.B)
	}
}
