package main

import (
	"fmt"
	"math"
	"strings"
)

// words are the words of texts.
var words = strings.Fields(`the of a and to in is was on for with that as at by harbour tide wind pilot chart
	north buoy anchor signal current berth crane draught ferry ledger cargo manifest customs quay mooring
	we should first because whether it's don't between arrives unless either/or 3.14 42% O(log n) v1.8.0
	timetable.md https://harbour.example/tides?day=12&unit=m src/quay/berth.go nil None undefined`)

// foreign are phrases beyond ASCII.
var foreign = []string{
	"Le bac de 7 h 30 est à l’heure.", "Größe und Tiefgang bitte prüfen – 4,5 m", "潮汐表をもう一度確認してください。",
	"请把泊位的时间表发给我。", "Проверьте, свободен ли причал.", "부두에 배가 도착했습니다.", "الرصيف مشغول الآن",
	"⚓️ 🚢 🌊 ✅", "“High water” … ±0·3 m → ≈ 12°", "Żegluga na Wiśle", "Τα πλοία φεύγουν νωρίς το πρωί", "बंदरगाह आज बंद है",
}

// listings are lines of programs, logs and patches, with all that is escaped.
var listings = []string{
	"func (q *Quay) Moor(s *Ship) error {\n\tif s.Draught > q.Depth {\n\t\treturn fmt.Errorf(\"%q is too deep: %v\", s.Name, s.Draught)\n\t}\n\tq.ships[s.ID] = s\n\treturn nil\n}\n",
	"    def depth(self, at: datetime) -> float:\n        '''Metres of water above the \"zero\" of the chart.'''\n        return self.zero + sum(c.height(at) for c in self.parts)\n",
	"  const rows = text.split(\"\\n\").map((row) => row.replace(/\\t+/g, \" \").trim());\n",
	"--- a/quay/berth.go\n+++ b/quay/berth.go\n@@ -40,6 +40,8 @@ type Berth struct {\n \tName string `json:\"name\"`\n+\tDepth float64 `json:\"depth\"`\n",
	"\x1b[1m\x1b[31mFAIL\x1b[0m quay/berth_test.go:88: want \"north\", got \"\" (0.21s)\n",
	"time=2026-03-02T06:14:09.551Z level=WARN msg=\"berth is taken\" file=\"D:\\\\logs\\\\quay\\\\7.log\" ship=4711\n",
	"\t\"scripts\": {\n\t\t\"tides\": \"node \\\"tides.js\\\"\"\n\t},\r\n",
	"<tr class=\"tide\"><td>06:12</td><td>4.1&nbsp;m</td></tr>\n",
}

// between is a whole number from low to high.
func (g *generator) between(low, high int) int { return low + g.IntN(high-low+1) }

// length is a number from low to high, small ones much more often.
func (g *generator) length(low, high int) int {
	x := g.Float64()
	return int(float64(low) * math.Pow(float64(high)/float64(low), x*math.Sqrt(x)))
}

func pick[T any](g *generator, from []T) T { return from[g.IntN(len(from))] }

// prose is a text of about n bytes, with a share of foreign sentences in a
// hundred.
func (g *generator) prose(n, share int) string {
	var b strings.Builder
	for b.Len() < n {
		switch x := g.IntN(100); {
		case x < share:
			b.WriteString(pick(g, foreign))
		case x < 94:
			for range g.between(5, 18) {
				b.WriteString(pick(g, words))
				b.WriteByte(' ')
			}
			b.WriteString(". ")
		case x < 97:
			b.WriteString("\n- \"berth\": ")
		default:
			b.WriteString("\n\n```\n" + pick(g, listings) + "```\n")
		}
	}
	return b.String()
}

// listing is what a tool reads from a file or a program: lines, tabs, quotes.
func (g *generator) listing(n int) string {
	var b strings.Builder
	for line := 1; b.Len() < n; line++ {
		switch x := g.IntN(10); {
		case x < 6:
			fmt.Fprintf(&b, "%5d\t%s", line, pick(g, listings))
		case x < 9:
			b.WriteString("\t# ")
			for range g.between(3, 10) {
				b.WriteString(pick(g, words) + " ")
			}
			b.WriteByte('\n')
		default:
			b.WriteString(pick(g, foreign) + "\n")
		}
	}
	return b.String()
}

// records is what a tool reads from a server: JSON in a string.
func (g *generator) records(n int) string {
	found := list{}
	for size := 0; size < n; size += 260 {
		found = append(found, object{
			{"ship", g.IntN(1 << 30)},
			{"draught", g.Float64() * 12},
			{"name", pick(g, words) + " " + pick(g, words)},
			{"remarks", g.prose(60, 10)},
			{"cargo", object{{"tonnes", list{12, 4.5e3, nil}}, {"cold", true}, {"extra", object{}}}},
		})
	}
	s := style{spaces: g.IntN(2) == 0, ascii: g.IntN(3) == 0}
	return string(s.write(nil, object{{"ok", true}, {"found", found}}))
}

// letters are those of ids and base64.
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

func (g *generator) id(prefix string) string {
	b := []byte(prefix)
	for range 24 {
		b = append(b, letters[g.IntN(len(letters))])
	}
	return string(b)
}
