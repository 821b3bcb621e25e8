package chat

import (
	"io"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// answerView shows an answer as it comes. Each that was begun is ended once.
type answerView interface {
	event(conv.Event) error
	end(*conv.AssistantMessage) error
	failed(*frame.Failure) error // there is no answer
}

// chooseView decides how answers are shown: as the output itself, or beside a
// conversation that is the output. With that the plan is complete.
func (r *reply) chooseView(flags *frame.Flags, to pipe.Targets) error {
	plan := r.plan
	bulk := r.run.jobs > 1
	kept := bulk || to.InPlace != "" || to.Output != ""
	asText := plan.To.Name == "text" || !flags.IsSet("to") && !kept && r.p.Stdout.Terminal
	view := func(*pipe.Output) answerView { return noView{} }
	switch {
	case r.asData && to.InPlace != "":
		return frame.UsageError("-i writes a conversation, but -t data does not")
	case r.dryRun != "" || r.asData:
		plan.Shown = true
	case to.InPlace != "" && (asText || plan.To.Emit != nil):
		return frame.UsageError("-i writes a conversation, but -t %s does not", plan.To.Name)
	case plan.To.Emit != nil:
		plan.Shown = true
		view = func(out *pipe.Output) answerView { return &streamView{to: plan.To, out: out} }
	case bulk:
	case asText:
		plan.ForPeople()
		plan.Shown = true
		toTerminal := !kept && r.p.Stdout.Terminal
		dim := toTerminal && r.p.Colored(true, plan.Color)
		view = func(out *pipe.Output) answerView { return &textView{out: out, all: toTerminal, dim: dim} }
	case r.p.Stderr.Terminal && !r.p.Quiet:
		view = func(*pipe.Output) answerView {
			return &textView{to: r.p.Stderr, all: true, beside: true, dim: r.p.Colored(true, plan.Color)}
		}
	}
	r.pipe = pipe.NewRun(r.p, plan)
	r.view = view(r.pipe.Output)
	return nil
}

// noView shows nothing.
type noView struct{}

func (noView) event(conv.Event) error { return nil }

func (noView) end(*conv.AssistantMessage) error { return nil }

func (noView) failed(*frame.Failure) error { return nil }

// streamView is an answer as a stream of a format, as transform makes of a stream:
// what an event says is written before the next one is waited for.
type streamView struct {
	to   *format.Format
	out  *pipe.Output
	t    *pipe.Translation
	fit  func(conv.Event) []conv.Event
	held []conv.Event // a start, until something comes: another model may be asked
}

func (v *streamView) event(e conv.Event) error {
	if e.Type == conv.EventStart {
		v.held = append(v.held[:0], e)
		return nil
	}
	return v.write(append(v.held, e)...)
}

func (v *streamView) write(events ...conv.Event) error {
	if v.t == nil {
		v.t = &pipe.Translation{To: v.to, Writer: rawjson.NewWriter(v.out.Writer())}
		v.fit = fit.Each(v.to, &note.Notes{})
	}
	v.held = nil
	for _, e := range events {
		for _, fit := range v.fit(e) {
			v.t.Event(fit)
		}
	}
	return v.t.Writer.Flush()
}

func (v *streamView) end(m *conv.AssistantMessage) error {
	last := *m
	last.Content = nil
	ends := conv.Event{Type: conv.EventDone, Message: &last}
	if m.StopReason == conv.StopAborted || m.StopReason == conv.StopError && m.ErrorMessage != "" {
		ends.Type = conv.EventError
	}
	if err := v.write(append(v.held, ends)...); err != nil {
		return err
	}
	return v.close()
}

func (v *streamView) failed(f *frame.Failure) error {
	m := &conv.AssistantMessage{StopReason: conv.StopError, ErrorMessage: f.What}
	if f.Code == frame.ExitInterrupt || f.Code == frame.ExitTerminated {
		m.StopReason = conv.StopAborted
	}
	begin := conv.Event{Type: conv.EventStart, Message: &conv.AssistantMessage{Model: modelName(f)}}
	if v.t == nil && len(v.held) == 0 {
		v.held = []conv.Event{begin}
	}
	if err := v.write(append(v.held, conv.Event{Type: conv.EventError, Message: m})...); err != nil {
		return err
	}
	return v.close()
}

// close ends the stream of one answer; the next is one of its own.
func (v *streamView) close() error {
	v.t.Close(nil)
	err := v.t.Writer.Flush()
	v.t = nil
	return err
}

// modelName is the model that was asked, "" if none was.
func modelName(f *frame.Failure) string {
	if f.Call == nil {
		return ""
	}
	return f.Call.Callee.Model
}

// textView is an answer as people read it: its text and, for a terminal, its
// reasoning, dim, and its calls.
type textView struct {
	out    *pipe.Output // whose raw output it goes to, which is known late
	to     io.Writer    // the same
	all    bool
	dim    bool
	beside bool // the output: that it cannot be shown does not end the answer

	now  conv.EventType // the start of the block that is shown
	last byte           // that was written; 0 at the start
	err  error
}

const (
	dimOn  = "\x1b[2m"
	dimOff = "\x1b[0m"
)

// open finds out where the output goes.
func (s *textView) open() {
	if s.to == nil {
		s.to = s.out.Raw
	}
}

func (s *textView) event(e conv.Event) error {
	s.open()
	switch e.Type {
	case conv.EventTextStart, conv.EventTextDelta:
		s.begin(conv.EventTextStart)
		if t, ok := e.Block.(*conv.TextContent); ok {
			s.write(t.Text)
		}
		s.write(e.Delta)
	case conv.EventThinkingDelta:
		if s.all && e.Delta != "" {
			s.begin(conv.EventThinkingStart)
			s.write(e.Delta)
		}
	case conv.EventToolCallStart:
		if t, ok := e.Block.(*conv.ToolCall); ok && s.all {
			s.close()
			s.begin(conv.EventToolCallStart)
			s.write("-> " + t.Name + " ")
		}
	case conv.EventToolCallDelta:
		if s.all {
			s.write(e.Delta)
		}
	case conv.EventBlock:
		s.block(e.Index, e.Block)
	case conv.EventMessage:
		if m, ok := e.Other.(*conv.ToolResultMessage); ok && s.all {
			s.result(m)
		}
	}
	return s.err
}

// result shows the beginning of what a tool answered.
func (s *textView) result(m *conv.ToolResultMessage) {
	const most = 72
	text, _, more := strings.Cut(m.Text(), "\n")
	if len(text) > most {
		text, more = strings.ToValidUTF8(text[:most], ""), true
	}
	if more {
		text += " …"
	}
	s.close()
	s.begin(conv.EventMessage)
	s.write("<- " + m.ToolName + " " + text)
	s.close()
}

// block shows one that came whole.
func (s *textView) block(i int, b conv.AssistantContent) {
	switch b.(type) {
	case *conv.TextContent, *conv.ToolCall:
		for _, e := range format.ReplayBlock(i, b) {
			_ = s.event(e)
		}
	case *conv.ThinkingContent:
	default:
		if s.all {
			s.close()
			s.begin(conv.EventBlock)
			s.write("[" + b.BlockType() + "]")
		}
	}
}

// begin begins a block of a kind, on a line of its own.
func (s *textView) begin(kind conv.EventType) {
	if s.now == kind {
		return
	}
	s.close()
	s.now = kind
	switch {
	case kind == conv.EventTextStart:
	case s.dim:
		s.control(dimOn)
	case kind == conv.EventThinkingStart:
		s.write("[thinking]\n")
	}
}

// close ends a block and its line.
func (s *textView) close() {
	if s.now != "" && s.now != conv.EventTextStart && s.dim {
		s.control(dimOff)
	}
	if s.now = ""; s.last != 0 && s.last != '\n' {
		s.write("\n")
	}
}

func (s *textView) write(text string) {
	if text != "" && s.err == nil {
		s.last = text[len(text)-1]
		_, err := io.WriteString(s.to, text)
		s.settle(err)
	}
}

func (s *textView) control(code string) {
	if s.err == nil {
		s.settle(terminal.Paint(s.to, code))
	}
}

// refund keeps an error of the output, which ends the answer.
func (s *textView) settle(err error) {
	if !s.beside {
		s.err = err
	}
}

func (s *textView) end(*conv.AssistantMessage) error {
	s.close()
	s.last = 0
	return s.err
}

func (s *textView) failed(*frame.Failure) error { return s.end(nil) }
