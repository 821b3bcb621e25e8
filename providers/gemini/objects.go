package gemini

import (
	"slices"
	"strings"
	"sync"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/record"
	"convo/conv/shape"
)

// described is the descriptions of the objects.
type described struct {
	part         *record.Record[*decoder, *part]
	inline, file *record.Record[*decoder, *conv.Media] // inside a part
	call         *record.Record[*decoder, *called]
	response     *record.Record[*decoder, *responded]
	function     *record.Record[*decoder, *declared]
	parameters   *record.Record[*decoder, *asking]
	choice       *record.Record[*decoder, *chosen]
	thinking     *record.Record[*decoder, *thinking]
	candidate    *record.Record[*decoder, *answer]
}

var (
	all      described
	describe sync.Once
)

func objects() *described {
	describe.Do(func() {
		all = described{
			part: partRecord("", ""), call: callRecord(), response: responseRecord(), function: functionRecord(),
			choice: choiceRecord(), thinking: thinkingRecord(), candidate: candidateRecord(),
		}
		all.inline, all.file = mediaRecords()
		all.parameters = parameterRecord()
	})
	return &all
}

// partRecord is a part: one of several kinds of data and the fields next to it. Its
// shape has only some kinds.
func partRecord(name, kinds string) *record.Record[*decoder, *part] {
	r := record.New[*decoder](residue, name, func(p *part) *conv.Node { return &p.Node })
	record.Field(r, "thought", func(d *decoder, p *part) { p.thought = d.in.OptBool() }, nil).May(shape.Bool)
	record.Field(r, "thoughtSignature", func(d *decoder, p *part) { p.signature, p.signed = d.in.Str(), true }, nil).May(shape.String)
	record.KnownAll(r, shape.Any, "mediaResolution", "mediaProcessing")
	record.KnownAll(r, record.LooseObject, "videoMetadata", "partMetadata", "speechMetadata")
	shown := strings.Fields(kinds)
	data := func(kind string, read func(d *decoder, p *part), is func() *shape.Shape) {
		data := record.Field(r, kind, func(d *decoder, p *part) {
			read(d, p)
			p.several = p.several || p.kind != "" && p.kind != kind
			p.kind = kind
		}, nil)
		if slices.Contains(shown, kind) {
			data.May(is)
		}
	}
	unread := func(*decoder, *part) {}
	data("text", func(d *decoder, p *part) { p.text = d.in.Text(&p.Node) }, shape.String)
	data("inlineData", func(d *decoder, p *part) { d.media(p, objects().inline) }, func() *shape.Shape { return record.Shape(objects().inline) })
	data("fileData", func(d *decoder, p *part) { d.media(p, objects().file) }, func() *shape.Shape { return record.Shape(objects().file) })
	data("toolResponse", unread, shape.Anything)
	data("executableCode", unread, shape.Anything)
	data("codeExecutionResult", unread, shape.Anything)
	audio := record.Known(r, "audioTranscription", nil)
	if slices.Contains(shown, "audioTranscription") {
		audio.May(shape.Anything)
	}
	data("functionResponse", (*decoder).response, func() *shape.Shape { return record.Shape(objects().response) })
	data("functionCall", (*decoder).call, func() *shape.Shape { return record.Shape(objects().call) })
	data("toolCall", unread, shape.Anything)
	return r
}

