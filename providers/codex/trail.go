package codex

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// slot is an item of a rollout, or another line that is a message.
type slot struct {
	message conv.Message
	item    conv.Raw // the payload, "" if the line is not an item
	typed   bool     // a user typed it
	last    bool     // the last item of its message
	time    conv.Raw // literal of the time of its line

	lines    []conv.Raw // when reading: the lines after it
	copies   int        // when reading: how many of these may repeat texts of other messages
	skeleton conv.Raw   // see [decoder.skeleton]
	marks    conv.Raw   // see [marksOf]
}

// trail writes the lines that Codex has around the items of a conversation: the
// beginning and the end of turns, copies of texts for the screen, counts of
// tokens. A reader runs it too, to know which lines it must remember.
type trail struct {
	quiet bool // the file has no such lines
	turn  int
	open  bool     // a turn has begun
	said  conv.Raw // the last item with a text of the model
	total conv.Usage
	still bool // nobody asks for the lines
	out   []conv.Raw
	told  *[]conv.Raw     // when reading: the lines that the file has
	line  *rawjson.Writer // when reading: memory for the line at hand
}

// before returns the lines before the first item.
func (t *trail) before(next *slot) []conv.Raw {
	t.out = nil
	if next != nil && next.typed && !t.quiet {
		t.begin(next.time)
	}
	return t.out
}

// after returns the lines after an item.
func (t *trail) after(s, next *slot) []conv.Raw {
	if t.out = t.out[:0]; t.told == nil {
		t.out = nil // the caller keeps it
	}
	if t.quiet {
		return nil
	}
	if s.typed {
		t.event(s.time, "user_message", func(w *rawjson.Writer) { w.Field("message", typedBy(s.message)) })
	} else if s.item.Field("role") == `"assistant"` {
		t.said = s.item
		t.event(s.time, "agent_message", func(w *rawjson.Writer) { w.Field("message", textOf(t.said)) })
	}
	if a, ok := s.message.(*conv.AssistantMessage); ok && s.last && a.Usage != nil {
		t.total.Add(a.Usage)
		t.event(s.time, "token_count", func(w *rawjson.Writer) { t.counts(w, a.Usage) })
	}
	if t.open && (next == nil || next.typed) {
		t.end(s.time)
	}
	if next != nil && next.typed {
		t.begin(next.time)
	}
	return t.out
}

func (t *trail) begin(at conv.Raw) {
	t.turn++
	t.open, t.said = true, ""
	t.event(at, "task_started", func(w *rawjson.Writer) { w.Field("turn_id", turnID(t.turn)) })
}

func (t *trail) end(at conv.Raw) {
	t.open = false
	t.event(at, "task_complete", func(w *rawjson.Writer) {
		w.Field("turn_id", turnID(t.turn))
		if w.Key("last_agent_message"); textOf(t.said) == "" {
			w.Null()
		} else {
			w.Str(textOf(t.said))
		}
	})
}

// counts writes what an answer cost, and what all so far did.
func (t *trail) counts(w *rawjson.Writer, u *conv.Usage) {
	w.ObjectField("info")
	w.Key("total_token_usage")
	writeUsage(w, &t.total)
	w.Key("last_token_usage")
	writeUsage(w, u)
	w.RawField("model_context_window", "null")
	w.EndObject()
	w.RawField("rate_limits", "null")
}

func (t *trail) event(at conv.Raw, what string, fields func(*rawjson.Writer)) {
	switch {
	case t.still:
		return
	case t.told == nil:
		t.out = append(t.out, event(at, what, fields))
		return
	}
	now := conv.Raw("") // the file has another line: nobody asks for this one
	if n := len(t.out); n < len(*t.told) && isAt((*t.told)[n], at) && (n == 0 || t.out[n-1] == (*t.told)[n-1]) {
		if t.line == nil {
			t.line = rawjson.NewWriter(nil)
		}
		t.line.Reset()
		writeEvent(t.line, at, what, fields)
		if line := (*t.told)[n]; string(t.line.Bytes()) == string(line) {
			now = line
		}
	}
	t.out = append(t.out, now)
}

// isAt reports whether a line may be one of ours with a time.
func isAt(line, at conv.Raw) bool {
	rest, ok := strings.CutPrefix(string(line), `{"timestamp":`)
	return at == "" || ok && strings.HasPrefix(rest, string(at))
}

// event is a line for the screen.
func event(at conv.Raw, what string, fields func(*rawjson.Writer)) conv.Raw {
	return rawjson.Written(func(w *rawjson.Writer) { writeEvent(w, at, what, fields) })
}

func writeEvent(w *rawjson.Writer, at conv.Raw, what string, fields func(*rawjson.Writer)) {
	beginLine(w, at, kindEvent)
	w.BeginObject()
	w.Field("type", what)
	fields(w)
	w.EndObject()
	w.EndObject()
}

// beginLine writes a line up to its payload.
func beginLine(w *rawjson.Writer, at conv.Raw, kind string) {
	w.BeginObject()
	w.OptRaw("timestamp", at)
	w.Field("type", kind)
	w.Key("payload")
}

func turnID(n int) string { return madeTurn + digits(uint64(n)) }

// readUsage reads token counts. input_tokens includes what was read from and
// written to a cache, output_tokens includes reasoning.
func readUsage(c *rawjson.Cursor) *conv.Usage {
	u := &conv.Usage{}
	var input int64
	for key := range c.FieldsOnly {
		if c.Kind() != rawjson.Num {
			continue
		}
		n, ok := c.Number().Int()
		if !ok || n < 0 {
			continue
		}
		switch key {
		case "input_tokens":
			input = n
		case "cached_input_tokens":
			u.CacheRead = n
		case "cache_write_input_tokens":
			u.CacheWrite = n
		case "output_tokens":
			u.Output = n
		case "reasoning_output_tokens":
			u.Reasoning = n
		}
	}
	u.Input = max(0, input-u.CacheRead-u.CacheWrite)
	return u
}

func writeUsage(w *rawjson.Writer, u *conv.Usage) {
	w.BeginObject()
	w.IntField("input_tokens", rawjson.Sum(rawjson.Sum(u.Input, u.CacheRead), u.CacheWrite))
	w.IntField("cached_input_tokens", u.CacheRead)
	if u.CacheWrite != 0 {
		w.IntField("cache_write_input_tokens", u.CacheWrite)
	}
	w.IntField("output_tokens", u.Output)
	w.IntField("reasoning_output_tokens", u.Reasoning)
	w.IntField("total_tokens", u.AllTokens())
	w.EndObject()
}
