package pipe

import (
	"io/fs"

	"convo/commands/internal/frame"
	"convo/conv/rawjson"
)

// settle reports the notes and errors of a value and decides whether the run
// continues.
func (r *Run) settle(s *Source, v result) error {
	if !v.worthTelling() {
		return nil
	}
	r.log.add(s.PieceOf(v.value), v.notes)
	if v.err == nil {
		r.tellIncomplete(s, v)
		return nil
	}
	if _, ours := v.err.(*fs.PathError); ours {
		return v.err // no fault of the conversation: its output cannot be written
	}
	f := s.PieceOf(v.value).Failure(v.err)
	if f.Call != nil && !r.Output.Several() && f.File == s.Name {
		f.File, f.Place = "", rawjson.Place{} // there is only one
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

// inputFailure deals with an input none of which can be read.
func (r *Run) inputFailure(err error) error {
	f := frame.AsFailure(err)
	if err := r.errorObject(f); err != nil {
		return err
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
	if err := r.errorObject(f); err != nil {
		return err
	}
	return r.Failure(f)
}

// errorObject writes the error of --on-error emit.
func (r *Run) errorObject(f *frame.Failure) error {
	if r.Plan.OnError != "emit" {
		return nil
	}
	w := rawjson.NewWriter(r.Output.Writer())
	frame.WriteErrorObject(w, f)
	return w.Flush()
}