// mediaRecords are data and the address of a file.
func mediaRecords() (inline, file *record.Record[*decoder, *conv.Media]) {
	node := func(m *conv.Media) *conv.Node { return &m.Node }
	mime := func(m *conv.Media) *string { return &m.MIMEType }
	inline = record.New[*decoder](residue, "inline_data", node)
	inline.Outer = "inlineData"
	record.OptStr(inline, "mimeType", mime).Must(shape.Full)
	record.Field(inline, "data", func(d *decoder, m *conv.Media) { m.Data = standard(&m.Node, d.in.Text(&m.Node)) }, writeData).
		Of(rawjson.String).Must(shape.Base64)
	record.Known(inline, "displayName", record.LooseString)
	file = record.New[*decoder](residue, "file_data", node)
	file.Outer = "fileData"
	record.OptStr(file, "mimeType", mime).May(record.LooseString)
	record.Field(file, "fileUri", (*decoder).file, func(w *rawjson.Writer, m *conv.Media) {
		w.Key(residue.Key(&m.Node, "fileUri"))
		conv.WriteText(w, &m.Node, m.URL+m.FileID)
	}).Of(rawjson.String).Must(shape.Full)
	record.Known(file, "displayName", record.LooseString)
	return inline, file
}

// callRecord is a call.
func callRecord() *record.Record[*decoder, *called] {
	r := record.New[*decoder](residue, "function_call", func(c *called) *conv.Node { return &c.of.Node })
	r.Outer = "functionCall"
	record.OptStr(r, "id", func(c *called) *string { return &c.id }).Of(rawjson.Invalid)
	record.OptStr(r, "name", func(c *called) *string { return &c.of.Name }).Of(rawjson.Invalid).Must(shape.String)
	record.Field(r, "args", (*decoder).arguments, writeArguments).May(record.LooseObject)
	record.Absent(r, func(c *called) { residue.SetHint(&c.of.Node, "args", "null") })
	record.Known(r, "partialArgs", shape.Any)
	record.Known(r, "willContinue", record.LooseBool)
	r.Then = func(c *called) { c.of.ID = c.id }
	return r
}

// responseRecord is the result of a call.
func responseRecord() *record.Record[*decoder, *responded] {
	r := record.New[*decoder](residue, "function_response", func(m *responded) *conv.Node { return &m.of.Node })
	r.Outer = "functionResponse"
	record.OptStr(r, "id", func(m *responded) *string { return &m.id }).Of(rawjson.Invalid)
	record.OptStr(r, "name", func(m *responded) *string { return &m.of.ToolName }).Of(rawjson.Invalid).Must(shape.String)
	record.Field(r, "response", (*decoder).output, writeOutput).Due(record.LooseObject)
	record.Absent(r, func(m *responded) { residue.SetHint(&m.of.Node, "response", "null") })
	record.Field(r, "parts", (*decoder).resultMedia, writeResultMedia).May(shape.Any)
	record.Known(r, "scheduling", record.LooseString)
	record.Known(r, "willContinue", record.LooseBool)
	r.Then = func(m *responded) {
		m.of.ToolCallID = m.id
		m.of.Content = append(m.of.Content, m.media...)
	}
	return r
}

// functionRecord is the declaration of a function.
func functionRecord() *record.Record[*decoder, *declared] {
	r := record.New[*decoder](residue, "function_declaration", func(t *declared) *conv.Node { return &t.of.Node })
	record.OptStr(r, "name", func(t *declared) *string { return &t.of.Name }).Must(shape.String)
	record.OptStr(r, "description", func(t *declared) *string { return &t.of.Description })
	record.Field(r, "parameters", func(d *decoder, t *declared) { t.own = d.in.Raw() }, func(w *rawjson.Writer, t *declared) {
		if t.of.Parameters != "" && !t.asJSON {
			writeOwn(w, &t.of.Node, residue.Key(&t.of.Node, "parameters"), "parameters", t.of.Parameters)
		}
	}).May(record.LooseObject).Says("A schema of OpenAPI 3.0, in part.")
	record.Field(r, "parametersJsonSchema", func(d *decoder, t *declared) { t.json = d.in.Raw() }, func(w *rawjson.Writer, t *declared) {
		if t.asJSON {
			w.OptRaw(residue.Key(&t.of.Node, "parametersJsonSchema"), t.of.Parameters)
		}
	}).May(shape.Any)
	record.Known(r, "behavior", record.LooseString)
	record.Known(r, "response", record.LooseObject)
	record.Known(r, "responseJsonSchema", shape.Any)
	return r
}
