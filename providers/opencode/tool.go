package opencode

import (
	"cmp"

	"convo/conv"
	"convo/conv/media"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// pending is the status of a call that has no result yet.
const pending = "pending"

// tool reads a tool part: a call, and its result if there is one.
func (d *decoder) tool() (*conv.ToolCall, *conv.ToolResultMessage) {
	call := &conv.ToolCall{Arguments: "{}"}
	call.SetOffset(d.in.Offset())
	var result *conv.ToolResultMessage
	for key := range d.in.Fields {
		switch key {
		case "id":
			d.partID(&call.Node)
		case "sessionID":
			d.implied(&call.Node, key, d.out.ID)
		case "messageID":
			d.implied(&call.Node, key, d.id)
		case "type":
			d.in.Skip()
		case "callID":
			call.ID = d.in.Str()
		case "tool":
			call.Name = d.in.Str()
		case "state":
			result = d.state(call)
		case "metadata":
			d.in.KeepQuietly(&call.Node, key)
		default:
			d.in.Keep(&call.Node, key)
		}
	}
	if result != nil {
		result.ToolCallID, result.ToolName = call.ID, call.Name
		call.Conversation = startedBy(call, result)
	}
	return call, result
}

// state reads the state of a call, and its result if there is one.
func (d *decoder) state(call *conv.ToolCall) *conv.ToolResultMessage {
	if !d.in.WantObject("the state of a tool part") {
		return nil
	}
	switch status := d.in.Tag("status"); status {
	case "completed", "error":
		return d.result(call, status)
	default:
		d.open(call, status)
		return nil
	}
}

// open reads the state of a call without a result.
func (d *decoder) open(call *conv.ToolCall, status string) {
	said := conv.Raw("")
	for key := range d.in.Fields {
		switch key {
		case "status":
			said = d.in.Raw()
		case "input":
			d.arguments(call)
		default:
			own.Set(&call.Node, statePrefix+key, d.in.Raw())
		}
	}
	switch {
	case said == "":
		d.hint(&call.Node, "~-status", "true")
	case status == pending:
		if own.Get(&call.Node, statePrefix+"raw") == `""` {
			own.Drop(&call.Node, statePrefix+"raw")
		}
	case status == "": // a null or a number, too
		d.hint(&call.Node, hintStatus, said)
	default:
		d.hint(&call.Node, hintStatus, rawjson.Quoted(status))
	}
}

func (d *decoder) arguments(call *conv.ToolCall) {
	if d.in.Kind() == rawjson.Object {
		call.Arguments = d.in.Raw()
		return
	}
	call.Arguments = "{}"
	own.Set(&call.Node, statePrefix+"input", d.in.Raw())
}

// result reads the state of a call that has a result.
func (d *decoder) result(call *conv.ToolCall, status string) *conv.ToolResultMessage {
	m := &conv.ToolResultMessage{IsError: status == "error", Content: []conv.ToolResultContent{}}
	m.SetOffset(d.in.Offset())
	d.hint(&m.Node, hintOwn, "true")
	said := "output"
	if m.IsError {
		said = "error"
	}
	var output conv.ToolResultContent
	var attached []conv.ToolResultContent
	times := conv.Raw("")
	for key := range d.in.Fields {
		switch {
		case key == "status":
			d.in.Skip()
		case key == "input":
			d.arguments(call)
		case key == said:
			output = d.output()
		case key == "metadata" && d.in.Kind() == rawjson.Object:
			m.Details = d.in.Raw()
		case key == "attachments" && d.in.Kind() == rawjson.Array && !m.IsError:
			attached = d.attachments()
		case key == "time":
			times = d.in.Raw()
		case key == "title" || key == "metadata" || key == "attachments" || key == "output":
			d.in.KeepQuietly(&m.Node, key)
		default:
			d.in.Keep(&m.Node, key)
		}
	}
	d.settle(m, times)
	if m.IsError && output != nil {
		output = d.interrupted(m, output)
	}
	if output != nil {
		m.Content = append(m.Content, output)
	}
	m.Content = append(m.Content, attached...)
	return m
}

// settle takes the times of a result, and forgets what is usual.
func (d *decoder) settle(m *conv.ToolResultMessage, times conv.Raw) {
	m.Timestamp = milliseconds(times.Lookup("end"))
	if d.hints() && times != resultTimes(m.Timestamp) {
		own.Set(&m.Node, hintTime, cmp.Or(times, "null"))
	}
	switch {
	case m.Details == "{}" && !m.IsError:
		m.Details = ""
	case m.Details == "{}":
		m.Details = ""
		d.hint(&m.Node, "~metadata", "true")
	case m.Details == "" && !m.IsError:
		d.hint(&m.Node, "~-metadata", "true")
	}
	if !m.IsError && own.Get(&m.Node, "title") == `""` {
		own.Drop(&m.Node, "title")
	} else if !m.IsError && own.Get(&m.Node, "title") == "" {
		d.hint(&m.Node, "~-title", "true")
	}
}

func resultTimes(end int64) conv.Raw {
	return times("start", end, "end", end)
}

// output reads what a tool gave, which is a text. Something else is kept.
func (d *decoder) output() conv.ToolResultContent {
	switch d.in.Kind() {
	case rawjson.String:
		t := &conv.TextContent{}
		t.SetOffset(d.in.Offset())
		if t.Text = d.in.Text(&t.Node); t.Text == "" {
			return nil
		}
		return t
	case rawjson.Null:
		d.in.Skip()
		return nil
	}
	x := d.in.Opaque()
	own.Set(&x.Node, hintOutput, "true")
	return x
}

// interrupted is what the model sees of a tool that was stopped after it had some
// output.
func (d *decoder) interrupted(m *conv.ToolResultMessage, output conv.ToolResultContent) conv.ToolResultContent {
	t, ok := output.(*conv.TextContent)
	said := m.Details.Lookup("output").Text()
	if !ok || said == "" || said == t.Text || m.Details.Lookup("interrupted") != "true" {
		return output
	}
	d.hint(&m.Node, hintError, rawjson.Quoted(t.Text))
	return &conv.TextContent{Text: said}
}

// attachments reads the files of a result.
func (d *decoder) attachments() []conv.ToolResultContent {
	list := []conv.ToolResultContent{}
	for range d.in.Elements {
		if d.in.Kind() != rawjson.Object {
			list = append(list, d.in.Opaque())
			continue
		}
		if x, ok := d.file().(conv.ToolResultContent); ok && d.in.Err() == nil {
			if n := conv.NodeOf(x); own.Text(n, hintID) == attachmentID(d.id, d.index, len(list)) {
				own.Drop(n, hintID)
			}
			list = append(list, x)
			continue
		}
		list = append(list, d.opaque("file"))
	}
	return list
}

// file reads a file part; nil for one that no model gets: opencode adds its text
// as another part.
func (d *decoder) file() conv.Block {
	at := d.in.Offset()
	m := &conv.Media{}
	record.Read(objects().file, d, m)
	if d.in.Err() != nil || m.MIMEType == "" || m.URL == "" && m.Data == "" || isUnsent(m.MIMEType) {
		if d.in.Err() == nil {
			d.in.Rewind(at)
		}
		return nil
	}
	if own.Text(&m.Node, "~type") == m.MIMEType {
		own.Drop(&m.Node, "~type")
	}
	return m.Block(media.Kind(m.MIMEType))
}

// isUnsent reports whether opencode sends no model a file of a type.
func isUnsent(mimeType string) bool {
	return mimeType == "text/plain" || mimeType == "application/x-directory"
}

// address reads where a file is: a data URL or another one.
func (d *decoder) address(m *conv.Media) {
	if d.in.Kind() != rawjson.String {
		d.in.Keep(&m.Node, "url")
		return
	}
	s := d.in.Text(&m.Node)
	mimeType, data, ok := media.DataURL(s)
	if !ok || data == "" {
		m.URL = s
		return
	}
	m.Data = data
	if s != media.URL(mimeType, data) {
		d.hint(&m.Node, "~url", rawjson.Quoted(s))
	} else if mimeType != "" {
		d.hint(&m.Node, "~type", rawjson.Quoted(mimeType))
	}
}

func writeAddress(w *rawjson.Writer, m *conv.Media) {
	if own.Get(&m.Node, "url") != "" {
		return
	}
	w.Key("url")
	literal := own.Text(&m.Node, "~url")
	if m.Data == "" {
		conv.WriteText(w, &m.Node, m.URL)
		return
	}
	if _, data, _ := media.DataURL(literal); literal != "" && data == m.Data {
		w.Str(literal)
		return
	}
	mimeType := m.MIMEType
	if said := own.Text(&m.Node, "~type"); said != "" {
		mimeType = said
	}
	w.Joined("data:"+mimeType+";base64,", m.Data)
}
