package mcp

import (
	"sync"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// The descriptions of a request and of a tool, made once.
var (
	described sync.Once
	request   *record.Record[*decoder, *body]
	tool      *record.Record[*decoder, *conv.ToolDefinition]
)

func describe() { described.Do(func() { request, tool = bodyRecord(), toolRecord() }) }

func bodyRecord() *record.Record[*decoder, *body] {
	r := record.New[*decoder](own, "request", func(b *body) *conv.Node { return &b.Node })
	record.Field(r, "messages", func(d *decoder, _ *body) { d.Each(d.Skipped(), "messages", d.message) }, writeMessages)
	record.OptStr(r, "systemPrompt", func(b *body) *string { return &b.SystemPrompt })
	record.OptStr(r, "description", func(b *body) *string { return &b.Title })
	record.OptNumber(r, "maxTokens", func(b *body) *conv.Number { return &b.q.MaxTokens })
	record.If(r, func(b *body) bool {
		return own.Get(&b.Node, hintPrompt) == "" || own.Get(&b.q.Node, format.Unasked) != conv.Raw(b.q.MaxTokens)
	})
	record.OptNumber(r, "temperature", func(b *body) *conv.Number { return &b.q.Temperature })
	record.Field(r, "stopSequences",
		func(d *decoder, b *body) {
			for range d.Elements {
				b.q.Stop = append(b.q.Stop, d.Str())
			}
			if b.q.Stop == nil {
				own.SetBlank(&b.Node, "stopSequences", "[]")
			}
		},
		func(w *rawjson.Writer, b *body) { w.OptStrings("stopSequences", b.q.Stop) }).Of(rawjson.Array)
	record.Field(r, "tools",
		func(d *decoder, b *body) {
			for range d.Elements {
				b.Tools = append(b.Tools, conv.ToolDefinition{})
				if d.WantObject("a tool") {
					record.Read(tool, d, &b.Tools[len(b.Tools)-1])
				}
			}
			if b.Tools == nil {
				own.SetBlank(&b.Node, "tools", "[]")
			}
		},
		func(w *rawjson.Writer, b *body) {
			if len(b.Tools) > 0 {
				w.ArrayField("tools")
				for i := range b.Tools {
					record.Write(tool, w, &b.Tools[i])
				}
				w.EndArray()
			}
		}).Of(rawjson.Array)
	record.Field(r, "toolChoice",
		func(d *decoder, b *body) {
			choice := d.Raw()
			mode := conv.ChoiceMode(parts.Str(choice, "mode"))
			if known := mode == conv.ChoiceAuto || mode == conv.ChoiceNone || mode == conv.ChoiceRequired; known && choice.Without("mode") == "{}" {
				b.q.ToolChoice = &conv.ToolChoice{Mode: mode}
			} else {
				own.Set(&b.Node, "toolChoice", choice)
			}
		},
		func(w *rawjson.Writer, b *body) {
			if t := b.q.ToolChoice; t != nil {
				w.RawField("toolChoice", `{"mode":`+rawjson.Quoted(string(t.Mode))+"}")
			}
		}).Of(rawjson.Object)
	record.KnownAll(r, nil, "modelPreferences", "includeContext", "metadata", "_meta")
	return r
}

func toolRecord() *record.Record[*decoder, *conv.ToolDefinition] {
	r := record.New[*decoder](own, "tool", func(t *conv.ToolDefinition) *conv.Node { return &t.Node })
	record.Str(r, "name", func(t *conv.ToolDefinition) *string { return &t.Name })
	record.OptStr(r, "description", func(t *conv.ToolDefinition) *string { return &t.Description })
	record.OptRaw(r, "inputSchema", func(t *conv.ToolDefinition) *conv.Raw { return &t.Parameters })
	record.KnownAll(r, nil, "title", "icons", "annotations", "outputSchema", "execution", "_meta")
	return r
}
