package chatgptexport

import (
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/media"
	"convo/conv/rawjson"
)

// textsOf are the fields with a text of contents that have nothing else to say.
func textsOf(kind string) []string {
	switch kind {
	case "execution_output", "tether_quote", "sonic_webpage":
		return []string{"text"}
	case "user_editable_context":
		return []string{"user_profile", "user_instructions"}
	case "model_editable_context":
		return []string{"model_set_context"}
	case "tether_browsing_display":
		return []string{"result", "summary"}
	case "citable_code_output":
		return []string{"output_str"}
	default:
		return nil
	}
}

// blocks reads a content that is no call.
func (r *reading) blocks() []conv.Block {
	c := r.content
	switch kind := c.Lookup("content_type").Text(); kind {
	case "text", "multimodal_text":
		return r.kept(r.parts(c.Lookup("parts")), "parts")
	case "app_pairing_content":
		return r.pairing(c)
	case "code":
		if text := c.Lookup("text").Text(); text != "" {
			language := c.Lookup("language").Text()
			if language == "unknown" {
				language = ""
			}
			return r.kept([]conv.Block{&conv.TextContent{Text: "```" + language + "\n" + strings.TrimSuffix(text, "\n") + "\n```"}}, "text", "language")
		}
	case "thoughts":
		return r.thoughts(c)
	case "system_error":
		return r.kept(r.texts(c, "name", "text"), "name", "text")
	case "computer_output":
		if b := r.asset(c.Lookup("screenshot")); b != nil {
			return r.kept([]conv.Block{b}, "screenshot")
		}
		return []conv.Block{r.opaque(c)}
	default:
		if keys := textsOf(kind); keys != nil {
			return append(r.kept(r.texts(c, keys...), keys...), r.plots()...)
		}
		if parts := c.Lookup("parts"); kind == "" && parts != "" {
			return r.kept(r.parts(parts), "parts")
		}
		if c.Text() != "" {
			return r.parts(rawjson.ArrayOf([]conv.Raw{c}))
		}
		if c != "" && !saysNothing(c) {
			return []conv.Block{r.opaque(c)}
		}
	}
	return nil
}

// pairing reads what a user shared of the windows of other programs.
func (r *reading) pairing(c conv.Raw) (all []conv.Block) {
	for part := range c.Lookup("context_parts").Elements {
		texts := r.texts(part, "text")
		for _, b := range texts {
			rest(conv.NodeOf(b), part, "text")
		}
		all = append(all, texts...)
	}
	if len(all) == 0 {
		return []conv.Block{r.opaque(c)}
	}
	rest(conv.NodeOf(all[0]), c, "context_parts")
	return all
}

// kept keeps the other fields of the content with its first block.
func (r *reading) kept(blocks []conv.Block, read ...string) []conv.Block {
	n := &r.residue
	if len(blocks) > 0 {
		n = conv.NodeOf(blocks[0])
	}
	rest(n, r.content, read...)
	return blocks
}

// rest keeps the other fields of an object that say something.
func rest(n *conv.Node, object conv.Raw, read ...string) {
	for key, v := range object.Without(append(read, "content_type")...).Fields {
		if !saysNothing(v) {
			n.Extensions.Set(family, extension.ResidueKey(key), v)
		}
	}
}

func saysNothing(v conv.Raw) bool {
	return v == "null" || v == "[]" || v == "{}" || v == `""`
}

// texts makes a block of each text that is there.
func (r *reading) texts(object conv.Raw, keys ...string) (all []conv.Block) {
	for _, key := range keys {
		if text := object.Lookup(key).Text(); text != "" {
			all = append(all, r.placed(&conv.TextContent{Text: text}))
		}
	}
	return all
}

func (r *reading) opaque(raw conv.Raw) conv.Block {
	r.Notes.Unknown(r.message[r.at], "content", raw.Lookup("content_type").Text())
	return r.placed(&conv.Opaque{Family: family, Raw: raw})
}

// parts reads texts and what stands between them.
func (r *reading) parts(parts conv.Raw) (all []conv.Block) {
	for part := range parts.Elements {
		switch kind := part.Lookup("content_type").Text(); {
		case part == "null" || part == `""`:
		case part[0] == '"':
			all = append(all, r.placed(&conv.TextContent{Text: part.Text()}))
		case kind == "app_pairing_content":
			all = append(all, r.pairing(part)...)
		case part.Lookup("text").Text() != "" && (kind == "audio_transcription" || kind == "text" || kind == ""):
			texts := r.texts(part, "text")
			rest(conv.NodeOf(texts[0]), part, "text")
			all = append(all, texts...)
		default:
			b := r.asset(part)
			if b == nil {
				b = r.opaque(part)
			}
			all = append(all, b)
		}
	}
	return all
}

