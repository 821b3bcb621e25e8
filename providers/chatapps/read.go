package chatapps

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/session"
)

// decoder reads conversations, one after the other.
type decoder struct {
	*parts.Builder
	blocks map[string]conv.Raw // of Cherry Studio, by their ids
	titles map[string]string   // of conversations that are kept elsewhere
}

// lists are the places of conversations, and of messages of several ones.
const lists = "chat-next-web-store.sessions chat-sessions data.chats chats history conversations indexedDB.topics state.messages data.messages"

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{Builder: parts.NewPlain(own, data, notes)}
	root := d.Raw()
	if d.End() == nil && strings.HasPrefix(string(root), "{") && root.Lookup("mes") == "" && root.Lookup("thread_id") == "" {
		d.Rewind(0)
		return func(yield func(*conv.Conversation, error) bool) { d.export(root, yield) }
	}
	return session.Objects(data, notes, "a message", "no message of a chat", d.line, func() *conv.Conversation {
		if len(d.C.Messages) == 0 {
			return nil
		}
		return d.C
	})
}

// line reads a line of SillyTavern or Jan.
func (d *decoder) line(raw conv.Raw, at int) {
	if raw.Lookup("mes") == "" && parts.At(raw, "chat_metadata user_name") != "" {
		d.C.Title = parts.Str(raw, "character_name")
		d.Rest(&d.C.Node, raw, "character_name")
		return
	}
	d.message(raw, at)
}

// export passes on the conversations of a file.
func (d *decoder) export(root conv.Raw, yield func(*conv.Conversation, error) bool) {
	if root.Lookup("messages") != "" {
		yield(d.conversation(root), nil)
		return
	}
	var list conv.Raw
	var outer, inner string
	for _, path := range strings.Fields(lists) {
		if l := parts.At(root, path); list == "" && l != "" {
			list = l
			outer, inner, _ = strings.Cut(path, ".")
		}
	}
	var apart []conv.Raw
	for key, value := range root.Fields {
		switch {
		case strings.HasPrefix(key, "session:"): // of Chatbox
			apart = append(apart, parts.Decoded(value))
		case key == outer:
			d.Lose(value, 0, inner+" message_blocks")
		case value != "null" && value != "[]" && value != "{}":
			d.Notes.Loss(note.CodeExtension, note.Dropped, 0, "field beside the conversations", key)
		}
	}
	d.beside(root)
	if list.Lookup("0.role") != "" {
		apart = topics(list)
	}
	if apart == nil {
		apart = slices.Collect(list.Elements)
	}
	for _, c := range apart {
		for thread := range c.Lookup("threads").Elements { // that Chatbox has put away
			if !yield(d.conversation(thread), nil) {
				return
			}
		}
		if !yield(d.conversation(c), nil) {
			return
		}
	}
}

// beside finds what conversations refer to: blocks, and titles.
func (d *decoder) beside(root conv.Raw) {
	d.blocks, d.titles = map[string]conv.Raw{}, map[string]string{}
	for block := range root.Lookup("indexedDB.message_blocks").Elements {
		d.blocks[parts.Str(block, "id")] = block
	}
	store := parts.Decoded(root.Lookup("localStorage").Field("persist:cherry-studio"))
	for a := range parts.Decoded(store.Field("assistants")).Lookup("assistants").Elements {
		d.named(a.Lookup("topics"))
	}
	d.named(parts.At(root, "state.topics data.topics"))
}

func (d *decoder) named(list conv.Raw) {
	for t := range list.Elements {
		d.titles[parts.Str(t, "id")] = parts.Str(t, "name title")
	}
}

// topics gathers the messages of LobeChat, which are in no order, by their topics.
func topics(list conv.Raw) (all []conv.Raw) {
	of := map[string][]conv.Raw{}
	var order []string
	for m := range list.Elements {
		id := parts.Str(m, "topicId sessionId")
		if of[id] == nil {
			order = append(order, id)
		}
		of[id] = append(of[id], m)
	}
	for _, id := range order {
		slices.SortStableFunc(of[id], func(a, b conv.Raw) int {
			x, _ := timeOf(a)
			y, _ := timeOf(b)
			return cmp.Compare(x, y)
		})
		all = append(all, rawjson.ObjectOf([]rawjson.Member{{Key: "id", Value: rawjson.Quoted(id)}, {Key: "messages", Value: rawjson.ArrayOf(of[id])}}))
	}
	return all
}

// conversation reads one conversation. What a mask of NextChat says comes first.
func (d *decoder) conversation(raw conv.Raw) *conv.Conversation {
	d.Begin()
	d.C.ID = parts.Str(raw, "id chatID")
	d.C.Title = cmp.Or(parts.Str(raw, "title topic name chatTitle userTitle autoTitle metadata.title"), d.titles[d.C.ID])
	d.C.SystemPrompt = parts.Str(raw, "prompt")
	for m := range raw.Lookup("mask.context").Elements {
		d.message(m, -1)
	}
	for m := range raw.Lookup("messages").Elements {
		d.message(m, -1)
	}
	if d.C.SystemPrompt == "" {
		parts.Prompt(own, d.C)
	}
	d.Rest(&d.C.Node, raw, "id chatID title topic name chatTitle userTitle autoTitle prompt mask messages threads")
	d.Object(&d.C.Node, "mask", raw.Lookup("mask"), "context")
	return d.C
}

// timeOf is the time of a message in milliseconds, and its field.
func timeOf(m conv.Raw) (ms int64, field string) {
	for _, field = range []string{"createdAt", "timestamp", "created", "created_at", "send_date"} {
		if ms = session.Time(m.Lookup(field)); ms != 0 {
			return ms, field
		}
	}
	return 0, ""
}

