package qwencode

import (
	"iter"
	"slices"
	"strconv"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/providers/gemini"
)

// decoder reads a session.
type decoder struct {
	*conv.Reader
	data   []byte
	notes  *note.Notes
	c      *conv.Conversation
	thread gemini.Thread

	all    []*record
	firsts []conv.Message // of a record: its first message, nil without one
	ends   []conv.Message // of a record: its last message, or that of the record before it
	asked  int            // 1 + the record before, if a command of the program may answer it
	ids    map[string]bool
}

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{data: data, notes: notes, c: &conv.Conversation{Session: &conv.Session{Agent: family}}, ids: map[string]bool{}}
	return format.Single(d.session())
}

func (d *decoder) session() (*conv.Conversation, error) {
	all, order, err := records(d.data, d.notes)
	if err != nil {
		return nil, err
	}
	d.all, d.firsts, d.ends = all, make([]conv.Message, len(all)), make([]conv.Message, len(all))
	d.c.SetOffset(all[0].Offset)
	d.reader()
	d.head()
	for _, i := range order {
		d.record(i)
	}
	return d.c, nil
}

// reader begins anew, also after a record that could not be read.
func (d *decoder) reader() {
	d.Reader = conv.NewReader(d.data, family, d.notes)
	d.Trust() // records read all
}

// record reads the messages of a record.
func (d *decoder) record(i int) {
	r := d.all[i]
	list := d.messages(i)
	if d.Err() != nil {
		d.notes.Info(note.CodeExtension, note.Unknown, r.Offset, "record of a shape that convo does not know", "")
		d.reader()
		list = []conv.Message{d.custom(r)}
	}
	if r.before >= 0 {
		d.ends[i] = d.ends[r.before]
	}
	cwd, branch := d.moves(r)
	if len(list) == 0 {
		return
	}
	first := conv.MetaOf(list[0])
	if !d.ids[r.ID] {
		first.ID = r.ID
		d.ids[r.ID] = true
	}
	for _, m := range list {
		meta := conv.MetaOf(m)
		meta.Timestamp, meta.Excluded = r.time, !r.active
	}
	first.SetTreePosition(conv.TreePosition{Cwd: cwd, Branch: branch})
	d.link(i, first)
	d.c.Messages = append(d.c.Messages, list...)
	d.firsts[i], d.ends[i] = list[0], list[len(list)-1]
}

// link names the message that an excluded one follows, if it is not the one before
// it in the list.
func (d *decoder) link(i int, meta *conv.Meta) {
	n := len(d.c.Messages)
	if d.all[i].active {
		return
	}
	p := meta.TreePosition()
	switch follows := d.ends[i]; {
	case n == 0 && follows == nil, n > 0 && follows == d.c.Messages[n-1]:
		return
	case follows == nil:
		p.Root = true
	default:
		p.Parent = d.idOf(follows)
	}
	meta.SetTreePosition(p)
}

// idOf is the id of a message, which is made up if it has none.
func (d *decoder) idOf(m conv.Message) string {
	meta := conv.MetaOf(m)
	for k := len(d.ids); meta.ID == ""; k++ {
		if id := "convo-" + strconv.Itoa(k); !d.ids[id] {
			meta.ID = id
			d.ids[id] = true
		}
	}
	return meta.ID
}

// messages reads what a record says.
func (d *decoder) messages(i int) []conv.Message {
	r, asked := d.all[i], d.asked-1
	d.asked = 0
	switch {
	case r.kind == "system":
		return d.system(i, asked)
	case !slices.Contains([]string{"user", "assistant", "tool_result"}, r.kind):
		d.notes.Unknown(r.Offset, "record type", r.kind)
		return []conv.Message{d.custom(r)}
	case r.subtype == "realtime_message" || r.subtype == "code_mode_tool_result": // never sent
		return []conv.Message{d.custom(r)}
	case r.kind == "assistant":
		return []conv.Message{d.answer(r)}
	}
	return d.said(i)
}

