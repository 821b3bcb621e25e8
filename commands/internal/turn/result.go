package turn

import (
	"slices"
	"strconv"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
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
	f := frame.UsageError("--tool-result %q: no such call is waiting", t.resultOf)
	pipe.EachHalf(c.Messages, func(id string, call bool, _ *conv.Node) {
		if call && id == t.resultOf {
			f.What = "--tool-result " + strconv.Quote(id) + ": this call has its result already"
		}
	})
	return nil, f.WithHint("%s", pipe.OpenCalls(open, t.resultOf))
}
