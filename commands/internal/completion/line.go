package completion

import "strings"

// wordsOf are the words of a command line that ends where the cursor is, as a
// shell reads them. The last may be empty.
func wordsOf(line string) []string {
	var words []string
	var word strings.Builder
	var quote rune
	begun, escaped := false, false
	for _, c := range line {
		switch {
		case escaped:
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped, begun = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, begun = c, true
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(c)
			begun = true
		}
	}
	return append(words, word.String())
}

// afterBreak drops of each candidate what the shell keeps: bash completes only what
// follows the last of its breaks in a word.
func (l *list) afterBreak(word, breaks string) {
	at := strings.LastIndexAny(word, strings.Trim(breaks, " \t\n")) + 1
	for i := range l.all {
		l.all[i].Word = strings.TrimPrefix(l.all[i].Word, word[:at])
	}
}
