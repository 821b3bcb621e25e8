package commands

import (
	"slices"
	"strconv"
	"strings"

	"convo/conv"
	"convo/providers"
)

// result answers the open call of the id that was given.
func (t *turn) result(c *conv.Conversation) (conv.Message, error) {
	open := c.OpenCalls()
	for _, call := range slices.Backward(open) {
		if call.ID == t.resultOf {
			r := conv.ToolResult(call.ID, call.Name, "")
			r.Content, r.IsError = contentOf[conv.ToolResultContent](t), t.isError
			return r, nil
		}
	}
	f := usageError("--tool-result %q: no such call is open", t.resultOf)
	eachHalf(c.Messages, func(id string, call bool, _ *conv.Node) {
		if call && id == t.resultOf {
			f.what = "--tool-result " + strconv.Quote(id) + ": this call has its result already"
		}
	})
	return nil, f.withHint("%s", openCalls(open, t.resultOf))
}

// openCalls lists calls for people, the likely one first.
func openCalls(open []*conv.ToolCall, meant string) string {
	const most = 8
	var ids, list []string
	for _, call := range open {
		ids = append(ids, call.ID)
		list = append(list, call.ID+" ("+call.Name+")")
	}
	switch near := providers.Nearest(meant, ids); {
	case len(open) == 0:
		return "no call of this conversation waits for a result"
	case len(near) == 1 && len(open) > 1:
		return "did you mean " + near[0] + "?"
	case len(list) > most:
		list = append(list[:most], "…")
	}
	return "open: " + strings.Join(list, ", ")
}
