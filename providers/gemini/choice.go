package gemini

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// chosen is whether the model may or must call tools.
type chosen struct {
	of     *conv.ToolChoice
	mode   string
	names  []string
	listed conv.Raw // the names
}

func toolConfigRecord() *record.Record[*decoder, *asking] {
	r := record.New[*decoder](residue, "", (*asking).node)
	record.Field(r, "functionCallingConfig", (*decoder).choice, func(w *rawjson.Writer, a *asking) {
		if a.q.ToolChoice != nil {
			w.Key(residue.Key(a.node(), "functionCallingConfig"))
			record.Write(objects().choice, w, &chosen{of: a.q.ToolChoice})
		}
	})
	record.Absent(r, func(a *asking) { a.q.ToolChoice = nil })
	record.KnownAll(r, nil, "retrievalConfig", "includeServerSideToolInvocations")
	return r
}

func choiceRecord() *record.Record[*decoder, *chosen] {
	r := record.New[*decoder](residue, "", func(t *chosen) *conv.Node { return &t.of.Node })
	record.Field(r, "mode", func(d *decoder, t *chosen) { t.mode = d.in.Str() }, func(w *rawjson.Writer, t *chosen) {
		mode := wireMode(t.of.Mode)
		if hint := residue.Hint(&t.of.Node, "mode"); hint != "" && t.of.Mode == conv.ChoiceAuto {
			mode = hint.Text()
		}
		w.Field("mode", mode)
	})
	record.Field(r, "allowedFunctionNames",
		func(d *decoder, t *chosen) {
			at := d.in.Offset()
			t.names = nil
			for range d.in.Elements {
				t.names = append(t.names, d.in.Str())
			}
			t.listed = d.in.RawAt(at)
		},
		func(w *rawjson.Writer, t *chosen) {
			if t.of.Mode == conv.ChoiceTool {
				w.StringsField(residue.Key(&t.of.Node, "allowedFunctionNames"), []string{t.of.Name})
			}
		})
	record.Known(r, "streamFunctionCallArguments", nil)
	return r
}

// choice reads the tool choice. If the neutral model lacks its mode, it is residue.
func (d *decoder) choice(a *asking) {
	start := d.in.Offset()
	t := chosen{of: &conv.ToolChoice{}}
	record.Read(objects().choice, d, &t)
	a.q.ToolChoice = nil
	switch t.mode {
	case "AUTO", "VALIDATED":
		t.of.Mode = conv.ChoiceAuto
		if t.mode != "AUTO" {
			residue.SetHint(&t.of.Node, "mode", rawjson.Quoted(t.mode))
		}
	case "NONE":
		t.of.Mode = conv.ChoiceNone
	case "ANY":
		if t.of.Mode = conv.ChoiceRequired; len(t.names) == 1 && t.names[0] != "" {
			t.of.Mode, t.of.Name, t.listed = conv.ChoiceTool, t.names[0], ""
		}
	default:
		residue.Set(a.node(), "toolConfig.functionCallingConfig", d.in.RawAt(start))
		return
	}
	if t.listed != "" {
		residue.Set(&t.of.Node, "allowedFunctionNames", t.listed)
	}
	residue.Settle(&t.of.Node)
	a.q.ToolChoice = t.of
}

func wireMode(mode conv.ChoiceMode) string {
	switch mode {
	case conv.ChoiceRequired, conv.ChoiceTool:
		return "ANY"
	case conv.ChoiceNone:
		return "NONE"
	case conv.ChoiceAuto, "":
		return "AUTO"
	}
	panic("gemini: unknown tool choice " + string(mode))
}
