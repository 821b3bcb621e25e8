package anthropic

import (
	"cmp"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// chosen is tool_choice and the request's field for calls in parallel.
type chosen struct {
	conv.ToolChoice
	parallel *bool
}

// choices are the types of a tool choice.
var choices = []struct {
	mode conv.ChoiceMode
	wire string
}{
	{conv.ChoiceAuto, "auto"}, {conv.ChoiceRequired, "any"}, {conv.ChoiceTool, "tool"}, {conv.ChoiceNone, "none"},
}

// choiceMode is the mode for a type, "" for an unknown type.
func choiceMode(wire string) conv.ChoiceMode {
	for _, c := range choices {
		if c.wire == wire {
			return c.mode
		}
	}
	return ""
}

func wireChoice(mode conv.ChoiceMode) string {
	for _, c := range choices {
		if c.mode == cmp.Or(mode, conv.ChoiceAuto) {
			return c.wire
		}
	}
	panic("anthropic: unknown tool choice " + string(mode))
}

func choiceRecord() *record.Record[*decoder, *chosen] {
	r := record.New[*decoder](residue, "tool_choice", func(t *chosen) *conv.Node { return &t.Node })
	record.Field(r, "type",
		func(d *decoder, t *chosen) { t.Mode = choiceMode(d.in.Str()) },
		func(w *rawjson.Writer, t *chosen) {
			w.Field("type", wireChoice(t.Mode))
		})
	record.OptText(r, "name", func(t *chosen) *string { return &t.Name })
	record.Field(r, "disable_parallel_tool_use",
		func(d *decoder, t *chosen) {
			if disable := d.in.OptBool(); disable != nil {
				parallel := !*disable
				t.parallel = &parallel
			}
		},
		func(w *rawjson.Writer, t *chosen) {
			if t.parallel != nil {
				w.BoolField("disable_parallel_tool_use", !*t.parallel)
			}
		})
	return r
}

// toolChoice reads whether the model may or must call tools, and whether
// several at once. An unknown type is residue.
func (d *decoder) toolChoice(q *conv.Request) {
	known := choiceMode(d.in.Tag("type")) != ""
	switch {
	case d.in.IsNull():
	case !known:
		d.in.Keep(&q.Node, "tool_choice")
	default:
		t := &chosen{}
		record.Read(objects().choice, d, t)
		q.ToolChoice, q.ParallelToolCalls = &t.ToolChoice, t.parallel
	}
}

func writeToolChoice(w *rawjson.Writer, q *conv.Request) {
	if q.ToolChoice == nil && q.ParallelToolCalls == nil {
		w.OptRaw("tool_choice", residue.Get(&q.Node, "tool_choice"))
		return
	}
	t := chosen{ToolChoice: conv.ToolChoice{Mode: conv.ChoiceAuto}, parallel: q.ParallelToolCalls}
	if q.ToolChoice != nil {
		t.ToolChoice = *q.ToolChoice
	}
	w.Key("tool_choice")
	record.Write(objects().choice, w, &t)
}
