package agui

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"convo/conv"
	"convo/conv/note"
)

// Whatever a stream says, in whatever order: live, its answers say the same as
// at rest, or a note of loss tells.
func TestLiveSaysAllOrNotes(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/formats/ag-ui-events/*/input.*")
	if len(files) < 20 {
		t.Fatal(files)
	}
	random := rand.New(rand.NewPCG(1, 2))
	var pool [][]byte
	var streams [][][]byte
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var events [][]byte
		for text := range eventTexts(data) {
			events = append(events, bytes.Clone(text))
		}
		streams, pool = append(streams, events), append(pool, events...)
	}
	for i, events := range streams {
		sameLive(t, files[i], events)
		for range 150 {
			sameLive(t, files[i], mutated(random, events, pool))
		}
	}
}

// mutated is a stream of which some events are left out, moved, repeated or
// come from other streams.
func mutated(random *rand.Rand, events, pool [][]byte) [][]byte {
	out := slices.Clone(events)
	for range 1 + random.IntN(4) {
		i := random.IntN(len(out))
		switch random.IntN(4) {
		case 0:
			if len(out) > 1 {
				out = slices.Delete(out, i, i+1)
			}
		case 1:
			j := random.IntN(len(out))
			out[i], out[j] = out[j], out[i]
		case 2:
			out = slices.Insert(out, random.IntN(len(out)+1), out[i])
		default:
			out = slices.Insert(out, i, pool[random.IntN(len(pool))])
		}
	}
	return out
}

func sameLive(t *testing.T, name string, events [][]byte) {
	t.Helper()
	stream := append(bytes.Join(events, []byte("\n")), '\n')
	var want map[string]string
	for c, err := range decodeStream(stream, nil) {
		if err != nil {
			return
		}
		want = sayings(c.Messages)
	}
	notes := &note.Notes{}
	var all []conv.Message
	a := &conv.Assembler{}
	for e, err := range streamEvents(bytes.NewReader(stream), notes) {
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, stream)
		}
		switch a.Add(e); e.Type {
		case conv.EventMessage:
			all = append(all, e.Other)
		case conv.EventDone, conv.EventError:
			all = append(all, a.Message())
			a = &conv.Assembler{}
		}
	}
	if got := sayings(all); !maps.Equal(want, got) && notes.Losses() == 0 {
		t.Fatalf("%s: live it says\n%v, not\n%v, without a note:\n%s", name, got, want, stream)
	}
}

// sayings is what messages say, under the ids of messages and calls.
func sayings(all []conv.Message) map[string]string {
	out := map[string]string{}
	add := func(kind, id, text string) {
		if text != "" {
			out[kind+" "+id] += text
		}
	}
	for _, m := range all {
		id := conv.MetaOf(m).ID
		switch m := m.(type) {
		case *conv.AssistantMessage:
			for _, b := range m.Content {
				switch b := b.(type) {
				case *conv.TextContent:
					add("text", id, b.Text)
				case *conv.ThinkingContent:
					add("reasoning", "", b.Thinking)
					add("signature", "", b.ThinkingSignature)
				case *conv.ToolCall:
					add("call", b.ID, b.Name+b.ArgumentsString()+b.ThoughtSignature)
				}
			}
			add("sealed", id, m.EncryptedValue)
			add("failed", "", m.ErrorMessage)
			if m.Usage != nil {
				add("usage", "", fmt.Sprint(wireCounts(m.Usage)))
			}
		case *conv.UserMessage:
			add("text", id, textOf(m.Content))
		case *conv.SystemMessage: // at rest the first is the prompt
		case *conv.ToolResultMessage:
			add("result", m.ToolCallID, textOf(m.Content))
		case *conv.CustomMessage:
			out["custom "+id] = m.CustomType + string(m.Data) // a later one replaces it
		}
	}
	for _, key := range []string{"reasoning ", "signature "} { // the order of answers may differ
		letters := []byte(out[key])
		slices.Sort(letters)
		out[key] = string(letters)
	}
	return out
}

// An activity whose metadata grows without end: at first each event repeats all of
// it, later it has what is new, a note says so, and at rest nothing is missing.
func TestActivityMetadataThatGrows(t *testing.T) {
	const many = 4000
	var stream bytes.Buffer
	for i := range many {
		fmt.Fprintf(&stream, `{"type":"ACTIVITY_SNAPSHOT","messageId":"p","activityType":"PLAN","content":{},"metadata":{"k%06d":1}}`+"\n", i)
	}
	notes := &note.Notes{}
	said, reports := 0, 0
	var last conv.Raw
	for e, err := range streamEvents(bytes.NewReader(stream.Bytes()), notes) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Type != conv.EventMessage {
			continue
		}
		last = conv.MetaOf(e.Other).Extensions.Get(family, "metadata")
		said += len(last)
		if reports++; reports == 3 && last != `{"k000000":1,"k000001":1,"k000002":1}` {
			t.Errorf("the third event says %s", last)
		}
	}
	if most := 17*stream.Len() + 2<<20; reports != many || said > most || notes.Losses() != 1 {
		t.Errorf("%d events of %d bytes, at most %d, %d losses", reports, said, most, notes.Losses())
	}
	if last != `{"k003999":1}` {
		t.Errorf("the last event says %.50s", last)
	}
	for c, err := range decodeStream(stream.Bytes(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if n := len(conv.MetaOf(c.Messages[0]).Extensions.Get(family, "metadata").Members()); n != many {
			t.Errorf("at rest: %d keys", n)
		}
	}
}
