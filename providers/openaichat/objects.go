package openaichat

import (
	"sync"

	"convo/conv"
	"convo/conv/record"
)

// described holds the records of the objects.
type described struct {
	user      *record.Record[*inMessage, *conv.UserMessage]
	system    *record.Record[*inMessage, *conv.SystemMessage]
	assistant *record.Record[*inMessage, *said]
	result    *record.Record[*inMessage, *conv.ToolResultMessage]
	oldResult *record.Record[*inMessage, *conv.ToolResultMessage] // of a function

	text, refusal      *record.Record[*decoder, *conv.TextContent]
	thought            *record.Record[*decoder, *conv.ThinkingContent]
	image, audio, file *record.Record[*decoder, *mediaPart]
	url                *record.Record[*decoder, *mediaPart] // inside an image

	call             *record.Record[*decoder, *call]
	function, custom *record.Record[*decoder, *call] // inside a call
	legacy           *record.Record[*decoder, *call] // function_call

	body       *record.Record[*decoder, *requestBody]
	tool       *record.Record[*decoder, *conv.ToolDefinition]
	definition *record.Record[*decoder, *conv.ToolDefinition] // inside a tool
	choice     *record.Record[*decoder, *conv.ToolChoice]
	format     *record.Record[*decoder, *conv.ResponseFormat] // a format without a schema
	schema     *record.Record[*decoder, *conv.ResponseFormat]
}

var (
	all      described
	describe sync.Once
)

func objects() *described {
	describe.Do(func() {
		all = described{body: bodyRecord()}
		all.parts()
		all.calls()
		all.messages()
		all.tools()
		all.formats()
	})
	return &all
}

func (o *described) tools() {
	definition := func() *record.Record[*decoder, *conv.ToolDefinition] {
		return record.New[*decoder](residue, "", func(t *conv.ToolDefinition) *conv.Node { return &t.Node })
	}
	o.definition = record.Function(definition())
	o.tool = definition()
	record.Word(o.tool, "type", "function")
	record.Inside(o.tool, "function", o.definition)
	record.Known(o.tool, "cache_control", nil)

	choice := func() *record.Record[*decoder, *conv.ToolChoice] {
		return record.New[*decoder](residue, "", func(c *conv.ToolChoice) *conv.Node { return &c.Node })
	}
	o.choice = choice()
	record.Word(o.choice, "type", "function")
	named := choice()
	record.Str(named, "name", func(c *conv.ToolChoice) *string { return &c.Name })
	record.Inside(o.choice, "function", named)
}

func (o *described) formats() {
	format := func() *record.Record[*decoder, *conv.ResponseFormat] {
		return record.New[*decoder](residue, "", func(f *conv.ResponseFormat) *conv.Node { return &f.Node })
	}
	o.format = format()
	record.Derived(o.format, "type", formatType)
	record.Known(o.format, "json_schema", nil)
	o.schema = format()
	record.Word(o.schema, "type", "json_schema")
	schema := record.Schema(format())
	schema.Then = func(f *conv.ResponseFormat) { f.Type = "jsonSchema" }
	record.Inside(o.schema, "json_schema", schema)
}
