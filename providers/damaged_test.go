package providers_test

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"convo/conv"
	"convo/conv/fit"
	"convo/conv/format"
	"convo/providers"
)

// damages are what happens to files of lines: a writer dies, two write at once,
// a line is doubled or lost.
var damages = map[string]func(r *rand.Rand, lines [][]byte) [][]byte{
	"cut off": func(r *rand.Rand, lines [][]byte) [][]byte {
		whole := bytes.Join(lines, nil)
		return [][]byte{whole[:r.IntN(len(whole)+1)]}
	},
	"a line cut off": func(r *rand.Rand, lines [][]byte) [][]byte {
		i := r.IntN(len(lines))
		lines[i] = append(slices.Clone(lines[i][:r.IntN(len(lines[i])+1)]), '\n')
		return lines
	},
	"a line twice": func(r *rand.Rand, lines [][]byte) [][]byte {
		return slices.Insert(lines, r.IntN(len(lines)), lines[r.IntN(len(lines))])
	},
	"a line gone": func(r *rand.Rand, lines [][]byte) [][]byte {
		i := r.IntN(len(lines))
		return slices.Delete(lines, i, i+1)
	},
	"another order": func(r *rand.Rand, lines [][]byte) [][]byte {
		head := r.IntN(2) // keep the first line, or not
		rest := lines[min(head, len(lines)):]
		r.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
		return lines
	},
}

// A damaged file is an error or a conversation. A conversation comes back from
// its own format and, if it is a session's, converts to others: each to some, so
// that every format gets many.
func TestDamagedFiles(t *testing.T) {
	t.Parallel()
	rounds, others := 8, 4
	if testing.Short() {
		rounds, others = 1, 1
	}
	all := slices.DeleteFunc(providers.Formats(), func(f format.Format) bool { return f.Decode == nil || f.Write == nil })
	for _, f := range all {
		files, _ := filepath.Glob(testdata + "formats/" + f.Name + "/*/input.*")
		for _, file := range files {
			lines := bytes.SplitAfter(read(t, file), []byte("\n"))
			if filepath.Ext(file) == ".json" || len(lines) < 2 {
				continue
			}
			for name, damage := range damages {
				r := rand.New(rand.NewPCG(1, uint64(len(file))))
				for range rounds {
					data := bytes.Join(damage(r, slices.Clone(lines)), nil)
					for _, c := range readDamaged(t, &f, name+" "+file, data) {
						if filepath.Ext(file) == ".jsonl" && f.Unit == format.SessionUnit {
							for range others {
								convertsTo(t, &f, &all[r.IntN(len(all))], c)
							}
						}
					}
				}
			}
		}
	}
}

// readDamaged reads a damaged file. It returns nothing if that is an error.
func readDamaged(t *testing.T, f *format.Format, about string, data []byte) (all []*conv.Conversation) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s: panic: %v\n%s", about, p, data)
		}
	}()
	for c, err := range f.Decode(data, nil) {
		if err != nil {
			return nil
		}
		fit := fit.To(c, f, nil)
		if got := decoded(t, f, written(f, fit), nil); native(got) != native(fit) {
			t.Errorf("%s: it is not read as it was written; read it, or hold less:\n%s\n%s", about, data, diff(native(fit), native(got)))
		}
		all = append(all, c)
	}
	return all
}