// answer reads the lines of an answer. The counts are those of the last line that
// has any.
func (d *decoder) answer(r *record) conv.Message {
	var out *conv.AssistantMessage
	for _, at := range r.lines {
		m := &conv.AssistantMessage{}
		if parts := d.parts(at); parts >= 0 {
			d.Rewind(parts)
			m, _ = d.thread.Parts(d.Reader, true)[0].(*conv.AssistantMessage)
		}
		if d.Err() != nil {
			return nil
		}
		if out == nil {
			out = m
			out.SetOffset(at)
		} else {
			out.Content = append(out.Content, m.Content...)
		}
		d.fields(&out.Meta, at, func(key string) bool {
			switch key {
			case "model":
				if model := d.StrOnly(); out.Model == "" {
					out.Model = model
				}
			case "usageMetadata":
				if u := d.usage(); u != nil {
					out.Usage = u
				}
			default:
				return false
			}
			return true
		})
	}
	d.thread.Identify([]conv.Message{out})
	return out
}

// said reads what the user said, or results of calls.
func (d *decoder) said(i int) (list []conv.Message) {
	r := d.all[i]
	for _, at := range r.lines {
		parts := d.parts(at)
		if parts < 0 {
			continue
		}
		d.Rewind(parts)
		list = append(list, d.thread.Parts(d.Reader, false)...)
		if d.Err() != nil {
			return nil
		}
	}
	if len(list) == 0 {
		return []conv.Message{d.custom(r)}
	}
	list = apart(list)
	d.thread.Identify(list)
	var result conv.Raw
	meta := conv.MetaOf(list[0])
	for _, at := range r.lines {
		d.fields(meta, at, func(key string) bool {
			if key == "toolCallResult" {
				result = d.Raw()
			}
			return key == "toolCallResult"
		})
	}
	injected := r.isInjected()
	for _, m := range list {
		if len(list) > 1 {
			conv.MetaOf(m).Group = r.ID
		}
		switch m := m.(type) {
		case *conv.UserMessage:
			m.Injected = m.Injected || injected
		case *conv.ToolResultMessage:
			details(m, result)
		}
	}
	if r.kind == "user" && r.subtype == "" && r.active {
		d.asked = i + 1
	}
	return list
}

// details gives a result what the program shows of it, and whether the call
// failed.
func details(m *conv.ToolResultMessage, result conv.Raw) {
	if id := result.Lookup("callId").Text(); result == "" || id != "" && id != m.ToolCallID {
		return
	}
	m.Details = result
	m.IsError = m.IsError || result.Lookup("status").Text() == "error"
}

// parts is the offset of the parts of a line's message, -1 if it has none.
func (d *decoder) parts(at int) int {
	d.Rewind(at)
	message := d.Ahead("message")
	if message < 0 {
		return -1
	}
	d.Rewind(message)
	if d.Kind() != rawjson.Object {
		return -1
	}
	return d.Ahead("parts")
}

// fields reads the fields of a line beside its message. Those that read does not
// take are kept.
func (d *decoder) fields(meta *conv.Meta, at int, read func(key string) bool) {
	d.Rewind(at)
	for key := range d.Fields {
		switch {
		case key == "message":
			parts.LeftIn(own, &meta.Node, key, d.Raw(), "role parts")
		case slices.Contains(outlined, key):
		case read(key):
		case slices.Contains(known, key):
			d.KeepQuietly(&meta.Node, key)
		default:
			d.Keep(&meta.Node, key)
		}
	}
}

// outlined are the fields that the outline or the session has.
var outlined = []string{"uuid", "parentUuid", "sessionId", "type", "message", "cwd", "gitBranch", "version", "timestamp", "forkedFrom", "isSidechain", "agentId", "agentName", "agentColor"}

// known are fields that records are known to have.
var known = []string{
	"subtype", "systemPayload", "promptId", "daemonPromptId", "provenance", "goalContext", "backgroundTurn", "deliveredTurn", "contextWindowSize",
	"agentRunId", "agentRound", "externalInputKind", "model", "usageMetadata", "toolCallResult",
}