// asset reads what points to a file of the export; nil if it points to none.
func (r *reading) asset(part conv.Raw) conv.Block {
	kind := "image"
	m := &conv.Media{FileID: part.Lookup("asset_pointer").Text(), Provider: provider}
	switch part.Lookup("content_type").Text() {
	case "image_asset_pointer", "":
	case "audio_asset_pointer":
		kind = "audio"
	case "video_container_asset_pointer":
		kind = "video"
	case "real_time_user_audio_video_asset_pointer":
		kind, m.FileID = "audio", part.Lookup("audio_asset_pointer.asset_pointer").Text()
	default:
		return nil
	}
	if m.FileID == "" {
		return nil
	}
	if file, ok := r.files[fileOf(m.FileID)]; ok {
		m.Name, m.MIMEType = file.Lookup("name").Text(), file.Lookup("mime_type").Text()
		delete(r.files, fileOf(m.FileID))
	}
	if format := part.Lookup("format").Text(); kind != "image" && m.MIMEType == "" && format != "" {
		m.MIMEType = kind + "/" + format
	}
	for key, v := range part.Fields {
		if key != "content_type" && key != "asset_pointer" && key != "format" && v != "null" {
			m.Extensions.Set(family, extension.ResidueKey(key), v)
		}
	}
	return r.placed(m.Block(kind))
}

// fileOf is the id of the file that a pointer names.
func fileOf(pointer string) string {
	_, id, ok := strings.Cut(pointer, "://")
	if !ok {
		return pointer
	}
	return id
}

// attached reads the files beside a message that no part points to, in their order.
func (r *reading) attached() (all []conv.Block) {
	for file := range r.metadata.Lookup("attachments").Elements {
		id := file.Lookup("id").Text()
		if _, ok := r.files[id]; !ok {
			continue
		}
		delete(r.files, id)
		m := &conv.Media{FileID: id, Provider: provider, Name: file.Lookup("name").Text(), MIMEType: file.Lookup("mime_type").Text()}
		all = append(all, r.placed(m.Block(media.Kind(m.MIMEType))))
	}
	return all
}

// plots reads the images that a program drew.
func (r *reading) plots() (all []conv.Block) {
	for m := range r.metadata.Lookup("aggregate_result.messages").Elements {
		if url := m.Lookup("image_url").Text(); url != "" {
			all = append(all, r.placed(&conv.ImageContent{FileID: url, Provider: provider}))
		}
	}
	return all
}

// thoughts reads reasoning, a block for each thought.
func (r *reading) thoughts(c conv.Raw) (all []conv.Block) {
	for thought := range c.Lookup("thoughts").Elements {
		t := &conv.ThinkingContent{Thinking: joined("\n\n", thought.Lookup("summary").Text(), thought.Lookup("content").Text())}
		if t.Thinking != "" {
			rest(&t.Node, thought, "summary", "content", "chunks", "finished")
			all = append(all, r.placed(t))
		}
	}
	return r.kept(all, "thoughts")
}

// answer reads what an assistant said. What it said to a tool is a call.
func (r *reading) answer(kind string) (all []conv.AssistantContent) {
	if r.recipient != "" && r.recipient != "all" && kind != "thoughts" {
		return append(all, r.call())
	}
	if kind == "system_error" {
		r.kept(nil, "name", "text")
		return nil
	}
	return contents[conv.AssistantContent](r, r.blocks())
}

// contents are blocks of a message. What it cannot have stands for the whole content.
func contents[B conv.Block](r *reading, blocks []conv.Block) (all []B) {
	for _, b := range blocks {
		if _, ok := b.(B); !ok {
			b = r.opaque(r.content)
		}
		all = append(all, b.(B))
	}
	return all
}

// placed is a block where the message is.
func (r *reading) placed(b conv.Block) conv.Block {
	conv.NodeOf(b).SetOffset(r.message[r.at])
	return b
}

// call reads a call. Its input is an object, or a text: the code to run.
func (r *reading) call() *conv.ToolCall {
	input := r.content.Lookup("text").Text()
	for part := range r.content.Lookup("parts").Elements {
		input += part.Text()
	}
	t := &conv.ToolCall{ID: r.nodes[r.at].ID, Name: r.recipient}
	t.SetOffset(r.message[r.at])
	c := rawjson.NewCursor([]byte(input))
	if raw := c.Raw(); c.End() == nil && isObject(raw) {
		t.Arguments = raw
	} else {
		t.Arguments = `{"input":` + rawjson.Quoted(input) + `}`
	}
	rest(&t.Node, r.content, "text", "parts", "language")
	if language := r.content.Lookup("language").Text(); language != "" && language != "unknown" {
		t.Extensions.Set(family, "language", rawjson.Quoted(language))
	}
	return t
}
