package diff

import (
	"slices"

	"convo/conv"
)

// How alike two messages of a role must be to be one that was changed, and how much
// is looked at.
const (
	alikeEnough = 0.4
	wordsSeen   = 400    // of each message
	pairsSeen   = 10_000 // of a gap; in a larger one, each message is compared with the next few
	nextSeen    = 16
)

// likes finds, for messages of B in a gap, the message of A that each was made of.
// Both are places, in order, and so are the pairs.
func likes(a, b []*item, left, right []int) map[int]int {
	if len(left) == 1 && len(right) == 1 && a[left[0]].role == b[right[0]].role {
		return map[int]int{right[0]: left[0]}
	}
	if len(left)*len(right) > pairsSeen {
		return nextLikes(a, b, left, right)
	}
	// best[i][j] is the greatest sum for left[i:] and right[j:].
	wide := len(right) + 1
	best := make([]float64, (len(left)+1)*wide)
	alike := make([]float64, len(left)*wide)
	for i := len(left) - 1; i >= 0; i-- {
		for j := len(right) - 1; j >= 0; j-- {
			s := similarity(a[left[i]], b[right[j]])
			alike[i*wide+j] = s
			sum := max(best[(i+1)*wide+j], best[i*wide+j+1])
			if s >= alikeEnough {
				sum = max(sum, s+best[(i+1)*wide+j+1])
			}
			best[i*wide+j] = sum
		}
	}
	pairs := map[int]int{}
	for i, j := 0, 0; i < len(left) && j < len(right); {
		switch s := alike[i*wide+j]; {
		case s >= alikeEnough && best[i*wide+j] == s+best[(i+1)*wide+j+1]:
			pairs[right[j]] = left[i]
			i, j = i+1, j+1
		case best[i*wide+j] == best[(i+1)*wide+j]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// nextLikes is likes for a large gap.
func nextLikes(a, b []*item, left, right []int) map[int]int {
	pairs := map[int]int{}
	at := 0
	for _, i := range left {
		for j := at; j < min(at+nextSeen, len(right)); j++ {
			if similarity(a[i], b[right[j]]) >= alikeEnough {
				pairs[right[j]] = i
				at = j + 1
				break
			}
		}
	}
	return pairs
}

// similarity is the part of words that two messages have in common, 0 if they are
// of different roles.
func similarity(a, b *item) float64 {
	if a.role != b.role {
		return 0
	}
	x, y := a.seen(), b.seen()
	if len(x)+len(y) == 0 {
		return 1
	}
	common, i, j := 0, 0, 0
	for i < len(x) && j < len(y) {
		switch {
		case x[i] == y[j]:
			common, i, j = common+1, i+1, j+1
		case x[i] < y[j]:
			i++
		default:
			j++
		}
	}
	return 2 * float64(common) / float64(len(x)+len(y))
}

// seen are the hashes of a message's first words.
func (t *item) seen() []uint64 {
	if t.words != nil {
		return t.words
	}
	t.words = []uint64{}
	for _, b := range t.blocks {
		switch {
		case b.args != "":
			t.words = append(t.words, hashOf(b.kind))
			t.addWords(b.b.(*conv.ToolCall).ArgumentsString())
		case b.text != "":
			t.addWords(b.text)
		default:
			t.words = append(t.words, b.hash)
		}
	}
	slices.Sort(t.words)
	return t.words
}

func (t *item) addWords(text string) {
	const most = 8 << 10 // a word may be a megabyte
	if len(text) > most {
		text = text[:most]
	}
	for _, w := range wordsOf(text) {
		if len(t.words) >= wordsSeen {
			return
		}
		if w[0] >= 0x80 || kindOf(rune(w[0])) == letter {
			t.words = append(t.words, hashOf(w))
		}
	}
}
