package chat

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf8"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/edit"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// GivenResults is what stdin has: results that name their calls, or one that
// does not.
type GivenResults struct {
	ID      string // of --id
	IsError bool

	named []namedResult
	one   *conv.ToolResultMessage // nil if they are named
	used  bool
}

// namedResult is a result with its place on stdin.
type namedResult struct {
	*conv.ToolResultMessage
	at frame.Piece
}

// Read reads stdin.
func (g *GivenResults) Read(p *frame.Program) error {
	in, err := p.Open("-")
	if err != nil {
		return err
	}
	defer in.Close()
	all, err := in.Frames.Rest()
	if err != nil {
		return frame.FileFailure(frame.ExitOther, in.Name, err)
	}
	if g.ID == "" && namesCall(all.Data) {
		if g.IsError {
			return frame.UsageError("--is-error is for a single result: set isError in each of several")
		}
		return g.readNamed(in.Name, all.Data)
	}
	g.one, err = resultOf(all.Data)
	switch {
	case err != nil && !utf8.Valid(all.Data):
		g.one.Content = append(g.one.Content, conv.MediaFromBytes(all.Data))
	case err != nil:
		return &frame.Failure{Code: frame.ExitUnreadable, File: in.Name, What: err.Error()}
	}
	g.one.IsError = g.one.IsError || g.IsError
	return nil
}

// namesCall reports whether a text begins with a result that says whose it
// is.
func namesCall(text []byte) bool {
	probe := format.NewProbe(text)
	return probe.HasKind("toolCallId", rawjson.String) || probe.HasKind("id", rawjson.String) && (probe.Has("content") || probe.Has("isError"))
}

// readNamed reads results, a JSON value each.
func (g *GivenResults) readNamed(name string, text []byte) error {
	frames := rawjson.NewFrames(bytes.NewReader(text), int64(len(text)))
	for {
		block, err := frames.Next()
		if err != nil {
			return nil // the end: all of it is in memory
		}
		for v := range block.Values() {
			at := frame.Piece{File: name, Block: v}
			m, err := readResult(bytes.TrimRight(v.Data, "\r\n"))
			if err != nil {
				return at.Failure(err)
			}
			g.named = append(g.named, namedResult{m, at})
		}
	}
}

// readResult reads a result that names its call.
func readResult(data []byte) (*conv.ToolResultMessage, error) {
	r := conv.NewReader(data, format.Native().Family, nil)
	m, ok := conv.Native.ReadMessage(r, conv.RoleToolResult).(*conv.ToolResultMessage)
	if err := r.End(); err != nil {
		return nil, err
	}
	if ok && m.ToolCallID == "" {
		m.ToolCallID, m.ID = m.ID, ""
	}
	if !ok || m.ToolCallID == "" {
		return nil, &frame.Failure{Code: frame.ExitUnreadable, What: `not a tool result: want {"id": …, "content": …}`}
	}
	residue := m.Extensions
	m.Name, m.Extensions = "", nil // what tool list wrote of the call goes
	for _, x := range residue {
		for _, member := range x.Members {
			if member.Key != "arguments" && member.Key != "argumentsText" {
				m.Extensions.Set(x.Family, member.Key, member.Value)
			}
		}
	}
	edit.Unplace([]conv.Message{m})
	return m, nil
}

// Added is c with the results appended.
func (g *GivenResults) Added(c *conv.Conversation) (*conv.Conversation, error) {
	if g.used {
		return nil, frame.UsageError("the results are for one conversation, but FILE has several")
	}
	g.used = true
	pending := c.PendingCalls()
	results := make([]*conv.ToolResultMessage, len(pending))
	if g.one != nil {
		i, err := g.answers(pending)
		if err != nil || i < 0 {
			return c, err
		}
		results[i] = g.one
	}
	for _, m := range g.named {
		i := slices.IndexFunc(pending, func(call *conv.ToolCall) bool { return call.ID == m.ToolCallID })
		if i < 0 || results[i] != nil {
			f := &frame.Failure{Code: frame.ExitUnreadable, What: "a second result for the call " + strconv.Quote(m.ToolCallID)}
			if i < 0 {
				f.What = "no call " + strconv.Quote(m.ToolCallID) + " waits for a result"
				f.Hint = pipe.OpenCalls(pending, m.ToolCallID)
			}
			return nil, m.at.Failure(f)
		}
		results[i] = m.ToolResultMessage
	}
	for i, m := range results {
		if m != nil {
			m.ToolCallID, m.ToolName = pending[i].ID, pending[i].Name
		}
	}
	return withResults(c, slices.DeleteFunc(results, func(m *conv.ToolResultMessage) bool { return m == nil })), nil
}

// answers is the index of the call that the one result is of; -1 if there is
// neither.
func (g *GivenResults) answers(pending []*conv.ToolCall) (int, error) {
	i := slices.IndexFunc(pending, func(call *conv.ToolCall) bool { return call.ID == g.ID })
	nothing := len(g.one.Content) == 0 && g.one.Details == "" && !g.one.Terminate
	switch {
	case g.ID != "" && i < 0:
		return 0, frame.UsageError("--id %q: no such call waits for a result", g.ID).WithHint("%s", pipe.OpenCalls(pending, g.ID))
	case g.ID != "":
		return i, nil
	case nothing && len(pending) == 0:
		return -1, nil
	case nothing:
		return 0, (&frame.Failure{Code: frame.ExitUnreadable, File: frame.StdinName, What: "has no result"}).WithHint("%s", pipe.OpenCalls(pending, ""))
	case len(pending) == 0:
		return 0, frame.UsageError("no tool call waits for a result")
	case len(pending) > 1:
		return 0, frame.UsageError("%d calls wait for a result: choose one with --id", len(pending)).WithHint("%s", pipe.OpenCalls(pending, ""))
	}
	return 0, nil
}
