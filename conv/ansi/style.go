package ansi

import (
	"strconv"
	"strings"
)

// state is what the codes so far have turned on.
type state struct {
	text, back shade
	on         Style // without colours
}

// shade is a colour of the text or of its background.
type shade struct {
	hue   Color
	grey  bool // white or grey
	faint bool // a dark grey
}

// style is what people see of the state.
func (s *state) style() Style {
	style := s.on
	text, back := s.text, s.back
	if style.Reverse {
		text, back = back, text
		if back == (shade{}) {
			back.grey = true
		}
	}
	style.Color = text.hue
	style.Dim = style.Dim || text.faint && back == (shade{})
	if style.Reverse = back.hue != None || back.grey || back.faint; style.Reverse {
		style.Color = back.hue
	}
	return style
}

// apply reads the codes of a sequence. Codes that nobody knows, and those that blink
// or hide, change nothing.
func (s *state) apply(codes string) {
	for codes != "" || codes == "" {
		var code string
		var more bool
		code, codes, more = strings.Cut(codes, ";")
		code, detail, detailed := strings.Cut(code, ":")
		n := 0
		if code != "" {
			n, _ = strconv.Atoi(code)
		}
		switch {
		case n == 38 || n == 48:
			var color shade
			if detailed {
				color = extended(strings.Split(detail, ":"), true)
			} else {
				color, codes, more = chosen(codes, more)
			}
			if n == 38 {
				s.text = color
			} else {
				s.back = color
			}
		case n == 4 && detailed:
			s.on.Underline = detail != "0"
		default:
			s.code(n)
		}
		if !more {
			return
		}
	}
}

// code applies a code that needs no other.
func (s *state) code(n int) {
	switch n {
	case 0:
		*s = state{}
	case 1:
		s.on.Bold = true
	case 2:
		s.on.Dim = true
	case 3:
		s.on.Italic = true
	case 4, 21:
		s.on.Underline = true
	case 7:
		s.on.Reverse = true
	case 9:
		s.on.Struck = true
	case 22:
		s.on.Bold, s.on.Dim = false, false
	case 23:
		s.on.Italic = false
	case 24:
		s.on.Underline = false
	case 27:
		s.on.Reverse = false
	case 29:
		s.on.Struck = false
	case 39:
		s.text = shade{}
	case 49:
		s.back = shade{}
	}
	switch {
	case n >= 30 && n <= 37:
		s.text = numbered(n - 30)
	case n >= 40 && n <= 47:
		s.back = numbered(n - 40)
	case n >= 90 && n <= 97:
		s.text = numbered(n - 90 + 8)
	case n >= 100 && n <= 107:
		s.back = numbered(n - 100 + 8)
	}
}

// chosen reads a colour that stands in the codes after 38 or 48.
func chosen(codes string, more bool) (color shade, rest string, left bool) {
	var words []string
	for more && len(words) < 4 {
		var word string
		word, codes, more = strings.Cut(codes, ";")
		words = append(words, word)
		if words[0] == "5" && len(words) == 2 || words[0] != "5" && words[0] != "2" {
			break
		}
	}
	return extended(words, false), codes, more
}

// extended is a colour of 256, or of red, green and blue. With colons, a colour
// space may stand before these.
func extended(words []string, colons bool) shade {
	if colons && len(words) > 4 && words[0] == "2" {
		words = append([]string{"2"}, words[2:]...)
	}
	var n [4]int
	for i := range min(len(words), 4) {
		n[i], _ = strconv.Atoi(words[i])
	}
	switch {
	case n[0] == 5 && len(words) >= 2:
		return numbered(n[1])
	case n[0] == 2 && len(words) >= 4:
		return mixed(n[1], n[2], n[3])
	default:
		return shade{}
	}
}

// numbered is a colour of 256: 16 with names, a cube of 6 by 6 by 6, and greys.
func numbered(n int) shade {
	switch {
	case n < 0 || n > 255:
		return shade{}
	case n < 16:
		switch n {
		case 0:
			return shade{}
		case 8:
			return shade{faint: true}
		case 7, 15:
			return shade{grey: true}
		default:
			return shade{hue: Color(n % 8)}
		}
	case n < 232:
		n -= 16
		return mixed(n/36*51, n/6%6*51, n%6*51)
	default:
		level := (n - 232) * 10
		return mixed(level, level, level)
	}
}

// mixed is the shade that is nearest to a colour. A colour with little difference
// between its parts is grey, a dark one black.
func mixed(r, g, b int) shade {
	high, low := max(r, g, b), min(r, g, b)
	switch {
	case high-low < 48 && high < 64:
		return shade{}
	case high-low < 48 && high < 150:
		return shade{faint: true}
	case high-low < 48:
		return shade{grey: true}
	}
	middle := (high + low) / 2
	var hue Color
	if r > middle {
		hue |= Red
	}
	if g > middle {
		hue |= Green
	}
	if b > middle {
		hue |= Blue
	}
	return shade{hue: hue}
}
