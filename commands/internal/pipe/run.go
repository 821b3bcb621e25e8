package pipe

import (
	"errors"
	"io/fs"
	"runtime/debug"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/redact"
)

// Run is a plan at work, and what came of it so far.
type Run struct {
	Program *frame.Program
	Plan    *Plan
	Output  *Output
	Failed  Tally

	log        noteLog
	exposed    *redact.Exposed // nil: nobody passes on what is written
	inputs     int             // that were opened
	sources    []*Source       // all of them, if conversations of theirs may wait
	incomplete bool            // an answer was cut off or failed
	salvages   bool            // what is in work when the run fails is kept, too
	bound      *boundedOutput
	limit      memoryLimit
	spares     bufferPool
	direct     *rawjson.Writer
	turn       turn
	blocks     int             // that were begun
	Kept       string          // the file with what a run that failed has set aside
	files      *severalOutputs // nil: there is one output
	carried    *attachments    // nil: conversations keep the files that they carry
	Work       *frame.Work     // what is done so far; nil: nobody sees it
}

// Tally counts the conversations that failed.
type Tally struct {
	Count int
	Code  frame.ExitCode // of each of them; ExitPartial if they differ
}

func (t *Tally) add(code frame.ExitCode) {
	if t.Count++; t.Count == 1 {
		t.Code = code
	} else if t.Code != code {
		t.Code = frame.ExitPartial
	}
}

// NewRun begins a run. Its plan must not change any more.
func NewRun(p *frame.Program, plan *Plan) *Run {
	return &Run{
		Program: p, Plan: plan,
		Output: &Output{program: p, to: plan.To, look: plan.Look},
		log:    noteLog{program: p, brief: plan.To.Brief, view: plan.View, strict: plan.Strict, index: map[note.Note]int{}},
		spares: plan.bufferPool(),
	}
}

// Transform converts what the command line names.
func Transform(p *frame.Program, plan *Plan, flags *frame.Flags) error {
	to, err := SeveralTargetsOf(p, flags)
	if err != nil {
		return err
	}
	inputs, err := to.Inputs(p, flags, flags.Bool("no-input"))
	if err != nil {
		return err
	}
	r := NewRun(p, plan)
	if err := r.stdinFor(inputs, flags.Bool("no-input")); err != nil {
		return err
	}
	r.Work = p.Begin(&frame.Work{Unit: "conversation", Of: frame.SizeOf(inputs, p.Stdin)})
	err = r.Do(to, func(edited *frame.Input) error {
		if err := r.loadAppended(); err != nil {
			return err
		}
		return r.All(edited, inputs)
	})
	p.Finish(r.Work, err)
	return err
}

// Do does a command's work between opening what it writes and the verdict.
// work gets the file that is edited in place, nil if none is.
func (r *Run) Do(to Targets, work func(edited *frame.Input) error) error {
	report, err := r.openReport(to.Report)
	if err != nil {
		return err
	}
	passedOn := to.InPlace != "" || to.Output != "" || !r.Program.Stdout.Terminal
	if passedOn && r.Plan.To.Shared && !r.Program.Quiet {
		r.exposed = &redact.Exposed{}
	}
	err = r.produce(to, work)
	if err == nil {
		r.tellChosen()
	}
	r.log.finish()
	if err == nil {
		TellExposed(r.Program, r.exposed, "--redact")
	}
	if err == nil {
		err = r.verdict()
	}
	return errors.Join(err, report())
}

// TellExposed says which secrets are in what people pass on, and how to write it
// without them.
func TellExposed(p *frame.Program, found *redact.Exposed, how string) {
	if found != nil && found.Secrets() {
		p.Note("the output has %s: leave them out with %s %s", found, how, found.Names())
	}
}

// openReport starts the report, which the function that it returns ends.
func (r *Run) openReport(name string) (end func() error, err error) {
	if name == "" {
		return func() error { return nil }, nil
	}
	out, err := r.Program.FileProduct(name)
	if err != nil {
		return nil, err
	}
	w := rawjson.NewWriter(out)
	w.BeginArray()
	r.log.report = w
	return func() error {
		w.EndArray()
		w.Text("\n")
		return out.End(w.Flush())
	}, nil
}

// produce does the work into the product, which is kept only if all went
// well.
func (r *Run) produce(to Targets, work func(edited *frame.Input) error) (err error) {
	var edited *frame.Input
	out := r.Program.StdoutProduct()
	switch {
	case to.InPlace != "":
		edited, out, err = r.Program.Edit(to.InPlace)
	case to.pattern != "":
		out, err = r.openSeveral(to)
	case to.Output != "":
		out, err = r.Program.FileProduct(to.Output)
	default:
		r.Output.ToStdout = true
	}
	if err != nil {
		return err
	}
	if r.Plan.Attachments != "" {
		r.carried = &attachments{run: r, folder: r.Plan.Attachments, to: to}
	}
	if j := r.Plan.Judgement; (j.Strict || j.Verify) && j.OnError == "stop" && out.Direct {
		out = frame.HeldBack(out)
	}
	r.Output.Raw = r.bounded(out)
	r.salvages = r.Plan.Paid && out.Keep != nil
	if err := work(edited); err != nil {
		return r.abandon(out, err)
	}
	return out.Commit()
}

