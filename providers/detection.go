package providers

import (
	"slices"

	"convo/conv/format"
	"convo/conv/rawjson"
)

// Detection is what the beginning of an input shows, and which formats recognize
// it.
type Detection struct {
	Head    []byte
	Probe   *format.Probe
	Matches []Match
	Unread  *Unread // the shape, if convo cannot read it yet
	Listed  bool    // the input is a list, and each element of it is in one of the formats
}

// DetectReader outlines an input by its head. Unless that has an own mark of a
// format, it reads on to the end of the first value: the mark may come after a
// large image. The head stays in frames.
func DetectReader(frames *rawjson.Frames, head []byte) (Detection, error) {
	for {
		o := DetectHead(head)
		if o.isCertain() || !o.Probe.Wants() {
			return o, nil
		}
		more, err := frames.First(16 * len(head))
		if err != nil || len(more) <= len(head) {
			return o, err
		}
		head = more
	}
}

// isCertain reports whether more input would change nothing.
func (o *Detection) isCertain() bool {
	return o.Unread != nil || len(o.Matches) == 1 && o.Matches[0].Grade == format.Own
}

// DetectHead outlines the given beginning of an input.
func DetectHead(head []byte) Detection {
	o := Detection{Head: head, Probe: format.NewProbe(head)}
	o.Matches, o.Unread = Detect(o.Probe)
	if elements := o.Probe.Elements(); o.Unread == nil && len(o.Matches) == 0 && elements != nil {
		o.Matches, o.Unread = Detect(elements)
		o.Matches = slices.DeleteFunc(o.Matches, func(f Match) bool { return f.Unit != format.DocumentUnit })
		o.Listed = len(o.Matches) > 0
	}
	return o
}
