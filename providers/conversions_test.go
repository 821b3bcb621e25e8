package providers_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convo/conv"
	"convo/conv/adapt"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/conv/note"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// What a user sees of a conversion: the body and the notes. A case is a file of
// testdata/conversions: a description, then sections:
//
//	-- FORMAT --             the input
//	-- to FORMAT --          the same in another format; "to A to B": converted twice
//	-- for PROVIDER/MODEL FORMAT ABILITY… -- the same for a model, see targetOf
//	-- notes of to FORMAT -- the notes

func TestConversions(t *testing.T) {
	files, _ := filepath.Glob(testdata + "conversions/*.txtar")
	if len(files) == 0 {
		t.Fatal("no conversions")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { conversionCase(t, file) })
	}
}

func conversionCase(t *testing.T, file string) {
	want, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(want.Comment) == 0 || len(want.Files) < 2 {
		t.Fatal("a case says what it is about, and has an input and what becomes of it")
	}
	input := want.Files[0]
	got := &txtar.Archive{Comment: want.Comment, Files: want.Files[:1:1]}
	for _, f := range want.Files[1:] {
		var body, notes string
		if way, ok := strings.CutPrefix(f.Name, "to "); ok {
			body, notes = converted(t, input, strings.Split(way, " to "))
		} else if way, ok := strings.CutPrefix(f.Name, "for "); ok {
			body, notes = adapted(t, input, strings.Fields(way))
		} else {
			continue
		}
		got.Files = append(got.Files, txtar.File{Name: f.Name, Data: []byte(body)})
		if notes != "" {
			got.Files = append(got.Files, txtar.File{Name: "notes of " + f.Name, Data: []byte(notes)})
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(string(txtar.Format(want)), string(txtar.Format(got))); d != "" {
		t.Errorf("%s:\n%s", file, d)
	}
}

// converted returns an input after one conversion or more, each reading what
// the previous one wrote, and all notes.
func converted(t *testing.T, input txtar.File, targets []string) (body, said string) {
	t.Helper()
	from, data := lookup(t, input.Name), input.Data
	if from.Unit != format.StreamUnit {
		data = []byte(strings.TrimSpace(string(data)))
	}
	for _, target := range targets {
		to, notes := lookup(t, target), &note.Notes{All: true}
		c := decoded(t, from, data, notes)
		if from.Family != to.Family {
			c = adapt.For(c, to, nil, notes)
		}
		out := written(to, fit.To(c, to, notes))
		said += noteText(data, notes)
		from, data = to, out
	}
	if from.Unit == format.StreamUnit {
		return string(data), said
	}
	return spread(string(data)), said
}

// adapted returns an input adapted for a model, and the notes.
func adapted(t *testing.T, input txtar.File, words []string) (body, said string) {
	t.Helper()
	from, to := lookup(t, input.Name), lookup(t, words[1])
	data := []byte(strings.TrimSpace(string(input.Data)))
	target := targetOf(t, words)
	target.From = from.Protocol
	notes := &note.Notes{All: true}
	c := fit.To(adapt.For(decoded(t, from, data, notes), to, target, notes), to, notes)
	return spread(string(written(to, c))), noteText(data, notes)
}

// targetOf returns the model that a section names: PROVIDER/MODEL, the format,
// and its abilities and options. "-" is no model.
func targetOf(t *testing.T, words []string) *format.TargetModel {
	t.Helper()
	target := &format.TargetModel{}
	if words[0] != "-" {
		target.Provider, target.Model, _ = strings.Cut(words[0], "/")
	}
	for _, word := range words[2:] {
		key, value, _ := strings.Cut(word, "=")
		switch word {
		case "thinking=text":
			target.Thinking = format.ThinkingText
		case "repair=drop":
			target.Repair = format.RepairDrop
		case "prefill=drop":
			target.Prefill = format.PrefillDrop
		case "aborted=keep":
			target.KeepAborted = true
		case "reasoning=no":
			target.NoReasoning = true
		case "instructions=developer":
			target.Instructions = conv.RoleDeveloper
		case "custom=say":
			target.Project = []conv.Projection{sayCustom}
		default:
			if key != "input" {
				t.Fatalf("nobody knows the ability %q", word)
			}
			target.KnowsInput = true
			for name := range strings.SplitSeq(value, ",") {
				target.Input |= map[string]format.Blocks{
					"image": format.ImageBlock, "audio": format.AudioBlock, "video": format.VideoBlock, "document": format.DocumentBlock,
				}[name]
			}
		}
	}
	return target
}

// sayCustom gives entries of an application a text for models.
func sayCustom(m conv.Message) ([]conv.ModelMessage, bool) {
	x, ok := m.(*conv.CustomMessage)
	if !ok {
		return nil, false
	}
	return []conv.ModelMessage{conv.UserText("[system] " + x.CustomType)}, true
}

// spread breaks a compact body into lines: one for each message, block and
// tool.
func spread(s string) string {
	return strings.NewReplacer(
		`{"role"`, "\n  {\"role\"", `{"type"`, "\n    {\"type\"", `{"id"`, "\n    {\"id\"", `{"name"`, "\n    {\"name\"",
	).Replace(s) + "\n"
}

// An answer that is converted while it is streamed equals the answer converted
// whole.
func TestStreamsConvertAsAnswersDo(t *testing.T) {
	answers(t, func(t *testing.T, protocol, dir string) {
		for _, target := range protocols {
			if target == protocol {
				continue
			}
			become := func(file, kind string) string {
				from, to := lookup(t, protocol+kind), lookup(t, target+kind)
				c := adapt.For(decoded(t, from, read(t, dir+file), nil), to, nil, nil)
				back := decoded(t, to, written(to, fit.To(c, to, nil)), nil)
				mend(back)
				return native(back)
			}
			rest, streamed := become("/response.json", "-response"), become("/stream.sse", "-stream")
			if rest != streamed {
				t.Errorf("streamed to %s it is another answer:\n%s", target, diff(rest, streamed))
			}
		}
	})
}

// mend forgets the text of arguments that are not JSON, which only a stream can
// hold.
func mend(c *conv.Conversation) {
	m := c.Messages[0].(*conv.AssistantMessage)
	m.Diagnostics = nil
	for _, call := range m.Content {
		if call, ok := call.(*conv.ToolCall); ok {
			call.ArgumentsText = nil
		}
	}
}

// protocols have answers both whole and as streams.
var protocols = []string{"anthropic", "openai-chat", "openai-responses", "gemini"}

// answers passes each answer in the test data.
func answers(t *testing.T, test func(t *testing.T, protocol, dir string)) {
	for _, protocol := range protocols {
		dirs, _ := filepath.Glob(testdata + "replies/" + protocol + "/*")
		if len(dirs) == 0 {
			t.Fatalf("no answers of %s", protocol)
		}
		for _, dir := range dirs {
			t.Run(protocol+"/"+filepath.Base(dir), func(t *testing.T) { test(t, protocol, dir) })
		}
	}
}

// The end of an answer survives every pair of formats: the reason stays, and a
// reason that the target lacks is noted.
func TestStopReasonsOverAllPairs(t *testing.T) {
	pairs(t, func(t *testing.T, from, to *format.Format) {
		for _, word := range from.Capabilities.StopWords {
			m := conv.AssistantText("hi")
			m.StopReason = word.Reason
			m.StopDetail = &conv.StopDetail{Raw: word.Raw, Kind: word.Kind}
			notes := &note.Notes{}
			fit := fit.To(&conv.Conversation{Messages: []conv.Message{m}}, to, notes)
			back := decoded(t, to, written(to, fit), nil)
			got := back.Messages[len(back.Messages)-1].(*conv.AssistantMessage)
			var kind conv.StopKind
			if got.StopDetail != nil {
				kind = got.StopDetail.Kind
			}
			if to.Capabilities.Features&format.StopReasons != 0 && got.StopReason != word.Reason && word.Reason != "" && notes.Losses() == 0 {
				t.Errorf("%s %q (%s) became %q without a word", from.Name, word.Raw, word.Reason, got.StopReason)
			}
			if kind != word.Kind && notes.Losses() == 0 && saysMore(word) {
				t.Errorf("%s %q is no longer %q, without a word", from.Name, word.Raw, word.Kind)
			}
		}
	})
}

// saysMore reports whether a stop is not the normal end of an answer.
func saysMore(w format.StopWord) bool {
	return w.Reason != conv.StopNormal && w.Reason != conv.StopToolUse && w.Kind != ""
}

// An adapted conversation needs no more adapting: the second time gives the
// same body.
func TestAdaptingTwiceIsAdaptingOnce(t *testing.T) {
	runsWhole(t)
	all := corpus(t)
	formats(t, func(t *testing.T, f *format.Format) {
		for name, c := range all {
			before := native(c)
			once := decoded(t, f, written(f, fit.To(adapt.For(c, f, nil, nil), f, nil)), nil)
			notes := &note.Notes{}
			if twice := adapt.For(once, f, nil, notes); native(twice) != native(once) || len(notes.List()) > 0 {
				t.Errorf("%s: adapted again it changes, %v:\n%s", name, notes.List(), diff(native(once), native(twice)))
			}
			if native(c) != before {
				t.Errorf("%s: Adapt changed its input", name)
			}
		}
	})
}
