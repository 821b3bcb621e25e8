package claudecode

import (
	"slices"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// A template is a line without what its message says: see the package comment. In
// the object "message", 1 stands for the value of the answer's last line. Content
// is 0 for all of it, "s" for a string, a number of blocks, or the skeletons of
// blocks. [VALUE] is a value that nothing replaces.

const (
	oneLine   = "line"
	manyLines = "lines"
	hintAfter = "~after" // the id of the line before it, and a number of lines without an id after that
)

// keep keeps the templates of a message, unless it is written so anyway.
func (d *decoder) keep(s *chain, r reading, places map[int]place) {
	if r.of == value {
		return
	}
	list := d.out.Messages[r.first : r.first+r.n]
	m := list[0]
	if a, ok := m.(*conv.AssistantMessage); ok && strings.HasPrefix(a.ResponseID, madeAnswers) && a.ResponseID == madeAnswer(r.first) {
		a.ResponseID = ""
	}
	if d.notes.WantKeysOnly() {
		if key := d.surelyKept(r); key != "" {
			conv.MetaOf(m).Extensions.Set(family, key, "{}")
			return
		}
	}
	fields := d.wireFields(list, r.first)
	t := &templates{Cursor: d.again, decoder: d, chain: s, reading: r, fields: rawjson.FieldsOf(fields)}
	all := make([]conv.Raw, 0, len(r.lines))
	for k := range slices.Backward(r.lines) {
		all = append(all, t.line(k, places))
	}
	slices.Reverse(all)
	if s.mayBePlain(m, all) && slices.Equal(all, s.plain(list, fields)) {
		return
	}
	keepTemplates(conv.MetaOf(m), all)
}

// keepTemplates gives a message the templates of its lines.
func keepTemplates(m *conv.Meta, all []conv.Raw) {
	if len(all) == 1 {
		m.Extensions.Set(family, oneLine, all[0])
	} else {
		m.Extensions.Set(family, manyLines, rawjson.ArrayOf(all))
	}
}

// templates makes the templates of one message.
type templates struct {
	*rawjson.Cursor
	*decoder
	*chain
	reading
	fields rawjson.Fields // of the message as it is written
	last   rawjson.Fields // of the message in the last line
}

func (t *templates) line(k int, places map[int]place) conv.Raw {
	i := t.reading.lines[k]
	l := t.part.lines[i]
	meta := conv.MetaOf(t.out.Messages[t.first])
	e := t.chain.envelope(t.out.Messages, t.first, k)
	if k > 0 {
		e.parent = t.part.lines[t.reading.lines[k-1]].uuid
	}
	if meta.ID == "" && k == 0 {
		e.uuid = ""
	}
	w := t.template
	w.Reset()
	w.BeginObject()
	if at, ok := places[i]; ok {
		w.OptRaw(hintAfter, conv.Raw(`[`+string(rawjson.Quoted(at.after))+`,`+strconv.Itoa(at.skip)+`]`))
	}
	t.Rewind(l.offset)
	t.seen.Reset()
	for key := range t.Fields {
		data := t.of == other && key != "timestamp" && !slices.Contains(common, key)
		if data && !t.seen.Add(key) {
			continue
		}
		w.Key(key)
		switch {
		case key == "message" && t.of != other && t.of != queued && t.of != filed:
			t.message(w, k)
		case t.of == filed && key == "attachment":
			w.Raw(withFile(t.Raw(), l.file.mime != "", func(string) conv.Raw { return "0" }))
		case t.of == queued && (key == "attachment" || key == "content"):
			t.queued(w, key)
		case data:
			t.Skip()
			w.Raw("1")
		default:
			v := t.Raw()
			switch {
			case t.chain.says(key, v, e):
				w.Raw("0")
			case key == "parentUuid" && l.parent != "" && l.up < 0:
				w.Raw("[" + v + "]")
			case isSaid(key):
				w.Raw(packed(v))
			default:
				w.Raw(v)
			}
		}
	}
	w.EndObject()
	return t.same(w.Bytes())
}

// same returns a template as text. Equal ones share it.
func (d *decoder) same(b []byte) conv.Raw {
	if t, ok := d.templates[string(b)]; ok {
		return t
	}
	t := conv.Raw(d.Hold(b))
	d.templates[string(t)] = t
	return t
}

func (t *templates) message(w *rawjson.Writer, k int) {
	final := k == len(t.reading.lines)-1
	w.BeginObject()
	for key := range t.Fields {
		w.Key(key)
		if key == "content" {
			t.content(w)
			continue
		}
		v := t.Raw()
		if final && k > 0 {
			t.last.Add(rawjson.Member{Key: key, Value: v})
		}
		switch {
		case v == t.fields.Get(key):
			w.Raw("0")
		case !final && v == t.last.Get(key):
			w.Raw("1")
		default:
			w.Raw(packed(v))
		}
	}
	w.EndObject()
}

// content writes the template of content.
func (t *templates) content(w *rawjson.Writer) {
	if t.Kind() != rawjson.Array {
		t.Skip()
		if t.of == answer {
			w.Str("s")
		} else {
			w.Raw("0")
		}
		return
	}
	skeleton, n, alike := blocksSkeleton(t.skeleton[:0], t.Cursor)
	t.skeleton = skeleton
	switch {
	case t.of == answer && alike && len(t.reading.lines) > 1:
		w.Int(int64(n))
	case alike && (t.of == answer || !isOneText(t.out.Messages[t.first:t.first+t.n])):
		w.Raw("0")
	default:
		w.Raw(conv.Raw(rawjson.TextOf(skeleton)))
	}
}

// isOneText reports whether messages are written as one string.
func isOneText(list []conv.Message) bool {
	if _, ok := list[0].(*conv.CompactionSummary); ok {
		return true
	}
	m, ok := list[0].(*conv.UserMessage)
	if !ok || len(list) != 1 || len(m.Content) != 1 {
		return false
	}
	t, ok := m.Content[0].(*conv.TextContent)
	return ok && len(t.Extensions) == 0
}

// queued writes the template of a prompt in the queue.
func (t *templates) queued(w *rawjson.Writer, key string) {
	if key == "content" {
		t.content(w)
		return
	}
	w.BeginObject()
	for key := range t.Fields {
		w.Key(key)
		if key == "prompt" {
			t.content(w)
		} else {
			w.Raw(packed(t.Raw()))
		}
	}
	w.EndObject()
}

// isSaid reports whether a message or those before it may say a field.
func isSaid(key string) bool {
	switch key {
	case "parentUuid", "logicalParentUuid", "uuid", "timestamp", "cwd", "gitBranch", "sessionId", "version", "agentId",
		"toolUseResult", "compactMetadata":
		return true
	}
	return false
}

// wireFields returns the fields of the message that a line has, in the order in
// which the API's writer writes them. Content is "". They share memory with those
// of the next message.
func (d *decoder) wireFields(list []conv.Message, index int) []rawjson.Member {
	switch list[0].(type) {
	case *conv.AssistantMessage:
	case *conv.UserMessage, *conv.ToolResultMessage:
		if len(conv.MetaOf(list[0]).Extensions) == 0 {
			return plainFields
		}
	default:
		return plainFields
	}
	bare := format.ChangeBlocks(list[0], func(conv.Block) conv.Block { return nil })
	d.wire.Reset()
	writeWire(d.wire, []conv.Message{bare}, index)
	d.wireList = d.wireList[:0]
	for key, v := range conv.Raw(rawjson.TextOf(d.wire.Bytes())).Fields {
		if key == "content" {
			v = ""
		}
		d.wireList = append(d.wireList, rawjson.Member{Key: key, Value: v})
	}
	return d.wireList
}

// plainFields are those of a message that is no answer.
var plainFields = []rawjson.Member{{Key: "role", Value: `"user"`}, {Key: "content"}}

// mayBePlain reports whether plain is worth to be asked.
func (s *chain) mayBePlain(m conv.Message, all []conv.Raw) bool {
	if isCustom(m) {
		return strings.HasSuffix(string(all[0]), `"sessionId":0}`)
	}
	return strings.HasSuffix(string(all[0]), s.tail())
}

// plain returns the templates of lines as they are written for messages of other
// programs.
func (s *chain) plain(list []conv.Message, fields []rawjson.Member) []conv.Raw {
	message := func(injected string) []conv.Raw {
		kind := "user"
		if _, ok := list[0].(*conv.AssistantMessage); ok {
			kind = "assistant"
		}
		var b strings.Builder
		for i, f := range fields {
			if i > 0 {
				b.WriteByte(',')
			}
			b.Write(rawjson.AppendQuoted(nil, f.Key))
			b.WriteString(":0")
		}
		return []conv.Raw{s.head() + conv.Raw(`"type":"`+kind+`","message":{`+b.String()+`},`+injected+s.tail())}
	}
	switch m := list[0].(type) {
	case *conv.UserMessage:
		if m.Injected && !isInjected(textOf(m)) {
			return message(`"isMeta":true,`)
		}
		return message("")
	case *conv.AssistantMessage, *conv.ToolResultMessage:
		return message("")
	case *conv.CompactionSummary:
		boundary := `{"parentUuid":0,"logicalParentUuid":0,` + s.side() +
			`"type":"system","subtype":"compact_boundary","content":"Conversation compacted","isMeta":false,"compactMetadata":0,`
		return append([]conv.Raw{conv.Raw(boundary + s.tail())}, message(`"isVisibleInTranscriptOnly":true,"isCompactSummary":true,`)...)
	case *conv.CustomMessage:
		return []conv.Raw{s.plainCustom(m)}
	}
	return nil
}

func (s *chain) side() string {
	if s.helper {
		return `"isSidechain":true,"agentId":0,`
	}
	return `"isSidechain":false,`
}

func (s *chain) head() conv.Raw { return conv.Raw(`{"parentUuid":0,` + s.side()) }

func (s *chain) tail() string {
	const before, after = `"uuid":0,"timestamp":0,"userType":"external",`, `"sessionId":0,"version":0,"gitBranch":0}`
	if s.cwd != "" {
		return before + `"cwd":0,` + after
	}
	return before + after
}

func (s *chain) plainCustom(m *conv.CustomMessage) conv.Raw {
	return rawjson.ObjectBy(func(w *rawjson.Writer) {
		if m.ID != "" {
			w.OptRaw("parentUuid", "0")
			w.OptRaw("isSidechain", rawjson.BoolOf(s.helper))
		}
		if s.helper {
			w.OptRaw("agentId", "0")
		}
		for key := range m.Data.Fields {
			w.OptRaw(key, "1")
		}
		if m.ID != "" {
			w.OptRaw("uuid", "0")
		}
		if m.Timestamp != 0 {
			w.OptRaw("timestamp", "0")
		}
		w.OptRaw("sessionId", "0")
	})
}
