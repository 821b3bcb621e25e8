package pipe

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"convo/commands/internal/frame"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// The most that is written where one conversation becomes many, by default; what
// is so much that it is said before; and the longest line of which a worker
// makes many in its memory.
const (
	mostOutput   = 1 << 30
	muchOutput   = 10e6
	longestSplit = 32 << 10
)

// multiplies reports whether one conversation may become many that share most of
// what they hold.
func (plan *Plan) multiplies() bool {
	return plan.Branches || plan.split.turns() || slices.ContainsFunc(plan.gates, func(g *gate) bool { return g.split.turns() })
}

// splits reports whether --split was given.
func (plan *Plan) splits() bool {
	return plan.split != nil || slices.ContainsFunc(plan.gates, func(g *gate) bool { return g.split != nil })
}

// boundedOutput fails when more is written than a run may write.
type boundedOutput struct {
	io.Writer
	left, most int64
	over       *frame.Failure // nil until it is too much
}

func (b *boundedOutput) Write(p []byte) (int, error) {
	if int64(len(p)) > b.left {
		b.over = &frame.Failure{Code: frame.ExitBudget, What: "stopped: the output is over " + sizeInWords(b.most) + ", the limit of --max-output"}
		return 0, b.over.WithHint("to write more, raise it, such as --max-output 20GB")
	}
	n, err := b.Writer.Write(p)
	b.left -= int64(n)
	return n, err
}

// bounded is where a run writes, with the limit of --max-output if it needs one.
func (r *Run) bounded(out io.Writer) io.Writer {
	if !r.Plan.multiplies() {
		return out
	}
	r.bound = &boundedOutput{Writer: out, left: r.Plan.MostOutput, most: r.Plan.MostOutput}
	return r.bound
}

// tooMuch is the failure of a run that wrote all that it may, else nil.
func (r *Run) tooMuch() error {
	if r.bound == nil || r.bound.over == nil {
		return nil
	}
	return r.bound.over
}

// estimateOutput says how much the branches of a session are, if that is much.
func (r *Run) estimateOutput(s *Source, b rawjson.Block) {
	if !r.Plan.Branches || s.From.BranchSizes == nil || s.From.Unit != format.SessionUnit {
		return
	}
	n, size := s.From.BranchSizes(s.Text(b))
	if n > 1 && size > min(muchOutput, r.Plan.MostOutput) {
		r.Program.Note("%s: %d branches, about %s to write", s.Name, n, sizeInWords(size))
	}
}

// longLine reports whether a line is longer than a worker should multiply.
func longLine(data []byte) bool {
	for len(data) > longestSplit {
		n := bytes.LastIndexByte(data[:longestSplit], '\n') + 1
		if n == 0 {
			return true
		}
		data = data[n:]
	}
	return false
}

func sizeInWords(n int64) string {
	switch {
	case n >= 1<<30 && n%(1<<30) == 0:
		return fmt.Sprintf("%d GiB", n>>30)
	case n >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	default:
		return fmt.Sprintf("%d bytes", n)
	}
}
