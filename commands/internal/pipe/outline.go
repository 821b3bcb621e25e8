package pipe

import (
	"convo/commands/internal/frame"
	"convo/conv"
	"convo/providers"
)

// Outline is what the beginning of an input shows, and who knows it.
type Outline struct {
	Head   []byte
	Probe  *conv.Probe
	Found  []providers.Found
	Unread *providers.Unread // the shape, if convo cannot read it yet
}

// OutlineOf outlines an input by its head and, unless that shows a format's own,
// by as much more as its first value has: what tells a format may come after
// a large image.
func OutlineOf(in *frame.Input, head []byte) (Outline, error) {
	for {
		o := outline(head)
		if o.isCertain() || !o.Probe.Wants() {
			return o, nil
		}
		more, err := in.Frames.First(2 * len(head))
		if err != nil {
			return o, frame.FileFailure(frame.ExitOther, in.Name, err)
		}
		if len(more) <= len(head) {
			return o, nil
		}
		head = more
	}
}

func outline(head []byte) Outline {
	o := Outline{Head: head, Probe: conv.NewProbe(head)}
	o.Found, o.Unread = providers.Detect(o.Probe)
	return o
}

// isCertain reports whether more of the input would change nothing.
func (o *Outline) isCertain() bool {
	return o.Unread != nil || len(o.Found) == 1 && o.Found[0].Grade == conv.Own
}
