package pipe

import (
	"errors"
	"io"
	"iter"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"convo/commands/internal/frame"
	"convo/commands/internal/frametest"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers"
)

// answer is a format whose whole input is the text of one answer.
func answer(unit format.Unit, finish func(*conv.AssistantMessage)) *format.Format {
	return &format.Format{
		Name: "answer", Family: "answer", Unit: unit,
		Capabilities: format.NativeCapabilities(),
		Decode: func(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
			m := &conv.AssistantMessage{Content: []conv.AssistantContent{&conv.TextContent{Text: strings.TrimSpace(string(data))}}}
			finish(m)
			return format.Single(&conv.Conversation{Messages: []conv.Message{m}}, nil)
		},
		Write: func(w *rawjson.Writer, c *conv.Conversation) {
			w.Text("data: ")
			conv.Native.Write(w, c)
			w.Text("\n\n")
		},
	}
}

// transformed runs a plan over a text.
func transformed(p *frame.Program, plan *Plan, text string) error {
	if err := os.WriteFile(p.Stdin.Name(), []byte(text), 0o600); err != nil {
		return err
	}
	r := begun(p, plan)
	return r.Do(Targets{}, func(*frame.Input) error { return r.All(nil, []string{"-"}) })
}

// begun is a run of a plan with what flags say by default.
func begun(p *frame.Program, plan *Plan) *Run {
	if plan.OnError == "" {
		plan.OnError = "stop"
	}
	plan.Workers = max(plan.Workers, 1)
	plan.Aim = &Adaptation{}
	return NewRun(p, plan)
}

func native() *format.Format {
	f := format.Native()
	return &f
}

func whole(*conv.AssistantMessage) {}

// A stream that was cut, or that carried an error, is written and is no
// success.
func TestIncompleteStreams(t *testing.T) {
	for _, test := range []struct {
		name   string
		unit   format.Unit
		finish func(*conv.AssistantMessage)
		code   frame.ExitCode
		says   string
	}{
		{"whole", format.StreamUnit, whole, frame.ExitOK, ""},
		{"cut", format.StreamUnit, func(m *conv.AssistantMessage) {
			m.StopReason, m.StopDetail = conv.StopAborted, &conv.StopDetail{Kind: conv.KindInterrupted}
		}, frame.ExitIncomplete, "convo: <stdin>: the stream was cut off; the answer is incomplete\n"},
		{"error event", format.StreamUnit, func(m *conv.AssistantMessage) {
			m.StopReason, m.ErrorMessage = conv.StopError, "overloaded\x1b[31m"
		}, frame.ExitIncomplete, "convo: <stdin>: the stream reported an error: overloaded\\u001b[31m\n"},
		{"an old document may tell of one", format.DocumentUnit, func(m *conv.AssistantMessage) {
			m.StopReason = conv.StopAborted
		}, frame.ExitOK, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, stdout, stderr := frametest.Program(t)
			err := transformed(p, &Plan{From: answer(test.unit, test.finish), To: native()}, "half-an-answ\n")
			if code := p.End(err); code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
			if !strings.Contains(stdout(), `"half-an-answ"`) || !strings.HasSuffix(stdout(), "}\n") {
				t.Errorf("stdout %q", stdout())
			}
			if stderr() != test.says {
				t.Errorf("stderr %q, want %q", stderr(), test.says)
			}
		})
	}
}

// A stream goes out as it is: no layout, no colour, no line of ours.
func TestStreamOutputIsNotTouched(t *testing.T) {
	p, stdout, _ := frametest.Program(t)
	plan := &Plan{From: native(), To: answer(format.StreamUnit, whole), Look: Look{Color: "always"}}
	p.Stdout.Terminal = true
	if err := transformed(p, plan, `{"convo":1,"messages":[]}`); err != nil {
		t.Fatal(err)
	}
	if got := stdout(); got != "data: {\"convo\":1,\"messages\":[]}\n\n" {
		t.Errorf("%q", got)
	}
}

// A writer that forgets something is found out by --verify.
func TestVerifyFindsADifference(t *testing.T) {
	forgetful := native()
	forgetful.Write = func(w *rawjson.Writer, c *conv.Conversation) {
		short := *c
		short.Title = ""
		conv.Native.Write(w, &short)
	}
	p, stdout, stderr := frametest.Program(t)
	plan := &Plan{From: native(), To: forgetful, Judgement: Judgement{Verify: true}}
	err := transformed(p, plan, `{"convo":1,"title":"t","messages":[]}`)
	if code := p.End(err); code != frame.ExitOther || stdout() != "" {
		t.Errorf("exit code %d, stdout %q", code, stdout())
	}
	if want := "convo: <stdin>:1:1: --verify: the output reads back differently at title\n"; stderr() != want {
		t.Errorf("stderr %q", stderr())
	}
}

