package redact

import (
	"math/bits"
	"strings"
)

// User is the kind of a user's name in a path.
const User = "user"

// Paths finds user names in the paths of home directories: /home/NAME,
// /Users/NAME, C:\Users\NAME. The paths may be mounted, in file: addresses, or
// in one word as some programs write them (-Users-NAME-code). The rest of the path stays.
// Paths skips names that many machines have, such as runner or Public.
func Paths(_, text string) []Span {
	var found []Span
	for i := nextLead(text, 0); i < len(text); i = nextLead(text, i) {
		if i+1 == len(text) || !beginsHome(text[i+1]) {
			i++
			continue
		}
		if name := homeAt(text, i); name > 0 {
			if end := userEnd(text, name); end > 0 {
				found = append(found, Span{name, end, User})
				i = end
				continue
			}
		}
		i++
	}
	return found
}

// nextLead returns the index of the next separator that may come before a directory
// of homes, at s[i] or later: /, - or \. It returns len(s) if there is none.
func nextLead(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		x := eight(s, i)
		slash, back := (x|ones*('/'^'-'))^ones*'/', x^ones*'\\'
		if found := ((slash-ones)&^slash | (back-ones)&^back) & highs; found != 0 {
			return i + bits.TrailingZeros64(found)>>3
		}
	}
	for i < len(s) && s[i] != '/' && s[i] != '-' && s[i] != '\\' {
		i++
	}
	return i
}

// beginsHome reports whether a byte may come after the separator before a
// directory of homes.
func beginsHome(b byte) bool { return b == 'h' || b == 'U' || b == 'u' || b == '\\' }

// homes are the directories that hold home directories.
var homes = []string{"home", "Users", "users"}

// homeAt returns where a user's name begins, if a directory of homes follows the
// separator at s[i]; else 0.
func homeAt(s string, i int) int {
	sep := s[i : i+1]
	if sep == `\` && i+1 < len(s) && s[i+1] == '\\' {
		sep = `\\`
	}
	at := i + len(sep)
	for _, home := range homes {
		if strings.HasPrefix(s[at:], home+sep) && isRoot(s, i, sep, home) {
			return at + len(home) + len(sep)
		}
	}
	return 0
}

// isRoot reports whether the text before s[i] makes home the directory of homes:
// nothing, a drive, a mount, or the machine's usual place for it.
func isRoot(s string, i int, sep, home string) bool {
	before := s[max(0, i-32):i]
	if sep == "-" {
		return home != "users" && !endsInWord(before) && !strings.HasSuffix(before, "-")
	}
	if sep != "/" {
		return len(before) > 1 && before[len(before)-1] == ':' && letters.in(before[len(before)-2])
	}
	if n := len(before); n > 1 && before[n-1] == ':' && letters.in(before[n-2]) && (n == 2 || !alnum.in(before[n-3])) {
		return true // C:/Users
	}
	if home == "users" {
		return false
	}
	if strings.HasSuffix(before, "file://") || strings.HasSuffix(before, "file://localhost") || !endsInWord(before) && !strings.HasSuffix(before, "/") {
		return true
	}
	for _, root := range []string{"/mnt/c", "/mnt/d", "/c", "/d", "/var", "/export", "/usr", "/private", "/Volumes/Data", "/System/Volumes/Data", "/host", "/mnt", "/media", "/data", "/rootfs", "/nfs"} {
		if rest, ok := strings.CutSuffix(before, root); ok && !endsInWord(rest) {
			return true
		}
	}
	return false
}

// endsInWord reports whether a text ends in what may be part of a path or an
// address.
func endsInWord(s string) bool {
	if s == "" {
		return false
	}
	c := s[len(s)-1]
	if len(s) > 1 && s[len(s)-2] == '\\' && (c == 'n' || c == 't' || c == 'r') {
		return false
	}
	return dotted.in(c) || tilde.in(c) || c == '}' || c == ')' || c == ']' || c >= 0x80 || c == '*'
}

// userEnd returns where the user name that begins at s[i] ends, 0 if the name is
// nobody's. On Windows a name may have spaces.
func userEnd(s string, i int) int {
	sep := s[i-1]
	end := i
	for end < len(s) && (word.in(s[end]) || s[end] == '.' || s[end] >= 0x80 || s[end] == '-' && sep != '-' || s[end] == '+' && sep != '-') {
		end++
	}
	for end > i && s[end-1] == '.' {
		end--
	}
	if sep == '\\' {
		end = spaced(s, end)
	}
	if end == i || end-i > 64 || isNobody(s[i:end]) || strings.HasPrefix(s[end:], "(") {
		return 0
	}
	if sep == '-' && (end >= len(s) || s[end] != '-') {
		return 0
	}
	return end
}

// spaced continues after a space in a name, if a separator ends the name.
func spaced(s string, end int) int {
	const longest = 24
	for k := end; k < len(s) && k-end < longest && (word.in(s[k]) || s[k] == ' ' || s[k] == '.' || s[k] >= 0x80); k++ {
		if k+1 < len(s) && s[k+1] == '\\' {
			return k + 1
		}
	}
	return end
}

// isNobody reports whether a name is an account that many machines have, or a
// stand-in for a name.
func isNobody(name string) bool {
	switch strings.ToLower(name) {
	case "user", "users", "username", "name", "you", "yourname", "your-name", "your_name", "yourusername", "me", "myuser", "someone", "someuser", "example",
		"public", "default", "shared", "all", "defaultuser0", "default user", "all users",
		"root", "runner", "runneradmin", "ubuntu", "debian", "fedora", "centos", "admin", "administrator", "ec2-user", "azureuser", "vagrant", "pi",
		"node", "app", "appuser", "vscode", "coder", "codespace", "gitpod", "linuxbrew", "docker", "jovyan", "sandbox", "agent", "dev", "developer",
		"git", "jenkins", "circleci", "travis", "www-data", "nobody", "test", "oai", "bun", "nonroot", "swebench", "openhands":
		return true
	}
	return false
}
