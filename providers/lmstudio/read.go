package lmstudio

import (
	"cmp"
	"iter"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/parts"
)

type decoder struct{ *parts.Builder }

func decode(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
	d := &decoder{parts.NewBuilder(own, data, notes)}
	if d.WantOneOf("a conversation of LM Studio", "messages") {
		d.conversation()
	}
	return d.One(d.C)
}

func (d *decoder) conversation() {
	s := &conv.Session{Agent: "lm-studio"}
	d.C.Session = s
	for key := range d.Fields {
		switch key {
		case "name":
			d.C.Title = d.StrOnly()
		case "createdAt":
			s.Started, _ = conv.Number(d.Raw()).Int()
		case "systemPrompt":
			d.C.SystemPrompt = d.StrOnly()
		case "messages":
			d.Each(d.Skipped(), "messages", d.message)
		case "lastUsedModel":
			raw := d.Raw()
			s.Model = parts.Str(raw, "identifier indexedModelIdentifier")
			d.Object(&s.Node, key, raw, "identifier")
		case "pinned", "preset", "tokenCount", "clientInput", "clientInputFiles", "userFilesSizeBytes", "notes", "plugins", "pluginConfigs",
			"usePerChatPredictionConfig", "perChatPredictionConfig", "disabledPluginTools", "looseFiles", "userLastMessagedAt", "assistantLastMessagedAt":
			d.KnownIfSaid(&s.Node, key)
		default:
			d.Keep(&s.Node, key)
		}
	}
}

// message reads the version of a message that is selected.
func (d *decoder) message(raw conv.Raw, at int) {
	if raw[0] != '{' {
		d.Fail(at, "want a message as an object")
		return
	}
	selected, _ := conv.Number(raw.Lookup("currentlySelected")).Int()
	var version conv.Raw
	n := int64(0)
	for v := range raw.Lookup("versions").Elements {
		if n == 0 || n == selected {
			version = v
		}
		n++
	}
	if n > 1 {
		d.Notes.Loss(note.CodeBranch, note.Dropped, at, "versions of a message that are not selected", "")
	}
	role, first := parts.Str(version, "role"), len(d.C.Messages)
	d.Start(role, at)
	switch role {
	case "user", "system", "assistant":
	default:
		d.Custom(cmp.Or(role, "message"), raw, false, at)
		return
	}
	for part := range version.Lookup("content").Elements {
		d.part(part, false)
	}
	for step := range version.Lookup("steps").Elements {
		d.step(step)
	}
	if len(d.C.Messages) > first {
		n := &conv.MetaOf(d.C.Messages[first]).Node
		d.Rest(n, raw, "versions currentlySelected")
		d.Rest(n, version, "type role content steps senderInfo")
		d.Object(n, "senderInfo", version.Lookup("senderInfo"), "senderName")
		if a, ok := d.C.Messages[first].(*conv.AssistantMessage); ok {
			a.Model = cmp.Or(a.Model, parts.Str(version, "senderInfo.senderName"))
		}
	}
	d.Group(first, "message")
}

// step reads a step of an answer.
func (d *decoder) step(step conv.Raw) {
	if info := step.Lookup("genInfo"); info != "" {
		if a, ok := d.To().(*conv.AssistantMessage); ok {
			a.Model = cmp.Or(parts.Str(info, "indexedModelIdentifier identifier"), a.Model)
			parts.Usage(a, info.Lookup, "stats.promptTokensCount stats.predictedTokensCount stats.totalTokensCount")
			stop(a, parts.Str(info, "stats.stopReason stopReason"))
		}
	}
	switch kind := parts.Str(step, "type"); kind {
	case "contentBlock":
		for part := range step.Lookup("content").Elements {
			d.part(part, parts.Str(step, "style.type") == "thinking")
		}
		d.Left(step, "type stepIdentifier content style genInfo")
		d.LeftIn(step, "style", "type")
		d.LeftIn(step, "genInfo", "indexedModelIdentifier")
	case "genInfo", "debugInfoBlock", "toolStatus", "status": // what the program shows
		if step = step.Without("type", "stepIdentifier", "callId", "genInfo", "debugInfo", "statusState"); step != "{}" {
			d.To()
			d.Left(step, "")
		}
	default:
		d.Unknown(d.To(), kind, step, d.Here)
	}
}

// stop says why an answer ended.
func stop(a *conv.AssistantMessage, why string) {
	switch why {
	case "":
		return
	case "eosFound", "stopStringFound":
		a.StopReason = conv.StopNormal
	case "maxPredictedTokensReached", "contextLengthReached":
		a.StopReason = conv.StopLength
	case "toolCalls":
		a.StopReason = conv.StopToolUse
	case "userStopped":
		a.StopReason = conv.StopAborted
	default: // failed, modelUnloaded
		a.StopReason = conv.StopError
	}
	a.StopDetail = &conv.StopDetail{Raw: why}
}

// part reads a part of a content.
func (d *decoder) part(part conv.Raw, thinks bool) {
	id := cmp.Or(parts.Str(part, "toolCallRequestId toolCallId callId"), string(parts.At(part, "callId")))
	switch kind := parts.Str(part, "type"); kind {
	case "text":
		if text := parts.Str(part, "text"); thinks {
			d.Thinking(d.To(), text, "", part, d.Here)
		} else {
			d.Text(d.To(), text, d.Here)
		}
		d.Left(part, "type text")
	case "file":
		kind := parts.Str(part, "fileType")
		if kind != "image" {
			kind = "document"
		}
		d.Media(d.To(), kind, &conv.Media{FileID: parts.Str(part, "fileIdentifier"), Provider: "lm-studio", Name: parts.Str(part, "name")}, part, d.Here)
		d.Left(part, "type fileType fileIdentifier name")
	case "toolCallRequest":
		d.Call(d.To(), id, parts.Str(part, "name"), parts.At(part, "parameters arguments"), part, d.Here)
		d.Left(part, "type callId toolCallId toolCallRequestId name parameters arguments")
	case "toolCallResult":
		d.Value(d.Result(id, parts.Str(part, "name"), d.Here), parts.At(part, "content"), d.Here)
		d.Left(part, "type callId toolCallId toolCallRequestId name content")
		d.Now = nil
	default:
		d.Unknown(d.To(), kind, part, d.Here)
	}
}
