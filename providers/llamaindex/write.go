package llamaindex

import (
	"fmt"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// write writes a list of messages, or what was read.
func write(w *rawjson.Writer, c *conv.Conversation) {
	list := parts.WithPrompt(c)
	form := own.Text(&c.Node, hintForm)
	if form == "message" && len(list) == 1 {
		writeMessage(w, list[0])
		return
	}
	stored := own.Hint(&c.Node, "store") != ""
	parts.WriteInside(w, own, &c.Node, func() {
		if stored || form == "memory" {
			w.BeginObject()
			w.Key(map[bool]string{true: c.ID, false: "messages"}[stored])
		}
		w.BeginArray()
		for _, m := range list {
			writeMessage(w, m)
		}
		w.EndArray()
		switch {
		case form == "memory":
			own.Write(w, &c.Node, "messages")
			w.EndObject()
		case stored:
			w.EndObject()
		}
	}, "chat_store", "store")
}

// writeMessage writes a message, with calls in the words of the vendor if they were read so.
func writeMessage(w *rawjson.Writer, m conv.Message) {
	switch m := m.(type) {
	case *conv.CustomMessage:
		w.Raw(m.Data)
		return
	case *conv.BranchSummary, *conv.CompactionSummary:
		panic(fmt.Sprintf("llamaindex: a %T", m))
	}
	n := &conv.MetaOf(m).Node
	role := parts.RoleOf(m)
	if was := own.Text(n, hintRole); was != "" {
		role = was
	}
	var said, vendor []conv.Block
	for b := range conv.BlocksOf(m) {
		both := own.Get(conv.NodeOf(b), hintBoth) != ""
		called := own.Get(conv.NodeOf(b), hintCall) != ""
		if called {
			vendor = append(vendor, b)
		}
		if !called || both {
			said = append(said, b)
		}
	}
	w.BeginObject()
	w.Field("role", role)
	writeMore(w, m, n, vendor)
	writeSaid(w, n, said)
	own.Write(w, n, "role", "additional_kwargs", "blocks", record.Unless(own.Get(n, hintContent) == "", "content"))
	w.EndObject()
}

// writeMore writes what is kept of a message besides its blocks.
func writeMore(w *rawjson.Writer, m conv.Message, n *conv.Node, vendor []conv.Block) {
	rest := own.Get(n, "additional_kwargs")
	r, isResult := m.(*conv.ToolResultMessage)
	if isResult && r.ToolCallID+r.ToolName == "" {
		isResult = false
	}
	if rest == "" && len(vendor) == 0 && !isResult && own.Lacks(n, "additional_kwargs") {
		return
	}
	w.ObjectField("additional_kwargs")
	if isResult {
		w.OptField("name", r.ToolName)
		w.OptField("tool_call_id", r.ToolCallID)
	}
	if len(vendor) > 0 {
		w.ArrayField("tool_calls")
		for _, b := range vendor {
			writeCall(w, b.(*conv.ToolCall))
		}
		w.EndArray()
	}
	record.WriteFields(w, rest, record.Unless(!isResult, "name"), record.Unless(!isResult, "tool_call_id"), record.Unless(len(vendor) == 0, "tool_calls"))
	w.EndObject()
}

// writeCall writes a call in the words of the vendor: those that were read, if they say it.
func writeCall(w *rawjson.Writer, t *conv.ToolCall) {
	was := own.Get(&t.Node, hintCall)
	if x := callOf(was); x.ID == t.ID && x.Name == t.Name && x.ArgumentsString() == t.ArgumentsString() {
		w.Raw(was)
		return
	}
	w.BeginObject()
	w.Fields("id", t.ID, "type", "function")
	w.ObjectField("function")
	w.Fields("name", t.Name, "arguments", t.ArgumentsString())
	w.EndObject()
	w.EndObject()
}

// writeSaid writes blocks, or the content of older versions if it was read so and says it.
func writeSaid(w *rawjson.Writer, n *conv.Node, said []conv.Block) {
	hint := own.Get(n, hintContent)
	var t *conv.TextContent
	if len(said) == 1 {
		t, _ = said[0].(*conv.TextContent)
	}
	switch {
	case hint == `""` && len(said) == 0:
		w.Field("content", "")
	case hint == "null" && len(said) == 0:
	case hint == `"json"` && t != nil && rawjson.IsValue(t.Text):
		w.RawField("content", conv.Raw(t.Text))
	case hint != "" && t != nil && own.Plain(&t.Node):
		w.Key("content")
		conv.WriteText(w, &t.Node, t.Text)
	default:
		w.ArrayField("blocks")
		for _, b := range said {
			parts.WriteBlock(w, b, func() { writeFields(w, b) })
		}
		w.EndArray()
	}
}

// writeFields writes the fields of a block.
func writeFields(w *rawjson.Writer, b conv.Block) {
	switch b := b.(type) {
	case *conv.TextContent:
		w.Field("block_type", "text")
		w.Key("text")
		conv.WriteText(w, &b.Node, b.Text)
		own.Write(w, &b.Node, "block_type", "text")
	case *conv.ThinkingContent:
		w.Fields("block_type", "thinking", "content", b.Thinking)
		if more := own.Get(&b.Node, "additional_information"); more != "" || b.ThinkingSignature != "" {
			w.ObjectField("additional_information")
			w.OptField("signature", b.ThinkingSignature)
			record.WriteFields(w, more, "signature")
			w.EndObject()
		}
		own.Write(w, &b.Node, "block_type", "content", "additional_information")
	case *conv.ToolCall:
		w.Fields("block_type", "tool_call", "tool_call_id", b.ID, "tool_name", b.Name)
		switch hint := own.Hint(&b.Node, "tool_kwargs"); {
		case b.ArgumentsText != nil || hint == "true":
			w.Field("tool_kwargs", b.ArgumentsString())
		case hint == "" || record.ArgumentsOf(b) != "{}":
			w.RawField("tool_kwargs", record.ArgumentsOf(b))
		}
		own.Write(w, &b.Node, "block_type", "tool_call_id", "tool_name", "tool_kwargs")
	default:
		writeFile(w, b.BlockType(), conv.MediaOf(b))
	}
}

// writeFile writes the fields of a file.
func writeFile(w *rawjson.Writer, kind string, f *conv.Media) {
	w.Field("block_type", kind)
	read := []string{"block_type"}
	field := func(key, value string) {
		if value != "" {
			w.Field(key, value)
			read = append(read, key)
		}
	}
	field(dataKey(kind), f.Data)
	field(map[bool]string{true: "path", false: "url"}[own.Get(&f.Node, hintPath) != ""], f.URL)
	field(typeKey(kind), strings.TrimPrefix(f.MIMEType, "audio/"))
	field("title", f.Name)
	field("detail", f.Detail)
	own.Write(w, &f.Node, slices.Clip(read)...)
}
