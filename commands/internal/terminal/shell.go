package terminal

import "strings"

// ShellWord is a word of a command as it is typed in a shell. All words that we
// print for that go through here: sessions, documents and files bring their own.
func ShellWord(word string) string {
	if word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:+@%") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// ShellFile is the name of a file as it is typed in a shell, where no program
// takes it for a flag.
func ShellFile(name string) string {
	if strings.HasPrefix(name, "-") {
		name = "./" + name
	}
	return ShellWord(name)
}

// ShellCommand is a command as it is typed in a shell.
func ShellCommand(words ...string) string {
	typed := make([]string, len(words))
	for i, w := range words {
		typed[i] = ShellWord(w)
	}
	return strings.Join(typed, " ")
}
