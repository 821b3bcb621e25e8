// Package shapes has conversations of unusual shapes: ten thousand calls of
// one id, or deltas of one byte. Each is valid, and none may take convo more
// than linear time.
package shapes

import (
	"fmt"
	"slices"
	"strings"
)

// Shape is a conversation with a part that repeats as often as its size asks.
type Shape struct {
	Name   string
	Format string   // what to read it as
	Runs   []string // flags of convo to measure it with
	text   string   // see Body
}

// All returns every shape.
func All() []Shape {
	return slices.Concat(chat, anthropic, gemini, responses, streams, agui, sessions, agents, texts, keys, loneKeys)
}

// Keys are those of many unknown keys, which may cost much memory.
func Keys() []Shape { return keys }

// LoneKeys are those of many small objects with one unknown key each. An object
// costs more than its key.
func LoneKeys() []Shape { return loneKeys }

// Keyless is one of [LoneKeys] without its keys. share is its size against that of as
// many objects with keys.
func (s Shape) Keyless() (plain Shape, share float64) {
	plain = s
	plain.Name, plain.text = s.Name+keyless, strings.ReplaceAll(s.text, `,"k#":1`, "")
	const many = 1000
	return plain, float64(len(plain.repeat(many))) / float64(len(s.repeat(many)))
}

const keyless = ", without it"

// Find returns the shape with a name, also a keyless one.
func Find(name string) (Shape, bool) {
	if with, ok := strings.CutSuffix(name, keyless); ok {
		s, found := Find(with)
		plain, _ := s.Keyless()
		return plain, found
	}
	all := All()
	i := slices.IndexFunc(all, func(s Shape) bool { return s.Name == name })
	if i < 0 {
		return Shape{}, false
	}
	return all[i], true
}

// Passes are the exit codes, beside 0, of a run that has done its work: it finds the
// input wrong, or too long to trim.
var Passes = []int{4, 5, 8}

// Args are the arguments of convo for one of the runs, over a file with the shape.
func (s Shape) Args(flags, file string) []string {
	args := strings.Fields(flags)
	switch args[0] {
	case "cost":
		args = append(args, "-m", "openai/gpt-5.4-mini", "-t", "json")
	case "validate":
		args = append(args, "-t", "json")
	default:
		args = slices.Concat([]string{"transform", "-q"}, args)
	}
	return append(args, "-f", s.Format, file)
}

// Body returns the conversation with about size bytes. In the text, ‹,x›
// stands for repeated x with commas between them (any one byte separates, and
// a dot means none), # for the number of the repetition with six digits, @ for the
// plain number, ← for the number before it and ÷ for half of it with six digits.
func (s Shape) Body(size int) []byte {
	base, each := 0, 0
	for i, piece := range s.pieces() {
		if i%2 == 0 {
			base += len(piece)
		} else {
			each += len(repetition(piece, 0))
		}
	}
	return s.repeat(max(1, (size-base)/each))
}

func (s Shape) repeat(n int) []byte {
	var body []byte
	for i, piece := range s.pieces() {
		if i%2 == 0 {
			body = append(body, piece...)
			continue
		}
		for k := range n {
			next := repetition(piece, k)
			if k == 0 {
				next = strings.TrimPrefix(next, piece[:1])
			}
			body = append(body, next...)
		}
	}
	return body
}

// repetition is one repetition of a piece, with its separator first.
func repetition(piece string, k int) string {
	text := strings.NewReplacer("#", fmt.Sprintf("%06d", k), "@", fmt.Sprint(k), "←", fmt.Sprintf("%06d", k-1), "÷", fmt.Sprintf("%06d", k/2)).Replace(piece)
	return strings.TrimPrefix(text, ".")
}

// pieces are in turn what stands once and what repeats.
func (s Shape) pieces() []string {
	return strings.Split(strings.ReplaceAll(s.text, "›", "‹"), "‹")
}

// deep is a JSON value of many levels, which readers still accept.
var deep = strings.Repeat(`{"a":[`, 200) + strings.Repeat(`]}`, 200)
