package pipe

import (
	"convo/commands/internal/frame"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// mostCounted is how large inputs may be that are read only to be counted.
const mostCounted = 256 << 20

// Count is how many conversations there are in files of documents; 0 if that cannot be
// known before the work. size is that of the files, as [frame.SizeOf] has it.
func (plan *Plan) Count(p *frame.Program, names []string, size int64) (n int64) {
	if size == 0 || size > mostCounted || plan.multiplies() || p.Shard.N > 0 {
		return 0
	}
	for _, name := range names {
		if name == "-" { // which is read only once
			return 0
		}
		in, err := p.Open(name)
		if err != nil {
			return 0
		}
		s, err := Recognise(p, in, plan.From)
		if err == nil && s.From.Unit == format.DocumentUnit {
			err = s.Each(func(rawjson.Block) error { n++; return nil })
		} else {
			n = 0
		}
		in.Close()
		if err != nil || n == 0 {
			return 0
		}
	}
	return n
}
