package providers

// Nearest returns the names in known that name was likely meant to be, in the
// order of known: names that differ by a typing mistake or two, or that begin
// with name. A name of more than 100 bytes is no typing mistake.
func Nearest(name string, known []string) []string {
	if len(name) > 100 {
		return nil
	}
	best := 1 + len(name)/4
	var near []string
	for _, k := range known {
		var d int
		switch {
		case len(name) > 1 && len(k) > len(name) && k[:len(name)] == name:
			d = min(1, len(k)-len(name))
		case max(len(k)-len(name), len(name)-len(k)) > best:
			continue // so many letters have to go, or to come
		default:
			d = distance(name, k)
		}
		if d < best {
			best, near = d, near[:0]
		}
		if d == best {
			near = append(near, k)
		}
	}
	return near
}

// distance counts the letters to insert, remove, replace or swap with a
// neighbor to turn a into b.
func distance(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j]+cost, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
