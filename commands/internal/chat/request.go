package chat

import (
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/request"
	"convo/conv"
	"convo/providers"
)

// requestChange is what the command line adds to a request.
type requestChange struct {
	request.Change // once it is complete
	settings       []requestSetting
	dropParams     bool
}

// requestSetting is one parameter as it was given.
type requestSetting struct {
	flag string
	set  request.Parameter
}

func newRequestChange(p *frame.Program, flags *frame.Flags) requestChange {
	q := requestChange{dropParams: flags.Bool("drop-params")}
	for _, s := range p.Parsed.Settings {
		text, name := "", "--"+s.Name+" "+s.Value
		switch s.Name {
		case "param":
			text, name = s.Value, "-p "+s.Value
			switch key, _, _ := strings.Cut(s.Value, "="); key {
			case "model":
				flags.Fail(frame.UsageError("-p model: use -m"))
			case "stream":
				flags.Fail(frame.UsageError("-p stream: use --no-stream for an answer in one piece"))
			}
		case "max-tokens":
			text = "maxTokens=" + s.Value
		case "effort":
			text = "reasoning.effort=" + s.Value
		case "tool-choice":
			text = "toolChoice=" + s.Value
			if !slices.Contains([]string{"auto", "none", "required"}, s.Value) {
				text = "toolChoice.name=" + s.Value
			}
		default:
			continue
		}
		set, err := request.ParameterOf(text)
		flags.Fail(err)
		q.settings = append(q.settings, requestSetting{name, set})
	}
	return q
}

// complete reads the files of tools and of the schema, over which parameters
// count.
func (q *requestChange) complete(settings []frame.Setting) error {
	err := q.ReadFiles(settings)
	for _, s := range q.settings {
		q.Set = append(q.Set, s.set)
	}
	return err
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
		return frame.UsageError("%s: %s", s.flag, what).WithHint("leave it out with --drop-params")
	}
	return nil
}
