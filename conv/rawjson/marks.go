package rawjson

// marks are what reading a string found out about its text, which may be JSON:
// the places of all bytes that can end a string in it or be wrong there. These
// are quotes, backslashes, control characters and lone surrogates.
type marks struct {
	places []uint32
	spaces []uint32 // where white space between tokens begins and ends
	base   int      // where the text begins in its memory
	next   int      // the place to look at next
	full   bool     // there were more than marksMost
}

// marksMost bounds the memory for marks. A text with more is read without them.
const marksMost = 1 << 16

// Reset makes marks free for another text.
func (m *marks) Reset() {
	m.places, m.spaces, m.next, m.full = m.places[:0], m.spaces[:0], 0, false
}

func (m *marks) add(at int) {
	if len(m.places) < marksMost {
		m.places = append(m.places, uint32(at-m.base))
		return
	}
	m.full = true
}

func (m *marks) addSpace(from, to int) {
	if len(m.spaces) < marksMost {
		m.spaces = append(m.spaces, uint32(from), uint32(to))
		return
	}
	m.full = true
}

// stringEnd returns the index after the string that starts at b[i], -1 if it is
// not a string. Strings must be asked for in order.
func (m *marks) stringEnd(b []byte, i int) int {
	k := m.next
	for k < len(m.places) && int(m.places[k]) <= i {
		k++
	}
	for ; k < len(m.places); k++ {
		at := int(m.places[k])
		switch b[at] {
		case '"':
			m.next = k + 1
			return at + 1
		case '\\':
			if escapeLen(b[at:]) <= 0 {
				return -1
			}
			if k+1 < len(m.places) && int(m.places[k+1]) == at+1 {
				k++ // what is escaped
			}
		default:
			return -1
		}
	}
	return -1
}

// appendCompact appends s without the white space between its tokens.
func (m *marks) appendCompact(dst []byte, s string) []byte {
	from := 0
	for k := 0; k+1 < len(m.spaces); k += 2 {
		dst = append(dst, s[from:m.spaces[k]]...)
		from = int(m.spaces[k+1])
	}
	return append(dst, s[from:]...)
}
