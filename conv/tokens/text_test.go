package tokens

import (
	"os"
	"testing"
	"unicode/utf8"
)

// slowly is EstimateText one run of characters after the other.
func slowly(s string) (n int64) {
	for looked := 0; s != ""; {
		if looked <= 0 {
			if looked = wordEnd(s, 0); isNoise(s[:looked]) {
				n += int64(looked * 2 / 3)
				s, looked = s[looked:], 0
				continue
			}
		}
		kind, end, count := slowRun(s)
		switch kind {
		case asciiRun:
			n += int64(estimateWord(s[:end]))
		case letterRun, digitRun, signRun:
			n += int64(count+2) / 3
		case spaceRun:
			if count > 1 || s[0] == '\n' || end < len(s) && s[end] >= '0' && s[end] <= '9' {
				n++
			}
		default:
			n += int64(count)
		}
		looked, s = looked-end, s[end:]
	}
	return n
}

// slowRun is the run of characters of one kind that s begins with.
func slowRun(s string) (kind runKind, end, count int) {
	last := rune(0)
	for i, r := range s {
		is := runOf(r)
		if r < utf8.RuneSelf {
			is = runKind(kindOf[s[i]])
		}
		if i == 0 {
			kind = is
		}
		if is != kind || kind == asciiRun && last >= 'a' && r < 'a' {
			return kind, i, count
		}
		last, count = r, count+1
	}
	return kind, len(s), count
}

func FuzzEstimateText(f *testing.F) {
	for _, seed := range []string{
		"The year 2026 has 365 days", "camelCase HTTPServer x2y aB3dE6fG9hI2kL5mN8 internationalization pneumonoultramicroscopicsilicovolcanoconiosis",
		"a\n\n\t b  12\xff\xfe", "今天天气很好,Привет, как дела? 😀é", "ABCDEFGHabcdefgh01234567 abcdefgh", "{\"a\": [1, 2]}\r\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := EstimateText(s), slowly(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	})
}

func BenchmarkEstimateText(b *testing.B) {
	code, err := os.ReadFile("estimate.go")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(code)))
	b.ReportAllocs()
	for b.Loop() {
		EstimateText(string(code))
	}
}
