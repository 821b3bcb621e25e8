package sharegpt

import (
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/training"
)

// readTools reads the tools of a row, most often a string of JSON. What cannot
// be read as tools stays as it is.
func (x *reader) readTools() {
	tools, ok := training.ParseTools(own, x.tools)
	switch {
	case x.tools == "":
	case !ok:
		own.Set(&x.out.Node, "tools", x.tools)
	default:
		x.out.Tools = tools
		if tools == nil || quotedTools(tools) != x.tools {
			own.Set(&x.out.Node, hintTools, x.tools)
		}
	}
}

// toolsOf is the tools as they were written, if those are the same.
func toolsOf(c *conv.Conversation) conv.Raw {
	raw := own.Get(&c.Node, hintTools)
	if was, ok := training.ParseTools(own, raw); ok && quotedTools(was) == quotedTools(c.Tools) {
		return raw
	}
	if len(c.Tools) == 0 {
		return ""
	}
	return quotedTools(c.Tools)
}

// quotedTools is tools in a string, as trainers want them.
func quotedTools(tools []conv.ToolDefinition) conv.Raw {
	return rawjson.Quoted(string(training.FormatTools(own, tools)))
}
