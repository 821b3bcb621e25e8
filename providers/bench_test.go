package providers_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/fit"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers"
)

// agentRequests are generated Chat Completions requests with many tool calls,
// the same in each run.
func agentRequests(n int) (all [][]byte, size int64) {
	r := rand.New(rand.NewPCG(1, 0))
	text := func(n int) string {
		words := strings.Fields(`the tide at harbour "north" is été and err != nil { return \x }`)
		var b strings.Builder
		for b.Len() < n {
			b.WriteString(words[r.IntN(len(words))] + " \n"[r.IntN(20)/19:][:1])
		}
		return string(rawjson.AppendQuoted(nil, b.String()))
	}
	for range n {
		b := []byte(`{"model":"gpt-5.4-mini","messages":[{"role":"user","content":` + text(1000) + `}`)
		for i := range 40 {
			arguments := string(rawjson.AppendQuoted(nil, `{"path":`+text(20)+`,"text":`+text(r.IntN(400))+`}`))
			b = fmt.Appendf(b, `,{"role":"assistant","content":%s,"tool_calls":[{"id":"call_%d","type":"function","function":{"name":"write_file","arguments":%s}}]}`,
				text(r.IntN(300)), i, arguments)
			b = append(b, `,{"role":"tool","tool_call_id":"call_`+strconv.Itoa(i)+`","content":`+text(r.IntN(3000))+`}`...)
		}
		b = append(b, `]}`...)
		all, size = append(all, b), size+int64(len(b))
	}
	return all, size
}

// The cost of a conversion, step by step: checking, reading, all of it.
func BenchmarkConversion(b *testing.B) {
	from, _ := providers.Lookup("openai-chat")
	to, _ := providers.Lookup("anthropic")
	requests, size := agentRequests(20)
	b.Run("check", func(b *testing.B) {
		b.SetBytes(size)
		for b.Loop() {
			for _, data := range requests {
				c := rawjson.NewCursor(data)
				if c.Skip(); c.End() != nil {
					b.Fatal(c.Err())
				}
			}
		}
	})
	b.Run("read", func(b *testing.B) {
		b.SetBytes(size)
		b.ReportAllocs()
		for b.Loop() {
			for _, data := range requests {
				for _, err := range from.Decode(data, &note.Notes{}) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		}
	})
	b.Run("convert", func(b *testing.B) {
		b.SetBytes(size)
		b.ReportAllocs()
		w := rawjson.NewWriter(nil)
		for b.Loop() {
			for _, data := range requests {
				w.Reset()
				notes := &note.Notes{}
				for c, err := range from.Decode(data, notes) {
					if err != nil {
						b.Fatal(err)
					}
					to.Write(w, fit.To(adapt.For(c, to, nil, notes), to, notes))
				}
			}
		}
	})
}

// inPieces is the events of an answer whose text comes in n pieces.
func inPieces(n int) []conv.Event {
	all := []conv.Event{
		{Type: conv.EventStart, Message: &conv.AssistantMessage{ResponseID: "r_1", Model: "m"}},
		{Type: conv.EventTextStart, Block: &conv.TextContent{}},
	}
	for i := range n {
		all = append(all, conv.Event{Type: conv.EventTextDelta, Delta: " \"tide\"\n"[i%3:]})
	}
	return append(all, conv.Event{Type: conv.EventTextEnd},
		conv.Event{Type: conv.EventDone, Message: &conv.AssistantMessage{StopReason: conv.StopNormal}})
}

// The cost of an event of a stream that came in small pieces.
func BenchmarkStream(b *testing.B) {
	const events = 1000
	for _, name := range []string{"openai-chat-stream", "openai-responses-stream", "anthropic-stream", "gemini-stream", "ag-ui-events"} {
		b.Run(name, func(b *testing.B) {
			f, _ := providers.Lookup(name)
			w := rawjson.NewWriter(nil)
			out := f.Emit(w)
			for _, e := range inPieces(events) {
				out.Event(e)
			}
			out.Close()
			b.SetBytes(int64(len(w.Bytes())))
			b.ReportAllocs()
			allocs := testing.AllocsPerRun(10, func() {
				for _, err := range f.Decode(w.Bytes(), &note.Notes{Arena: &rawjson.Arena{}}) {
					if err != nil {
						b.Fatal(err)
					}
				}
			})
			for b.Loop() {
				for range f.Decode(w.Bytes(), &note.Notes{Arena: &rawjson.Arena{}}) {
				}
			}
			b.ReportMetric(allocs/events, "allocs/event")
		})
	}
}
