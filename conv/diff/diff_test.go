package diff_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/diff"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// The formats of the tests. Two can be written, of which one has a word for tools.
var (
	one  = &format.Format{Name: "one"}
	bare = &format.Format{Name: "bare", Write: func(*rawjson.Writer, *conv.Conversation) {}}
	rich = &format.Format{Name: "rich", Write: bare.Write, Capabilities: format.Capabilities{Features: format.Tools}}
)

func says(text string) *conv.AssistantMessage {
	return &conv.AssistantMessage{Content: []conv.AssistantContent{&conv.TextContent{Text: text}}}
}

func calls(name, arguments string) *conv.AssistantMessage {
	return &conv.AssistantMessage{Content: []conv.AssistantContent{&conv.ToolCall{ID: "c", Name: name, Arguments: conv.Raw(arguments)}}}
}

func compared(a, b []conv.Message) *diff.Result {
	return diff.Compare(diff.Side{Conversation: conv.NewConversation(a...), Format: one}, diff.Side{Conversation: conv.NewConversation(b...), Format: one})
}

// said is a result in few words.
func said(r *diff.Result) string {
	var out []string
	for _, v := range r.Values {
		out = append(out, valueSaid(v))
	}
	for _, m := range r.Messages {
		if m.Change == diff.Same {
			continue
		}
		s := fmt.Sprint(m.Change, " ", m.A, " ", m.B)
		for _, v := range m.Values {
			s += " " + valueSaid(v)
		}
		for _, b := range m.Blocks {
			if b.Change == diff.Same {
				continue
			}
			s += " " + string(b.Change) + piecesSaid(b.Text)
			for _, v := range b.Values {
				s += " " + valueSaid(v)
			}
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func valueSaid(v diff.Value) string {
	if v.Text != nil {
		return v.Path + piecesSaid(v.Text)
	}
	return v.Path + ":" + string(v.A) + "→" + string(v.B)
}

func piecesSaid(pieces []diff.Piece) (s string) {
	for _, p := range pieces {
		switch p.Change {
		case diff.Removed:
			s += "[-" + p.Text + "-]"
		case diff.Added:
			s += "{+" + p.Text + "+}"
		default:
			s += "(" + p.Text + ")"
		}
	}
	return s
}

func TestWhatBecameOfMessages(t *testing.T) {
	q, a, r, b := conv.UserText("When is high water today?"), says("At noon."), conv.UserText("And tomorrow?"), says("At one.")
	for name, c := range map[string]struct {
		a, b []conv.Message
		want string
	}{
		"same":          {[]conv.Message{q, a}, []conv.Message{conv.UserText("When is high water today?"), says("At noon.")}, ""},
		"added":         {[]conv.Message{q, a}, []conv.Message{q, a, r}, "added -1 2"},
		"removed":       {[]conv.Message{q, a, r, b}, []conv.Message{q, b}, "removed 1 -1; removed 2 -1"},
		"moved":         {[]conv.Message{q, a, r, b}, []conv.Message{q, b, a, r}, "moved 3 1"},
		"words":         {[]conv.Message{q}, []conv.Message{conv.UserText("When is low water today?")}, "changed 0 0 changed(When is )[-high-]{+low+}( water today?)"},
		"another":       {[]conv.Message{q, a}, []conv.Message{q, says("I do not know.")}, "changed 1 1 changed[-At noon.-]{+I do not know.+}"},
		"alike":         {[]conv.Message{q, a}, []conv.Message{r, conv.UserText("When is high water?"), a}, "added -1 0; changed 0 1 changed(When is high water)[- today-](?)"},
		"another role":  {[]conv.Message{q}, []conv.Message{says("When is high water today?")}, "removed 0 -1; added -1 0"},
		"arguments":     {[]conv.Message{calls("t", `{"a":1,"b":[1,2],"c":"x"}`)}, []conv.Message{calls("t", `{"b":[1,3],"a":1.0,"d e":null}`)}, `changed 0 0 changed b[1]:2→3 c:"x"→ ["d e"]:→null`},
		"elements":      {[]conv.Message{calls("t", `{"b":[1,2,3]}`)}, []conv.Message{calls("t", `{"b":[0,1,2,3]}`)}, `changed 0 0 changed b[0]:→0`},
		"another tool":  {[]conv.Message{calls("t", `{"a":1}`)}, []conv.Message{calls("u", `{"a":1}`)}, "changed 0 0 added removed"},
		"order of keys": {[]conv.Message{calls("t", `{"a":1,"b":"é"}`)}, []conv.Message{calls("t", `{"b":"\u00e9","a":1}`)}, ""},
	} {
		if have := said(compared(c.a, c.b)); have != c.want {
			t.Errorf("%s: %s, not %s", name, have, c.want)
		}
	}
}

type notice struct {
	conv.Custom
	Text string
}

func TestMessagesOfApplications(t *testing.T) {
	a, b := &notice{Text: "low water"}, &notice{Text: "high water"}
	if have := said(compared([]conv.Message{a}, []conv.Message{b})); have != `changed 0 0 data.Text[-low-]{+high+}( water)` {
		t.Error(have)
	}
	if have := said(compared([]conv.Message{a}, []conv.Message{&notice{Text: "low water"}})); have != "" {
		t.Error(have)
	}
}

func TestWhatOnlyOneFormatSays(t *testing.T) {
	a := conv.NewConversation(conv.UserText("hi"), &conv.AssistantMessage{Model: "m", StopReason: conv.StopNormal, Content: []conv.AssistantContent{
		&conv.ThinkingContent{Thinking: "hm"}, &conv.TextContent{Text: "x"}, &conv.TextContent{Text: "y"},
	}})
	b := conv.NewConversation(conv.UserText("hi"), says("x\ny"))
	a.Tools = []conv.ToolDefinition{{Name: "t"}}
	r := diff.Compare(diff.Side{Conversation: a, Format: rich}, diff.Side{Conversation: b, Format: bare})
	if !r.Equal() || fmt.Sprint(r.LeftOut) != "[{reasoning false} {models of answers false} {stop reasons false} {tool definitions false}]" {
		t.Errorf("%s %v", said(r), r.LeftOut)
	}
	// The other format has a word for tools.
	r = diff.Compare(diff.Side{Conversation: b, Format: bare}, diff.Side{Conversation: a, Format: rich})
	back := diff.Compare(diff.Side{Conversation: a, Format: bare}, diff.Side{Conversation: b, Format: rich})
	if !r.Equal() || said(back) != `tools.t:{}→` {
		t.Errorf("%s; %s", said(r), said(back))
	}
	// One format says all of it.
	r = diff.Compare(diff.Side{Conversation: a, Format: one}, diff.Side{Conversation: b, Format: one})
	if len(r.LeftOut) > 0 || said(r) != `tools.t:{}→; changed 1 1 model:"m"→ stopReason:"stop"→ removed changed(x){+`+"\n"+`y+} removed` {
		t.Errorf("%s %v", said(r), r.LeftOut)
	}
}

func TestWhatStandsAroundMessages(t *testing.T) {
	a, b := conv.NewConversation(), conv.NewConversation()
	a.SystemPrompt, b.SystemPrompt = "You are a pilot.", "You are a harbour pilot."
	a.Title, b.Request = "Tides", &conv.Request{MaxTokens: "9"}
	a.Tools = []conv.ToolDefinition{{Name: "t", Parameters: `{"type":"object"}`}}
	b.Tools = []conv.ToolDefinition{{Name: "t", Description: "d", Parameters: `{"type":"object"}`}}
	have := said(diff.Compare(diff.Side{Conversation: a, Format: one}, diff.Side{Conversation: b, Format: one}))
	if want := `title:"Tides"→; systemPrompt(You are a ){+harbour +}(pilot.); tools.t.description:→"d"; request.maxTokens:→9`; have != want {
		t.Errorf("%s, not %s", have, want)
	}
}

// The pieces of two texts, without what one of them lacks, are that text.
func TestPiecesAreTheTexts(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	words := []string{"a", "tide", " ", "5", ".", "'", "\n", ".", "é", "潮", "  ", "\xff", ""}
	text := func() (s string) {
		for range random.IntN(30) {
			s += words[random.IntN(len(words))]
		}
		return s
	}
	for range 5000 {
		a, b := text(), text()
		var x, y string
		for _, p := range diff.Texts(a, b) {
			if p.Text == "" {
				t.Fatalf("an empty piece of %q and %q", a, b)
			}
			if p.Change != diff.Added {
				x += p.Text
			}
			if p.Change != diff.Removed {
				y += p.Text
			}
		}
		if x != a || y != b {
			t.Fatalf("%q and %q became %q and %q", a, b, x, y)
		}
	}
}

// Every message of both is in the result once.
func TestEveryMessageIsInTheResult(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	list := func() (list []conv.Message) {
		for range random.IntN(12) {
			text := fmt.Sprintf("the tide is at %d", random.IntN(4))
			if random.IntN(2) == 0 {
				list = append(list, conv.UserText(text))
			} else {
				list = append(list, says(text))
			}
		}
		return list
	}
	for range 3000 {
		a, b := list(), list()
		r := compared(a, b)
		inA, inB, lastB := map[int]bool{}, map[int]bool{}, -1
		for _, m := range r.Messages {
			if m.A >= 0 && inA[m.A] || m.B >= 0 && m.B <= lastB {
				t.Fatalf("%v", r.Messages)
			}
			inA[m.A], inB[m.B] = true, true
			lastB = max(lastB, m.B)
		}
		delete(inA, -1)
		delete(inB, -1)
		if len(inA) != len(a) || len(inB) != len(b) {
			t.Fatalf("%d of %d, %d of %d: %s", len(inA), len(a), len(inB), len(b), said(r))
		}
	}
}

// Hostile sizes take time in proportion.
func TestLargeDifferencesTakeLittleTime(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	var many, others []conv.Message
	for i := range 6_000 {
		many, others = append(many, conv.UserText(fmt.Sprint("a", i))), append(others, conv.UserText(fmt.Sprint("b", i)))
	}
	var letters, alike strings.Builder
	for range 100_000 {
		letters.WriteString(string('a'+rune(random.IntN(2))) + " ")
		alike.WriteString(string('a'+rune(random.IntN(2))) + " ")
	}
	if r := compared(many, others); !r.Coarse && r.Count[diff.Changed] == 0 || r.Equal() {
		t.Error("all differ")
	}
	for _, c := range [][2]string{
		{strings.Repeat("x", 2<<20), strings.Repeat("y", 2<<20)},
		{letters.String(), alike.String()},
		{strings.Repeat("a b ", 80_000), strings.Repeat("b a ", 60_000)},
		{strings.ReplaceAll(letters.String(), " ", "\n"), strings.ReplaceAll(alike.String(), " ", "\n")},
	} {
		if len(diff.Texts(c[0], c[1])) == 0 {
			t.Error("nothing is said")
		}
	}
}

// What differs is said in proportion to what is compared, however deep or wide it is
// nested.
func TestSizeOfComparedValues(t *testing.T) {
	const size = 1 << 20
	one := strings.Repeat("[", 900) + "1" + strings.Repeat("]", 900)
	deep := "[" + one + strings.Repeat(","+one, size/len(one)) + "]"
	low := strings.Repeat("[", 900) + "1" + strings.Repeat(",1", size/2) + strings.Repeat("]", 900)
	for name, arguments := range map[string]string{
		"deep": `{"a":` + deep + `}`, "wide": `{"a":[1` + strings.Repeat(",1", size/2) + `]}`, "wide and deep": `{"a":` + low + `}`,
		"long name": `{"` + strings.Repeat("a", size/2) + `":[1` + strings.Repeat(",1", size/4) + `]}`,
	} {
		other := strings.ReplaceAll(arguments, "1", "2")
		r := compared([]conv.Message{calls("f", arguments)}, []conv.Message{calls("f", other)})
		if len(r.Messages) != 1 || len(r.Messages[0].Blocks) != 1 || len(r.Messages[0].Blocks[0].Values) == 0 {
			t.Errorf("%s: the difference is not found", name)
		}
		n := 0
		for _, v := range r.Messages[0].Blocks[0].Values {
			n += len(v.Path) + len(v.A) + len(v.B)
		}
		if n > 20*size {
			t.Errorf("%s: a result of %d bytes", name, n)
		}
	}
}

// Blocks of many kinds, and many texts of one message, are compared at once.
// Quadratic work takes minutes here.
func TestManyBlocks(t *testing.T) {
	a, b, texts := &conv.AssistantMessage{}, &conv.AssistantMessage{}, &conv.AssistantMessage{}
	for i := range 200_000 {
		a.Content = append(a.Content, &conv.TextContent{Text: "a" + strconv.Itoa(i)})
		b.Content = append(b.Content, &conv.ToolCall{ID: strconv.Itoa(i), Name: "f", Arguments: "{}"})
		texts.Content = append(texts.Content, &conv.TextContent{Text: "b" + strconv.Itoa(i)})
	}
	if r := compared([]conv.Message{a}, []conv.Message{b}); len(r.Messages) == 0 {
		t.Error("no difference")
	}
	if r := diff.Compare(diff.Side{Conversation: conv.NewConversation(a), Format: one}, diff.Side{Conversation: conv.NewConversation(texts), Format: rich}); len(r.Messages) == 0 {
		t.Error("no difference")
	}
}