// abandon ends a product after a failure. What cost something is set aside.
func (r *Run) abandon(out *frame.Product, failed error) error {
	if !r.salvages || !r.Plan.Paid {
		out.Discard()
		return r.files.told(failed)
	}
	name, err := out.Keep()
	if err != nil || name == "" {
		return errors.Join(failed, err)
	}
	r.Kept = name
	f := *frame.AsFailure(failed)
	f.Hint = strings.TrimPrefix(f.Hint+"\nthe answers so far are in "+name+"; with --resume FILE, the same command would go on", "\n")
	return &f
}

// All converts the file that is edited in place or, if none is, several
// inputs in order.
func (r *Run) All(edited *frame.Input, names []string) error {
	if edited != nil {
		if err := r.Source(edited); err != nil {
			return err
		}
		return r.release()
	}
	r.Output.several(len(names) > 1)
	defer r.spares.forget() // putting many files in their places would collect around it
	for _, name := range names {
		r.beginFile(name)
		in, err := r.Program.Open(name)
		if err != nil {
			err = r.inputFailure(err)
		} else {
			err = r.Source(in)
			in.Close()
		}
		if err == nil {
			err = r.files.end()
		}
		if err != nil || r.over() {
			return err
		}
	}
	return r.release()
}

// Source converts one input.
func (r *Run) Source(in *frame.Input) error {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // of a mapped file that shrinks
	plan := r.Plan
	s, err := Recognise(r.Program, in, plan.From)
	if err == nil && plan.From == nil && plan.Admit != nil {
		err = plan.Admit(s)
	}
	if err == nil {
		err = s.Part(r.Program)
	}
	if err != nil {
		return r.inputFailure(err)
	}
	r.log.readAs(in.Name, s.From)
	r.inputs++
	s.number = r.inputs
	if r.Plan.holds() {
		r.sources = append(r.sources, &Source{Input: &frame.Input{Name: s.Name}, From: s.From, number: s.number})
	}
	if plan.Branches && s.From.Branches != nil {
		each := *s.From
		each.Decode = each.Branches
		s.From = &each
	}
	if plan.isLive(s.From) && !r.files.apart() {
		return r.live(s)
	}
	return r.drain(s)
}

// Make takes a conversation that was not read but made, and the notes on
// making it.
func (r *Run) Make(doc *conv.Conversation, notes *note.Notes) error {
	if err := r.Output.begin(); err != nil {
		return err
	}
	w := rawjson.NewWriter(r.Output.Writer())
	var v result
	err := r.convertOne(doc, Context{From: new(format.Native()), Notes: notes, wrote: &v.wrote}, w)
	r.files.wrote(v.wrote)
	r.log.add(frame.Piece{}, notes.List())
	return errors.Join(w.Flush(), err)
}

// verdict is what a run ends with that wrote all there is.
func (r *Run) verdict() error {
	switch {
	case r.Failed.Count > 0:
		return &frame.Failure{Code: frame.ExitPartial, What: frame.Plural(r.Failed.Count, "conversation") + " failed; the others were written"}
	case r.incomplete:
		return &frame.Failure{Code: frame.ExitIncomplete}
	}
	return nil
}

// reportResult reports the notes and errors of a value and decides whether the run
// continues.
func (r *Run) reportResult(s *Source, v result) error {
	if v.of != nil {
		s = v.of
	}
	r.files.wrote(v.wrote)
	if !v.worthTelling() {
		return nil
	}
	if v.err != nil {
		r.Work.Fail()
	}
	r.log.add(s.PieceOf(v.value), v.notes)
	if v.err == nil {
		r.tellIncomplete(s, v)
		return nil
	}
	if err := r.tooMuch(); err != nil {
		return err
	}
	switch v.err.(type) {
	case *fs.PathError, *unwritten:
		return v.err // no fault of the conversation: its output cannot be written
	}
	f := s.PieceOf(v.value).Failure(v.err)
	if f.Call != nil && !r.Output.Several() && f.File == s.Name {
		f.File, f.Place = "", rawjson.Position{} // there is only one
	}
	return r.Failure(f)
}

// tellIncomplete reports an answer that is not complete.
func (r *Run) tellIncomplete(s *Source, v result) {
	if v.incomplete == "" {
		return
	}
	r.incomplete = true
	told := &frame.Failure{Code: frame.ExitIncomplete, File: s.Name, What: v.incomplete}
	told.Report(r.Program.Stderr, r.Program.ErrorsAsJSON)
}

// Failure deals with one conversation that failed, as --on-error says.
func (r *Run) Failure(f *frame.Failure) error {
	if r.Plan.OnError == "stop" || f.Code == frame.ExitInterrupt || f.Code == frame.ExitTerminated {
		return f
	}
	r.Failed.add(f.Code)
	f.Report(r.Program.Stderr, r.Program.ErrorsAsJSON)
	return nil
}

// inputFailure deals with an input none of which can be read, and writes its
// error if --on-error says emit.
func (r *Run) inputFailure(err error) error {
	f := frame.AsFailure(err)
	if r.Plan.OnError == "emit" {
		w := rawjson.NewWriter(r.Output.Writer())
		frame.WriteErrorObject(w, f)
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return r.Failure(f)
}

// RecordFailure deals with a record of which no conversation could be made.
func (r *Run) RecordFailure(f *frame.Failure) error {
	if r.Plan.OnError == "emit" {
		if err := r.Output.begin(); err != nil {
			return err
		}
	}
	return r.inputFailure(f)
}
