package frame

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// Cursor is what the last word of a command line can become.
type Cursor struct {
	Word     string   // what is typed of it, without Before
	Before   string   // the part of the word before a value: --to= or -t
	Flag     cli.Flag // that it is the value of, nil if of none
	IsFlag   bool     // it is a flag
	Operands []string // before it
	given    map[string]bool
}

// CursorAt reads the words after a command, the last of which is being typed.
func CursorAt(table []cli.Flag, words []string) *Cursor {
	c := &Cursor{given: map[string]bool{}}
	var open cli.Flag // its value comes next
	ended := false
	last := words[len(words)-1]
	for _, w := range words[:len(words)-1] {
		switch {
		case open != nil:
			open = nil
		case ended || w == "-" || !strings.HasPrefix(w, "-"):
			c.Operands = append(c.Operands, w)
		case w == "--":
			ended = true
		default:
			open, _, _ = c.value(table, w)
		}
	}
	c.Word, c.Flag = last, open
	if open != nil || ended || !strings.HasPrefix(last, "-") {
		return c
	}
	if f, before, inWord := c.value(table, last); f != nil && inWord {
		c.Flag, c.Before, c.Word = f, before, last[len(before):]
		return c
	}
	c.IsFlag = true
	return c
}

// value is the flag of a word that takes a value: in the word, after before, or in
// the next word.
func (c *Cursor) value(table []cli.Flag, word string) (f cli.Flag, before string, inWord bool) {
	if strings.HasPrefix(word, "--") || isLong(table, word[1:]) {
		name, _, given := strings.Cut(word, "=")
		f = c.found(table, strings.TrimLeft(name, "-"))
		if f == nil || !takesValue(f) {
			return nil, "", false
		}
		return f, name + "=", given
	}
	for i, letter := range word[1:] {
		f = c.found(table, string(letter))
		if f == nil {
			return nil, "", false
		}
		if takesValue(f) {
			before = word[:1+i+len(string(letter))]
			return f, before, len(before) < len(word)
		}
	}
	return nil, "", false
}

func (c *Cursor) found(table []cli.Flag, name string) cli.Flag {
	f := flagNamed(table, name)
	if f != nil {
		first, _ := namesOf(f)
		c.given[first] = true
	}
	return f
}

// Free are the flags that help shows and that may still be given.
func (c *Cursor) Free(table []cli.Flag) (free []cli.Flag) {
	for _, f := range visible(table) {
		first, _ := namesOf(f)
		_, again := f.(*cli.StringSliceFlag)
		if again || !c.given[first] {
			free = append(free, f)
		}
	}
	return free
}

// Spellings are the names of a flag as they are typed, the long one first.
func Spellings(f cli.Flag) (all []string) {
	first, others := namesOf(f)
	all = append(all, flagText(first))
	for _, n := range others {
		all = append(all, flagText(n))
	}
	return all
}

// ValueName is how help calls the value of a flag, such as FILE or auto|off.
func ValueName(f cli.Flag) string {
	if d, ok := f.(cli.DocGenerationFlag); ok {
		if parts := strings.SplitN(d.GetUsage(), "`", 3); len(parts) == 3 {
			return parts[1]
		}
	}
	return ""
}
