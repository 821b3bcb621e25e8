package view

// Step is a piece of two lists side by side: n elements that both have, or
// that only one of them has.
type Step struct {
	A, B   int // where it begins
	N      int
	Change Change
}

// Change says which list has what a step holds.
type Change int

// The changes.
const (
	Same Change = iota
	Removed
	Added
)

// maxEdits is the largest number of differences that are looked for one by one:
// lists that differ more are shown one after the other.
const maxEdits = 1000

// maxWork bounds what is compared for lists that are long: differences times
// length. A few differences are found in lists of any length.
const (
	maxWork  = 200_000_000
	fewEdits = 20
)

// Compare returns the steps from one list to the other. It takes time in
// proportion to the lists and the square of the differences, of which it
// follows at most maxEdits.
func Compare[T comparable](a, b []T) []Step {
	steps, _ := Compared(a, b)
	return steps
}

// Compared is [Compare]. It reports whether all differences were found: of lists
// that differ more, a part is removed and added as a whole.
func Compared[T comparable](a, b []T) (steps []Step, all bool) { return Within(a, b, maxEdits) }

// Within is [Compared] for at most some differences.
func Within[T comparable](a, b []T, most int) (steps []Step, all bool) {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	steps = appendStep(nil, Step{N: head})
	between, all := shortest(a[head:len(a)-tail], b[head:len(b)-tail], most)
	for _, s := range between {
		s.A, s.B = s.A+head, s.B+head
		steps = appendStep(steps, s)
	}
	return appendStep(steps, Step{A: len(a) - tail, B: len(b) - tail, N: tail}), all
}

// appendStep adds a step, joined with the last one if it goes on with it.
func appendStep(steps []Step, s Step) []Step {
	if s.N == 0 {
		return steps
	}
	if n := len(steps); n > 0 && steps[n-1].Change == s.Change {
		steps[n-1].N += s.N
		return steps
	}
	return append(steps, s)
}

// shortest is the algorithm of Myers: the furthest point of each diagonal, for
// one more difference each round.
func shortest[T comparable](a, b []T, most int) (steps []Step, all bool) {
	if len(a) == 0 || len(b) == 0 {
		return replaced(len(a), len(b)), true
	}
	n := len(a) + len(b)
	limit := min(n, most, maxEdits, max(maxWork/n, fewEdits))
	far := make([]int, 2*limit+3)
	mid := limit + 1
	var rounds [][]int
	for d := 0; d <= limit; d++ {
		rounds = append(rounds, append([]int(nil), far[mid-d-1:mid+d+2]...))
		for k := -d; k <= d; k += 2 {
			x := 0
			if k == -d || k != d && far[mid+k-1] < far[mid+k+1] {
				x = far[mid+k+1]
			} else {
				x = far[mid+k-1] + 1
			}
			for x < len(a) && x-k < len(b) && x-k >= 0 && a[x] == b[x-k] {
				x++
			}
			far[mid+k] = x
			if x >= len(a) && x-k >= len(b) {
				return walked(rounds, len(a), len(b)), true
			}
		}
	}
	return replaced(len(a), len(b)), false
}

// walked goes back over the rounds, from the end to the start.
func walked(rounds [][]int, x, y int) []Step {
	var back []Step
	for d := len(rounds) - 1; d >= 0; d-- {
		far := rounds[d] // far[d+1] is diagonal 0
		k := x - y
		down := k == -d || k != d && far[d+1+k-1] < far[d+1+k+1]
		from := k - 1
		if down {
			from = k + 1
		}
		px := 0
		if d > 0 {
			px = far[d+1+from]
		}
		py := px - from
		if d == 0 {
			px, py = 0, 0
		}
		same := min(x-px, y-py)
		if d > 0 && !down {
			same = x - px - 1
		} else if d > 0 {
			same = y - py - 1
		}
		back = append(back, Step{A: x - same, B: y - same, N: same})
		x, y = x-same, y-same
		switch {
		case d == 0:
		case down:
			y--
			back = append(back, Step{A: x, B: y, N: 1, Change: Added})
		default:
			x--
			back = append(back, Step{A: x, B: y, N: 1, Change: Removed})
		}
	}
	var steps []Step
	for i := len(back) - 1; i >= 0; i-- {
		steps = appendStep(steps, back[i])
	}
	return steps
}

// replaced removes all of one list and adds all of the other.
func replaced(a, b int) []Step {
	steps := appendStep(nil, Step{N: a, Change: Removed})
	return appendStep(steps, Step{A: a, N: b, Change: Added})
}