func (d *decoder) message(m conv.Raw, at int) {
	d.Start(parts.Str(m, "role"), at)
	switch said := m.Lookup("is_user"); {
	case said == "true" || d.Role == "Prompt":
		d.Role = "user"
	case said == "false" || d.Role == "Response":
		d.Role = "assistant"
	}
	first := len(d.C.Messages)
	if d.Role == "tool" {
		d.Now = d.Result(parts.Str(m, "tool_call_id"), parts.Str(m, "plugin.apiName"), at)
	} else if d.To() == nil {
		d.Custom(cmp.Or(d.Role, "message"), m, false, at)
		return
	}
	d.Thinking(d.Now, parts.Str(m, "reasoning_content reasoning.content extra.reasoning"), "", "", at)
	tools := m.Lookup("tools")
	ran := tools.Lookup("0.content") != ""
	if ran {
		d.tools(tools)
	}
	key := d.content(m)
	if !ran {
		d.tools(tools)
	}
	meta := conv.MetaOf(d.C.Messages[first])
	meta.ID, meta.Name = parts.Str(m, "id uuid"), parts.Str(m, "name")
	ms, when := timeOf(m)
	hidden := m.Lookup("is_system") == "true" // from the model
	for _, x := range d.C.Messages[first:] {
		meta := conv.MetaOf(x)
		meta.Timestamp, meta.Excluded = ms, hidden
	}
	read := "id uuid role name is_user is_system reasoning_content reasoning extra tools tool_call_id " + key + " " + when
	d.Object(&meta.Node, "reasoning", m.Lookup("reasoning"), "content")
	d.Object(&meta.Node, "extra", m.Lookup("extra"), "reasoning model fromModel isSmallSys")
	if a, ok := d.C.Messages[first].(*conv.AssistantMessage); ok {
		a.Model = parts.Str(m, "model model.id extra.model extra.fromModel generator.name")
		usage := m.Lookup("usage")
		counts := "inputTokens outputTokens totalTokens cachedInputTokens - reasoningTokens"
		if usage.Lookup("prompt_tokens") != "" {
			counts = "prompt_tokens completion_tokens total_tokens"
		}
		parts.Usage(a, usage.Lookup, counts)
		d.Object(&meta.Node, "usage", usage, counts)
		d.Object(&meta.Node, "model", m.Lookup("model"), "id")
		read += " usage model"
	}
	if m.Lookup("swipes.1") == "" { // one swipe is what the message says
		read += " swipes swipe_id swipe_info"
		parts.LeftOf(own, &meta.Node, "swipe_info", m.Lookup("swipe_info"), "send_date gen_started gen_finished extra")
	}
	d.Rest(&meta.Node, m, read)
	d.Group(first, "message")
}

// content reads what a message says, and returns the field that says it.
func (d *decoder) content(m conv.Raw) string {
	for _, key := range []string{"contentParts", "fragments", "blocks", "content", "mes", "say"} {
		switch v := m.Lookup(key); {
		case v == "" || v == "null" || v == "[]" || v == `""`:
			continue
		case v[0] != '[':
			d.Value(d.To(), v, d.Here)
		default:
			for part := range v.Elements {
				if block, ok := d.blocks[part.Text()]; ok {
					part = block
				}
				d.part(part)
			}
		}
		return key
	}
	return "content"
}

// tools reads calls of LobeChat, or of NextChat with their results.
func (d *decoder) tools(list conv.Raw) {
	for t := range list.Elements {
		d.call(t, "id", "apiName function.name", "arguments function.arguments", "content")
		d.Left(t, "id apiName arguments function content type index")
		d.LeftIn(t, "function", "name arguments")
	}
}

// call reads a call and its result, whose fields have these names.
func (d *decoder) call(t conv.Raw, id, name, arguments, result string) {
	id, name = parts.Str(t, id), parts.Str(t, name)
	d.Call(d.To(), id, name, parts.At(t, arguments), t, d.Here)
	if v := parts.At(t, result); v != "" && d.Role == "assistant" {
		d.Value(d.Result(id, name, d.Here), v, d.Here)
		d.Now = nil
	}
}

func (d *decoder) part(part conv.Raw) {
	whole := part
	if inside := part.Lookup("part"); strings.HasPrefix(string(inside), "{") { // of a fragment
		part = inside
	}
	switch kind := parts.Str(part, "type pt"); {
	case strings.HasPrefix(string(part), `"`):
		d.Text(d.To(), part.Text(), d.Here)
	case kind == "tool-call" || kind == "tool":
		d.call(part, "toolCallId toolId", "toolName metadata.rawMcpToolResponse.tool.name", "args arguments metadata.rawMcpToolResponse.arguments", "result content")
		d.Left(part, "type toolCallId toolId toolName args arguments result content id messageId")
	case kind == "text" || kind == "main_text":
		d.Text(d.To(), parts.Str(part, "text.value text content"), d.Here)
		d.Left(part, "type pt text content id messageId")
		d.LeftIn(part, "text", "value")
	case kind == "reasoning" || kind == "thinking" || kind == "ma":
		d.Thinking(d.To(), parts.Str(part, "text content aText"), "", part, d.Here)
		d.Left(part, "type pt aType text content aText id messageId")
	case kind == "image_url" || kind == "image":
		d.Media(d.To(), "image", &conv.Media{URL: parts.Str(part, "image_url.url url")}, part, d.Here)
		d.Left(part, "type image_url url id messageId")
		d.LeftIn(part, "image_url", "url")
	default:
		d.Unknown(d.To(), kind, whole, d.Here)
	}
	if part != whole {
		d.Left(whole, "part ft fId")
	}
}
