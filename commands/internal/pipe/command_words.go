package pipe

import (
	"strings"

	"convo/commands/internal/frame"
)

// commandWords splits a command as a shell does, without being one: blanks
// part words, quotes and backslashes keep them together. What a shell would
// act on is refused, so that nothing means something else than it looks like.
func commandWords(command string) ([]string, error) {
	var (
		words []string
		word  strings.Builder
		in    bool // a word has begun
		quote rune // that is open, 0 for none
	)
	chars := []rune(command)
	for i := 0; i < len(chars); i++ {
		c := chars[i]
		switch {
		case quote == '\'' && c != quote, quote == '"' && !strings.ContainsRune("\"\\$`", c):
			word.WriteRune(c)
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && i+1 == len(chars):
			return nil, frame.UsageError("%q ends with a backslash", command)
		case c == '\\':
			if i++; quote == '"' && !strings.ContainsRune("\"\\$`", chars[i]) {
				word.WriteRune(c)
			}
			word.WriteRune(chars[i])
			in = true
		case strings.ContainsRune("$`", c), quote == 0 && strings.ContainsRune("|&;<>()*?~#\n", c):
			f := frame.UsageError("%q: %q needs a shell, and none is used", command, string(c))
			return nil, f.WithHint(`sh -c '…' runs one; within quotes '…' all is as it stands`)
		case c == '\'' || c == '"':
			quote, in = c, true
		case c == ' ' || c == '\t':
			if in {
				words = append(words, word.String())
			}
			word.Reset()
			in = false
		default:
			word.WriteRune(c)
			in = true
		}
	}
	switch {
	case quote != 0:
		return nil, frame.UsageError("%q: the quote %c is not closed", command, quote)
	case in:
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, frame.UsageError("%q has no program", command)
	}
	return words, nil
}
