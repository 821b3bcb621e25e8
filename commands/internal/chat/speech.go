package chat

import (
	"io"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
)

// speech is an answer as people read it: its text and, for a terminal, its
// reasoning, dim, and its calls.
type speech struct {
	out       *pipe.Output // whose raw output it goes to, which is known late
	raw, text io.Writer    // the same; text is kept from controlling a terminal
	all       bool
	dim       bool
	beside    bool // the output: that it cannot be shown does not end the answer

	now  conv.EventType // the start of the block that is shown
	last byte           // that was written; 0 at the start
	err  error
}

const (
	dimOn  = "\x1b[2m"
	dimOff = "\x1b[0m"
)

// open finds out where the output goes.
func (s *speech) open() {
	if s.raw != nil {
		return
	}
	s.raw, s.text = s.out.Raw, s.out.Raw
	if s.all {
		s.text = &frame.Plain{Out: s.out.Raw}
	}
}

func (s *speech) event(e conv.Event) error {
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
	if text != "" {
		s.last = text[len(text)-1]
		s.writeTo(s.text, text)
	}
}

func (s *speech) control(code string) { s.writeTo(s.raw, code) }

func (s *speech) writeTo(w io.Writer, text string) {
	if s.err != nil {
		return
	}
	if _, err := io.WriteString(w, text); !s.beside {
		s.err = err
	}
}

func (s *speech) end(*conv.AssistantMessage) error {
	s.close()
	s.last = 0
	return s.err
}

func (s *speech) failed(*frame.Failure) error { return s.end(nil) }
