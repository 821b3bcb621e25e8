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
		for text, err := range payloads(bytes.NewReader(data)) {
			if err == nil {
				events = append(events, bytes.Clone(text))
			}
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
	notes := &conv.Notes{}
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
