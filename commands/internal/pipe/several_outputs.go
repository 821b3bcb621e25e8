package pipe

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// severalOutputs are the files that a namePattern names: one an input, each put
// in its place when its input ends, or one a conversation, all put in their places
// at the end, when all names are known.
type severalOutputs struct {
	program *frame.Program
	pattern namePattern
	format  string
	bases   map[string]string // {name} of each input
	written int               // files that are in their places

	product *frame.Product // of the input, nil until something of it is written
	target  string         // its file

	spool *frame.Spool // conversations, one after the other; nil: a file an input
	ends  []conversationEnd
	names []string // of their files, when all are known
	taken *frame.Distinct

	site *site // nil: no page leads to the files
}

// conversationEnd says of a written conversation what its file is named after. It
// is kept until the end of the run.
type conversationEnd struct {
	base  string // of the input's name
	id    rawjson.Owned
	title rawjson.Owned // as part of a name, without a number
	size  int64
	entry any // in a site
}

// newSeveralOutputs finds the names that can be known, and refuses those that two
// inputs share, and those of inputs.
func newSeveralOutputs(p *frame.Program, to Targets, format *format.Format) (*severalOutputs, error) {
	s := &severalOutputs{program: p, pattern: to.pattern, format: format.Name, bases: map[string]string{}, taken: p.Distinct(to.inputs)}
	if to.isFolder && format.Site != nil {
		s.site = &site{Site: format.Site, folder: to.Output}
	}
	for _, in := range to.inputs {
		if s.pattern.has("name") && in == "-" && s.site == nil {
			return nil, frame.UsageError("-o %s: stdin has no name", string(s.pattern)).WithHint("name the input as FILE, or use {n}")
		}
		s.bases[p.Shard.Named(in)] = nameOf(in, to.folderOf(in))
	}
	switch {
	case s.pattern.has("name") && len(to.inputs) == 0:
		return nil, frame.UsageError("-o %s: there is no FILE whose name {name} could be", string(s.pattern)).WithHint("use {n}")
	case s.pattern.apart() || s.site != nil:
		s.spool = &frame.Spool{}
		return s, nil
	}
	for _, in := range to.inputs {
		if err := s.taken.Add("-o", s.pattern.file(named{name: s.bases[p.Shard.Named(in)]}, s.format)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// openSeveral begins the files that a pattern names.
func (r *Run) openSeveral(to Targets) (*frame.Product, error) {
	if to.isFolder {
		if r.Plan.To.Site != nil && r.Plan.OnError == "emit" {
			return nil, errEmit().WithHint("use --on-error skip")
		}
		to.pattern += namePattern(endingOf(r.Plan.To))
	}
	if !to.pattern.several() {
		name := to.pattern.file(named{}, r.Plan.To.Name)
		if err := r.Program.Distinct(to.inputs).Add("-o", name); err != nil {
			return nil, err
		}
		return r.Program.FileProduct(name)
	}
	if !to.pattern.apart() && r.Plan.holds() && (!to.isFolder || r.Plan.To.Site == nil) {
		f := frame.UsageError("-o %s: --sample and --shuffle choose among all inputs, so no file is that of one input", string(to.pattern))
		return nil, f.WithHint("use {n}, the number of the conversation")
	}
	if to.pattern.apart() && r.Plan.Shown {
		return nil, frame.UsageError("-o %s: answers that are shown as they arrive need one output", string(to.pattern)).WithHint("write conversations, and then text: convo transform -t text")
	}
	files, err := newSeveralOutputs(r.Program, to, r.Plan.To)
	if err != nil {
		return nil, err
	}
	r.files = files
	if files.apart() {
		single := *r.Plan.To
		single.SingleDocument, single.Separator = false, ""
		r.Output.to = &single
	}
	return files.asProduct(), nil
}

// beginFile begins the file of an input, if it has one.
func (r *Run) beginFile(input string) {
	if r.files != nil && !r.files.apart() {
		r.files.begin(input)
		r.Output.anew()
	}
}

// begin makes what is written go to the file of an input.
func (s *severalOutputs) begin(input string) {
	s.target = s.pattern.file(named{name: s.bases[s.program.Shard.Named(input)]}, s.format)
}

// Write begins the file of an input with its first bytes.
func (s *severalOutputs) Write(b []byte) (int, error) {
	if s.spool != nil {
		return s.spool.Write(b)
	}
	if s.product == nil {
		if err := s.open(s.target); err != nil {
			return 0, err
		}
	}
	return s.product.Write(b)
}

func (s *severalOutputs) open(name string) (err error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return frame.FileFailure(frame.ExitOther, name, err)
	}
	s.product, err = s.program.FileProduct(name)
	return err
}

// end puts the file of an input in its place.
func (s *severalOutputs) end() error {
	if s == nil || s.product == nil {
		return nil
	}
	out := s.product
	s.product = nil
	if err := out.Commit(); err != nil {
		return err
	}
	s.written++
	return nil
}

// told is a failure after which some of the files are in their places.
func (s *severalOutputs) told(failed error) error {
	if s == nil || s.written == 0 {
		return failed
	}
	f := *frame.AsFailure(failed)
	f.Hint = strings.TrimPrefix(f.Hint+"\n"+"written before: "+frame.Plural(s.written, "file"), "\n")
	return &f
}

// asProduct is all of the files as one product.
func (s *severalOutputs) asProduct() *frame.Product {
	return &frame.Product{Writer: s, Commit: s.commit, Discard: s.discard, Keep: s.keep}
}

func (s *severalOutputs) discard() {
	if s.spool != nil {
		s.spool.Close()
	}
	if s.product != nil {
		s.product.Discard()
	}
}

// keep sets aside what there is of a run that failed: the conversations that are
// whole, or what there is of an input.
func (s *severalOutputs) keep() (string, error) {
	switch {
	case s.spool != nil:
		err := s.commit()
		if err != nil || s.written == 0 {
			return "", err
		}
		return s.last() + " and before", nil
	case s.product == nil:
		return "", nil
	}
	return s.product.Keep()
}

// commit ends the last input. Where each conversation has a file, all of them are
// written now.
func (s *severalOutputs) commit() error {
	if s.spool == nil {
		return s.end()
	}
	defer s.spool.Close()
	defer BoundMemory()()
	s.name()
	if s.site != nil {
		s.site.name(s.ends)
		if err := s.taken.Add("-o", s.site.index()); err != nil {
			return err
		}
	}
	for i := range s.ends {
		if err := s.taken.Add("-o", s.file(i)); err != nil {
			return err
		}
	}
	all, size, err := s.spool.Reader()
	if err != nil {
		return err
	}
	buffer := make([]byte, 64<<10)
	for i, e := range s.ends {
		if size -= e.size; size < 0 {
			return errors.New("the outputs are shorter than what was written")
		}
		if err = s.open(s.file(i)); err == nil {
			_, err = io.CopyBuffer(s.product, io.LimitReader(all, e.size), buffer)
		}
		if err == nil {
			err = s.end()
		}
		if err != nil {
			s.discard()
			return err
		}
	}
	if s.site == nil {
		return nil
	}
	return s.writeIndex()
}

// writeIndex writes the page that leads to the files.
func (s *severalOutputs) writeIndex() error {
	if err := s.open(s.site.index()); err != nil {
		return err
	}
	w := rawjson.NewWriter(s.product)
	s.site.write(w, s.ends)
	if err := w.Flush(); err != nil {
		s.discard()
		return err
	}
	return s.end()
}

// name names the files, and numbers those of one title.
func (s *severalOutputs) name() {
	var titles numbered
	for i, e := range s.ends {
		of := named{name: e.base, id: e.id.String(), title: e.title.String(), n: i + 1}
		if s.pattern.has("title") {
			of.title = titles.free(of.title, func(title string) string {
				of.title = title
				return s.pattern.file(of, s.format)
			})
		}
		s.names = append(s.names, s.pattern.file(of, s.format))
	}
}

// file is the name of the file of the ith conversation.
func (s *severalOutputs) file(i int) string {
	if s.site != nil {
		return s.site.file(i)
	}
	return s.names[i]
}

func (s *severalOutputs) last() string { return s.file(s.written - 1) }

// wrote takes what a conversation is called and how much was written of it.
func (s *severalOutputs) wrote(ends []conversationEnd) {
	if s != nil {
		s.ends = append(s.ends, ends...)
	}
}

// apart reports whether each conversation has a file.
func (s *severalOutputs) apart() bool { return s != nil && s.spool != nil }

// named is what the files of conversations are named after, nil if they have none. It
// is known before they are fit: not every format has ids and titles.
func (s *severalOutputs) named(docs []*conv.Conversation, in Context) (ends []conversationEnd, err error) {
	if !s.apart() {
		return nil, nil
	}
	base, named := s.bases[in.At.File]
	if s.site != nil && !named { // stdin
		base = "conversation"
	}
	for _, doc := range docs {
		if doc.ID == "" && s.pattern.has("id") {
			f := &frame.Failure{Code: frame.ExitUsage, What: "the conversation has no id for the {id} of -o"}
			return nil, f.WithHint("use {n}, the number of the conversation")
		}
		end := conversationEnd{base: base, id: rawjson.Own(doc.ID)}
		if s.pattern.has("title") {
			end.title = rawjson.Own(slug(doc.Title))
		}
		ends = append(ends, end)
	}
	return ends, nil
}
