package providers

import (
	"convo/conv/format"
	"convo/conv/rawjson"
)

// Outline is what the beginning of an input shows, and which formats recognize
// it.
type Outline struct {
	Head   []byte
	Probe  *format.Probe
	Found  []Found
	Unread *Unread // the shape, if convo cannot read it yet
}

// OutlineOf outlines an input by its head. Unless that has an own mark of a
// format, it reads on to the end of the first value: the mark may come after a
// large image. The head stays in frames.
func OutlineOf(frames *rawjson.Frames, head []byte) (Outline, error) {
	for {
		o := Outlined(head)
		if o.isCertain() || !o.Probe.Wants() {
			return o, nil
		}
		more, err := frames.First(2 * len(head))
		if err != nil || len(more) <= len(head) {
			return o, err
		}
		head = more
	}
}

// isCertain reports whether more input would change nothing.
func (o *Outline) isCertain() bool {
	return o.Unread != nil || len(o.Found) == 1 && o.Found[0].Grade == format.Own
}

// Outlined outlines the given beginning of an input.
func Outlined(head []byte) Outline {
	o := Outline{Head: head, Probe: format.NewProbe(head)}
	o.Found, o.Unread = Detect(o.Probe)
	return o
}