// Candidates that read the same are not ambiguous: the first is taken. Others
// are, and one that cannot read the input is none.
func TestDecide(t *testing.T) {
	const doc = `{"convo":1,"messages":[]}`
	same, other, failing := native(), native(), native()
	same.Name, other.Name, failing.Name = "same", "other", "failing"
	other.Decode = func([]byte, *note.Notes) iter.Seq2[*conv.Conversation, error] {
		return format.Single(&conv.Conversation{Title: "else"}, nil)
	}
	failing.Decode = func([]byte, *note.Notes) iter.Seq2[*conv.Conversation, error] {
		return format.Single(nil, errors.New("not mine"))
	}
	for _, test := range []struct {
		name, want string // what is taken, or the error
		found      []*format.Format
	}{
		{"equal", "convo", []*format.Format{native(), same}},
		{"different", "<stdin>: the format is ambiguous: convo, other", []*format.Format{native(), other}},
		{"one fails", "convo", []*format.Format{failing, native()}},
		{"all fail", "<stdin>:1:1: not mine", []*format.Format{failing, failing}},
	} {
		t.Run(test.name, func(t *testing.T) {
			in := &frame.Input{Name: frame.StdinName, Frames: rawjson.NewFrames(strings.NewReader(doc+"\n"+doc), 0)}
			s := &Source{Input: in}
			s.Seen.Probe = format.NewProbe([]byte(doc))
			got := ""
			var found []providers.Match
			for _, f := range test.found {
				found = append(found, providers.Match{Format: f})
			}
			if err := s.decide(found); err != nil {
				got = err.Error()
			} else {
				got = s.From.Name
				if b, err := s.Next(); err != nil || !strings.HasPrefix(string(b.Data), doc) {
					t.Errorf("what was looked at is gone: %q, %v", b.Data, err)
				}
			}
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// A panic in a worker is the program's.
func TestWorkerPanics(t *testing.T) {
	p, _, _ := frametest.Program(t)
	bad := native()
	bad.Decode = func(data []byte, _ *note.Notes) iter.Seq2[*conv.Conversation, error] {
		panic("boom")
	}
	defer func() {
		if c, ok := recover().(frame.Crash); !ok || c.Value != "boom" || !strings.Contains(string(c.Stack), "convert") {
			t.Errorf("recovered %v", c.Value)
		}
	}()
	line := `{"convo":1,"messages":[],"title":"` + strings.Repeat("x", 1000) + "\"}\n"
	_ = transformed(p, &Plan{From: bad, To: native(), Pace: Pace{Workers: 4}}, strings.Repeat(line, 3000))
}

// lines is an endless input that is counted.
type lines struct {
	line string
	left int
}

func (l *lines) Read(b []byte) (int, error) {
	n := 0
	for l.left > 0 && n+len(l.line) <= len(b) {
		n += copy(b[n:], l.line)
		l.left--
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// Memory does not grow with the length of a stream.
func TestBulkMemoryIsBounded(t *testing.T) {
	p, _, _ := frametest.Program(t)
	line := `{"convo":1,"messages":[{"role":"user","content":"` + strings.Repeat("word ", 2000) + "\"}]}\n"
	r := begun(p, &Plan{From: native(), To: native(), Pace: Pace{Workers: 4}})
	r.Output.Raw = io.Discard
	in := &frame.Input{Name: frame.StdinName, Frames: rawjson.NewFrames(&lines{line, 128 << 20 / len(line)}, 0)}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := r.Source(in); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 64<<20 {
		t.Errorf("the heap grew by %d MiB", grown>>20)
	}
}

// The first failing value ends a run; what came before it was written.
func TestStopAcrossBlocks(t *testing.T) {
	p, stdout, _ := frametest.Program(t)
	good := `{"convo":1,"messages":[],"title":"` + strings.Repeat("x", 1000) + "\"}\n"
	err := transformed(p, &Plan{From: native(), To: native(), Pace: Pace{Workers: 4}},
		strings.Repeat(good, 2000)+"{\n"+strings.Repeat(good, 2000))
	if f := frame.AsFailure(err); f.Code != frame.ExitUnreadable || f.Place.Line != 2001 {
		t.Errorf("%v", err)
	}
	if n := strings.Count(stdout(), "\n"); n != 2000 {
		t.Error(strconv.Itoa(n) + " lines were written")
	}
}

// A stream that is to be answered is not translated instead.
func TestAnsweredStreamIsNotLive(t *testing.T) {
	from, err := providers.Lookup("anthropic-stream")
	if err != nil {
		t.Fatal(err)
	}
	plan := &Plan{To: from, Aim: &Adaptation{}}
	if !plan.isLive(from) {
		t.Error("a stream is not translated as it comes")
	}
	plan.Answers = func(c *conv.Conversation, _ Context) ([]*conv.Conversation, error) {
		return []*conv.Conversation{c}, nil
	}
	if plan.isLive(from) {
		t.Error("nobody would be asked")
	}
}
