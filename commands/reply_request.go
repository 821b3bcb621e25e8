package commands

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/providers"
)

// requestChange is what the command line adds to a request.
type requestChange struct {
	settings   []requestSetting
	tools      []conv.ToolDefinition
	schema     parameter // nil: of the conversation, if it has one
	dropParams bool
}

// requestSetting is one parameter as it was given.
type requestSetting struct {
	flag string
	set  parameter
}

func (p *program) newRequestChange(flags *flagReader) requestChange {
	q := requestChange{dropParams: flags.Bool("drop-params")}
	for _, s := range p.parsed.settings {
		text, name := "", "--"+s.name+" "+s.value
		switch s.name {
		case "param":
			text, name = s.value, "-p "+s.value
			switch key, _, _ := strings.Cut(s.value, "="); key {
			case "model":
				flags.fail(usageError("-p model: the model is named with -m"))
			case "stream":
				flags.fail(usageError("-p stream: --no-stream asks for the answer in one piece"))
			}
		case "max-tokens":
			text = "maxTokens=" + s.value
		case "effort":
			text = "reasoning.effort=" + s.value
		case "tool-choice":
			text = "toolChoice=" + s.value
			if !slices.Contains([]string{"auto", "none", "required"}, s.value) {
				text = "toolChoice.name=" + s.value
			}
		default:
			continue
		}
		set, err := appendParameter(nil, text)
		if err != nil {
			flags.fail(err)
			continue
		}
		q.settings = append(q.settings, requestSetting{name, set[0]})
	}
	return q
}

// complete reads the files of tools and of the schema.
func (q *requestChange) complete(settings []setting) (err error) {
	for _, s := range settings {
		var more []conv.ToolDefinition
		switch s.name {
		case "tools":
			more, err = toolsOf(s.value)
			q.tools = append(q.tools, more...)
		case "schema":
			q.schema, err = schemaParameter(s.value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// apply is a conversation with the change.
func (q *requestChange) apply(c *conv.Conversation) *conv.Conversation {
	out := *c
	if q.tools != nil {
		out.Tools = q.tools
	}
	if len(q.settings) > 0 || q.schema != nil {
		request := conv.Request{}
		if c.Request != nil {
			request = *c.Request
		}
		if q.schema != nil {
			q.schema(&request)
		}
		for _, s := range q.settings {
			s.set(&request)
		}
		out.Request = &request
	}
	return &out
}

// check refuses what the command line asks for and a model does not take,
// alone or beside what else is asked for.
func (q *requestChange) check(callee *providers.Callee) error {
	request := conv.Request{}
	for _, s := range q.settings {
		s.set(&request)
		names := callee.Goal.Unsupported(&request)
		if len(names) == 0 || q.dropParams {
			continue
		}
		what := "the model takes no " + strings.Join(names, ", ")
		if alone := (conv.Request{}); request.Reasons() && len(q.settings) > 1 {
			if s.set(&alone); len(callee.Goal.Unsupported(&alone)) == 0 {
				what += " while it reasons"
			}
		}
		return usageError("%s: %s", s.flag, what).withHint("--drop-params leaves it out")
	}
	return nil
}
