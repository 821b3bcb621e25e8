package commands

import (
	"cmp"
	"io"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// answerView shows an answer as it comes. Each that was begun is ended once.
type answerView interface {
	event(conv.Event) error
	end(*conv.AssistantMessage) error
	failed(*failure) error // there is no answer
}

// chooseView decides how answers are shown: as the output itself, or beside a
// conversation that is the output.
func (r *reply) chooseView(flags *flagReader, to targets) error {
	c := r.c
	bulk := r.run.jobs > 1
	kept := bulk || to.inPlace != "" || to.output != ""
	asText := c.to.Name == "text" || !flags.IsSet("to") && !kept && r.p.terminal(r.p.stdout)
	switch {
	case r.asData && to.inPlace != "":
		return usageError("-i keeps a conversation, and -t data is none")
	case r.dryRun != "" || r.asData:
		c.shown, r.view = true, noView{}
	case to.inPlace != "" && (asText || c.to.Emit != nil):
		return usageError("-i keeps a conversation, and -t %s is none", c.to.Name)
	case c.to.Emit != nil:
		c.shown, r.view = true, &relay{c: c}
	case bulk:
		r.view = noView{}
	case asText:
		c.to, c.log.view = humanView(c.to), true
		c.shown, r.view = true, &outputSpeech{c: c, toTerminal: !kept && r.p.terminal(r.p.stdout)}
	case r.p.terminal(r.p.stderr) && !r.p.quiet:
		r.view = &speech{raw: r.p.stderr, text: &plain{out: r.p.stderr}, all: true, dim: r.p.colored(true, c.color)}
	default:
		r.view = noView{}
	}
	return nil
}

// noView shows nothing.
type noView struct{}

func (noView) event(conv.Event) error           { return nil }
func (noView) end(*conv.AssistantMessage) error { return nil }
func (noView) failed(*failure) error            { return nil }

// outputSpeech is a speech to where the output goes, which is known only when
// there is one.
type outputSpeech struct {
	c          *conversion
	toTerminal bool
	speech
}

func (s *outputSpeech) event(e conv.Event) error {
	s.open()
	return s.speech.event(e)
}

func (s *outputSpeech) end(m *conv.AssistantMessage) error {
	s.open()
	return s.speech.end(m)
}

func (s *outputSpeech) open() {
	if s.raw != nil {
		return
	}
	s.raw, s.text = s.c.out, s.c.out
	if s.toTerminal {
		s.text, s.all, s.dim = &plain{out: s.c.out}, true, s.c.p.colored(true, s.c.color)
	}
}

// speech is an answer as people read it: its text and, for a terminal, its
// reasoning, dim, and its calls.
type speech struct {
	raw, text io.Writer // the same; text is kept from controlling a terminal
	all       bool
	dim       bool

	now  conv.EventType // the start of the block that is shown
	last byte           // that was written; 0 at the start
	err  error
}

const (
	dimOn  = "\x1b[2m"
	dimOff = "\x1b[0m"
)

func (s *speech) event(e conv.Event) error {
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
		s.block(e.Block)
	case conv.EventMessage:
		if m, ok := e.Other.(*conv.ToolResultMessage); ok && s.all {
			s.result(m)
		}
	}
	return s.err
}

// result shows the beginning of what a tool answered.
func (s *speech) result(m *conv.ToolResultMessage) {
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
func (s *speech) block(b conv.AssistantContent) {
	switch b := b.(type) {
	case *conv.TextContent:
		s.begin(conv.EventTextStart)
		s.write(b.Text)
	case *conv.ToolCall:
		if s.all {
			s.close()
			s.begin(conv.EventToolCallStart)
			s.write("-> " + b.Name + " " + b.ArgumentsString())
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
func (s *speech) begin(kind conv.EventType) {
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
func (s *speech) close() {
	if s.now != "" && s.now != conv.EventTextStart && s.dim {
		s.control(dimOff)
	}
	if s.now = ""; s.last != 0 && s.last != '\n' {
		s.write("\n")
	}
}

func (s *speech) write(text string) {
	if text == "" || s.err != nil {
		return
	}
	s.last = text[len(text)-1]
	_, s.err = io.WriteString(s.text, text)
}

func (s *speech) control(code string) {
	if s.err == nil {
		_, s.err = io.WriteString(s.raw, code)
	}
}

func (s *speech) end(*conv.AssistantMessage) error {
	s.close()
	s.last = 0
	return s.err
}

func (s *speech) failed(*failure) error { return s.end(nil) }

// relay is an answer as a stream of a format, as transform makes of a stream:
// what an event says is written before the next one is waited for.
type relay struct {
	c    *conversion
	t    *translation
	fit  func(conv.Event) []conv.Event
	held []conv.Event // a start, until something comes: another model may be asked
}

func (v *relay) event(e conv.Event) error {
	if e.Type == conv.EventMessage {
		return nil // each answer is a stream of its own
	}
	if e.Type == conv.EventStart {
		v.held = append(v.held[:0], e)
		return nil
	}
	return v.write(append(v.held, e)...)
}

func (v *relay) write(events ...conv.Event) error {
	if v.t == nil {
		v.t = &translation{to: v.c.to, w: rawjson.NewWriter(v.c.destination())}
		v.fit = conv.FitEach(v.c.to, &conv.Notes{})
	}
	v.held = nil
	for _, e := range events {
		for _, fit := range v.fit(e) {
			v.t.event(fit)
		}
	}
	return v.t.w.Flush()
}

func (v *relay) end(m *conv.AssistantMessage) error {
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

func (v *relay) failed(f *failure) error {
	m := &conv.AssistantMessage{StopReason: conv.StopError, ErrorMessage: f.what}
	if f.code == exitInterrupt || f.code == exitTerminated {
		m.StopReason = conv.StopAborted
	}
	begin := conv.Event{Type: conv.EventStart, Message: &conv.AssistantMessage{Model: f.modelName()}}
	if v.t == nil && len(v.held) == 0 {
		v.held = []conv.Event{begin}
	}
	if err := v.write(append(v.held, conv.Event{Type: conv.EventError, Message: m})...); err != nil {
		return err
	}
	return v.close()
}

// close ends the stream of one answer; the next is one of its own.
func (v *relay) close() error {
	v.t.close(nil)
	err := v.t.w.Flush()
	v.t = nil
	return err
}

// modelName is the model that was asked, "" if none was.
func (f *failure) modelName() string {
	if f.call == nil {
		return ""
	}
	return cmp.Or(f.call.callee.Model, "")
}
