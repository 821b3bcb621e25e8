package chat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/edit"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// answers runs the tools of calls, up to jobs at once, and gives their
// results in the order of the calls: none for a call whose tool is not
// allowed, or that the end of ctx came before.
func (t *Toolbox) answers(ctx context.Context, calls []*conv.ToolCall, jobs int) []*conv.ToolResultMessage {
	results := make([]*conv.ToolResultMessage, len(calls))
	turn := make(chan struct{}, jobs)
	var all sync.WaitGroup
	for i, call := range calls {
		if !t.Allows(call.Name) {
			t.remark(call, "not allowed: the call waits")
			continue
		}
		turn <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		all.Go(func() {
			defer func() { <-turn }()
			if run := t.call(ctx, call); !run.stopped {
				results[i] = t.result(call, run)
			}
		})
	}
	all.Wait()
	return slices.DeleteFunc(results, func(m *conv.ToolResultMessage) bool { return m == nil })
}

// remark notes something about a tool call on stderr.
func (t *Toolbox) remark(call *conv.ToolCall, what string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.p.Note("tool %s: %s", frame.Shortened(call.Name), what)
}

// result is what a run answers to a call.
func (t *Toolbox) result(call *conv.ToolCall, run *toolRun) *conv.ToolResultMessage {
	m, err := resultOf(run.stdout)
	if err != nil && run.failure == "" {
		run.failure = err.Error()
	}
	if run.failure != "" {
		t.remark(call, cmp.Or(run.remark, run.failure))
		m.IsError = true
		m.Content = explained(m.Content, run)
	}
	m.ToolCallID, m.ToolName = call.ID, call.Name
	return m
}

// explained is the content of a failure: what the tool wrote, on either
// stream, or why it failed.
func explained(content []conv.ToolResultContent, run *toolRun) []conv.ToolResultContent {
	why := run.tail
	switch {
	case why == "" && len(content) > 0 && strings.HasPrefix(run.failure, "exit code"):
		return content
	case why == "":
		why = run.failure
	case !strings.HasPrefix(run.failure, "exit code"):
		why = run.failure + "\n" + why
	}
	return append(content, &conv.TextContent{Text: why})
}

// resultOf is what a tool wrote on stdout as a result: an object with content
// or terminate and nothing that a result has not, a picture or the like by
// its bytes, or text.
func resultOf(out []byte) (*conv.ToolResultMessage, error) {
	m := &conv.ToolResultMessage{Content: []conv.ToolResultContent{}}
	if isStructured(out) {
		r := conv.NewReader(out, format.Native().Family, nil)
		read, _ := conv.Native.ReadMessage(r, conv.RoleToolResult).(*conv.ToolResultMessage)
		if err := r.End(); err != nil {
			return m, fmt.Errorf("wrote an invalid result: %w", err)
		}
		edit.Unplace([]conv.Message{read})
		return read, nil
	}
	if text := strings.TrimRight(string(out), "\r\n"); text == "" {
		return m, nil
	}
	media := conv.MediaFromBytes(out)
	mimeType := conv.MediaOf(media).MIMEType
	switch {
	case mimeType == "application/pdf":
		m.Content = append(m.Content, media)
	case utf8.Valid(out):
		m.Content = append(m.Content, &conv.TextContent{Text: shortText(string(out))})
	case media.BlockType() == "document":
		return m, errors.New("wrote neither UTF-8 text nor an image, audio, video or PDF")
	default:
		m.Content = append(m.Content, media)
	}
	return m, nil
}

// isStructured reports whether a text is a result as an object.
func isStructured(out []byte) bool {
	c := rawjson.NewCursor(out)
	says := false
	for key := range c.FieldsOnly {
		switch key {
		case "content", "terminate":
			says = true
		case "isError", "details":
		default:
			return false
		}
	}
	return c.End() == nil && says
}

// shortText is a tool's text without the end of its last line, cut if it is
// too long for anybody to read.
func shortText(text string) string {
	text = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	if len(text) <= mostText {
		return text
	}
	return strings.ToValidUTF8(text[:mostText], "") + fmt.Sprintf("\n… cut: %d bytes of %d", mostText, len(text))
}

// withResults is c with results appended.
func withResults(c *conv.Conversation, results []*conv.ToolResultMessage) *conv.Conversation {
	messages := slices.Clip(c.Messages)
	for _, r := range results {
		messages = append(messages, r)
	}
	return c.WithMessages(messages)
}
