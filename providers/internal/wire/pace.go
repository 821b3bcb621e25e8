package wire

import (
	"bytes"
	"strconv"

	"convo/conv/sse"
)

// pace follows the body of an answer: how large it is, and whether it goes on.
// Its first byte, the end of a line and a kilobyte of a longer one do so: a few
// bytes of a line now and then do not. A comment, which servers send to keep a
// connection, says nothing.
type pace struct {
	mostEvent, mostAnswer int64 // 0: no limit

	whole, event int64
	kind         bodyKind
	inLine       bool // a byte of the line was seen
	noise        bool // the line is a comment, or a field that no event has
	cr           bool // the last byte was a carriage return
	began        bool // something was said
	since        int  // bytes that said something since it last went on
}

// progress is how many bytes of a line that has not ended go on with an answer.
const progress = 1 << 10

type bodyKind byte

const (
	unknownBody bodyKind = iota
	eventBody            // server-sent events
	otherBody            // JSON, a page
)

// take takes the next piece. It returns how many bytes of it are below the
// limits; if they are not all, the error is an *Error.
func (p *pace) take(piece []byte) (n int, goesOn bool, err error) {
	if p.whole += int64(len(piece)); p.mostAnswer > 0 && p.whole > p.mostAnswer {
		piece = piece[:max(int64(len(piece))-(p.whole-p.mostAnswer), 0)]
		err = tooLarge("the answer", p.mostAnswer, "--max-answer")
	}
	for n < len(piece) {
		line, end := piece[n:], sse.LineEnd(piece[n:])
		if end >= 0 {
			line = line[:end]
		}
		p.since += p.takeLine(line)
		if p.since > 0 && (!p.began || end >= 0 || p.since >= progress) {
			goesOn, p.began, p.since = true, true, 0
		}
		if p.kind == eventBody && p.mostEvent > 0 && p.event > p.mostEvent {
			return n, goesOn, tooLarge("an event of the answer", p.mostEvent, "--max-event")
		}
		if n += len(line); end < 0 {
			p.cr = p.cr && len(line) == 0
			break
		}
		p.endLine(piece[n], len(line) > 0)
		n++
	}
	return n, goesOn, err
}

// takeLine takes a part of a line, and returns how many bytes of it say
// something.
func (p *pace) takeLine(part []byte) int {
	text := bytes.Trim(part, " \t\ufeff")
	if len(text) > 0 && p.kind == unknownBody {
		p.kind = eventBody
		if text[0] == '{' || text[0] == '[' || text[0] == '<' {
			p.kind = otherBody
		}
	}
	if len(part) > 0 && !p.inLine {
		p.inLine = true
		p.noise = p.kind == eventBody && bytes.IndexByte([]byte("de\xef"), part[0]) < 0
	}
	if p.noise {
		return 0
	}
	p.event += int64(len(part))
	return len(text)
}

// endLine takes the end of a line. A blank line ends an event.
func (p *pace) endLine(end byte, some bool) {
	if end == '\n' && p.cr && !some {
		p.cr = false
		return // of \r\n
	}
	if !p.inLine {
		p.event = 0
	}
	p.inLine, p.noise, p.cr = false, false, end == '\r'
}

func tooLarge(what string, most int64, flag string) error {
	return &Error{Kind: TooLarge, What: what + " has more than " + strconv.FormatInt(most, 10) + " bytes", Hint: flag + " changes the limit"}
}
