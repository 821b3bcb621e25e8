// Package orcontext reads and writes the context documents that
// conversation.json grew out of: ktsoator/or's and pi's.
//
// The rule of the room: their readers ignore fields that they do not know and
// refuse roles and blocks that they do not know. So Write keeps all fields,
// and Holds admits only their roles and blocks.
package orcontext

import (
	"iter"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// Or is the spelling of the agent library ktsoator/or, also for single messages:
// see [conv.Dialect.MarshalMessage].
func Or() conv.Dialect { return conv.Dialect{Family: "or", Filled: true} }

// Pi is the spelling of the coding agent pi.
func Pi() conv.Dialect { return conv.Dialect{Family: "or", Filled: true, API: true} }

// Formats are or and pi.
func Formats() []format.Format {
	return []format.Format{
		describe("or", "context of the agent library ktsoator/or", Or(),
			func(p *format.Probe) bool {
				return p.Shows("messages[].protocol") || !p.Has("messages[].api") && p.Shows(ownMarks...)
			}),
		describe("pi", "context of the coding agent pi", Pi(),
			func(p *format.Probe) bool { return p.Shows("messages[].api") }),
	}
}

func describe(name, about string, d conv.Dialect, isOwn func(*format.Probe) bool) format.Format {
	f := format.Format{
		Name: name, Family: d.Family, About: about,
		Capabilities: holds(),
		Detect: func(p *format.Probe) format.Grade {
			switch {
			case !isContext(p):
				return format.No
			case isOwn(p):
				return format.Own
			case p.OnlyKeys("", "systemPrompt", "messages", "tools") && isPlain(p, "messages[]."):
				return format.Could
			}
			return format.No
		},
		Decode: func(data []byte, notes *note.Notes) iter.Seq2[*conv.Conversation, error] {
			c, err := d.Decode(data, notes)
			if err == nil && !d.API {
				err = wantStops(data, c)
			}
			return format.Single(c, err)
		},
		Write: func(w *rawjson.Writer, c *conv.Conversation) { d.Write(w, c) },
	}
	f.Complete = stampPi
	if !d.API {
		f.Reduce, f.Complete = reduceStops, stampOr
	}
	return f
}

// isContext reports whether the outline is that of a context document.
func isContext(p *format.Probe) bool {
	return p.IsJSON() && p.HasKind("messages", rawjson.Array) && p.Within("messages[].role", roles...)
}

// isPlain reports whether the messages at a path say nothing but texts, as lists of
// blocks: as our formats write them. Those of APIs can be written so, too.
func isPlain(p *format.Probe, at string) bool {
	return p.OnlyKeys(strings.TrimSuffix(at, "."), "role", "content", "timestamp") && p.HasKind(at+"content", rawjson.Array) && !p.HasKind(at+"content", rawjson.String) &&
		p.OnlyKeys(at+"content[]", "type", "text") && p.Shows(at+"content[].type = text & "+at+"content[].text is string") && p.Only(at+"content[].type", "text")
}

// ownMarks are the marks of a document whose answers do not name a protocol. It is
// taken for or's, which knows fewer stop reasons; where both read it, they read the
// same.
var ownMarks = []string{
	"systemPrompt & messages[].content", "messages[].role = toolResult", "messages[].content[].type = toolCall",
	"messages[].content[].mimeType", "messages[].stopReason",
}

// roles are those of the two, and of pi's sessions.
var roles = []string{
	"user", "assistant", "toolResult", "custom", "hookMessage", "bashExecution", "branchSummary", "compactionSummary",
}

// holds is what or and pi load: three roles, four types of block, media as
// data. They ignore all other fields.
func holds() format.Capabilities {
	return format.Capabilities{
		Reads:      format.Reads{Entry: "role"},
		User:       format.TextBlock | format.ImageBlock,
		Assistant:  format.TextBlock | format.ThinkingBlock | format.ToolCallBlock,
		ToolResult: format.TextBlock | format.ImageBlock,
		Image:      format.DataSource | format.MediaName | format.MediaDetail,
		Features:   format.DialectFeatures,
		Params:     format.AllParams,
		Required:   format.Usages | format.Costs | format.StopReasons | format.ToolNames,
	}
}
