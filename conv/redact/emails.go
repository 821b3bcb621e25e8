package redact

import (
	"slices"
	"strings"
)

// Email is the kind of an e-mail address.
const Email = "email"

// Emails finds e-mail addresses (RFC 5321, in ASCII or any script). It skips
// addresses at names that are reserved for examples (RFC 2606).
func Emails(_, text string) []Span {
	var found []Span
	for i := 0; ; i++ {
		n := strings.IndexByte(text[i:], '@')
		if n < 0 {
			return found
		}
		i += n
		least := 0
		if len(found) > 0 {
			least = found[len(found)-1].End
		}
		start, end := localStart(text, i, least), domainEnd(text, i+1)
		if start == i || end == 0 || isService(text[start:i], text[end:]) {
			continue
		}
		found = append(found, Span{start, end, Email})
		i = end - 1
	}
}

// localStart returns where the part before the @ at s[i] begins; i if there is no
// such part.
func localStart(s string, i, least int) int {
	start := i
	for start > least && i-start < 64 && (dotted.in(s[start-1]) || s[start-1] == '+' || s[start-1] == '%' || s[start-1] >= 0x80) {
		start--
	}
	if start > 0 && s[start-1] == '\\' && start+1 < i && strings.IndexByte("nrt", s[start]) >= 0 {
		start++
	}
	for start < i && (s[start] == '.' || s[start] == '-') {
		start++
	}
	if i > 0 && s[i-1] == '.' || start > 0 && (s[start-1] == '/' || s[start-1] == '@') && !strings.HasSuffix(s[:start], "//") {
		return i // in a path: node_modules/x@1, @scope/x
	}
	return start
}

// domainEnd returns where the host name that begins at s[i] ends, 0 if there is
// none. A host name is labels with dots between them, the last one in letters.
func domainEnd(s string, i int) int {
	end := i
	for end < len(s) && (alnum.in(s[end]) || s[end] == '-' || s[end] == '.' || s[end] >= 0x80) {
		end++
	}
	for end > i && (s[end-1] == '.' || s[end-1] == '-') {
		end--
	}
	domain := s[i:end]
	last := strings.LastIndexByte(domain, '.')
	if last < 1 || strings.Contains(domain, "..") || strings.HasPrefix(domain, ".") || len(domain) > 253 {
		return 0
	}
	top := strings.ToLower(domain[last+1:])
	if len(top) < 2 || digits.count(top) > 0 && !strings.HasPrefix(top, "xn--") || notTop(top) || isReserved(strings.ToLower(domain)) {
		return 0
	}
	return end
}

// isReserved reports whether a name is reserved for examples and tests.
func isReserved(domain string) bool {
	for _, name := range []string{"example.com", "example.org", "example.net", "example.edu", "test", "example", "invalid", "localhost", "local"} {
		if domain == name || strings.HasSuffix(domain, "."+name) {
			return true
		}
	}
	return false
}

// notTop lists file extensions, units and fields, which are not top-level domains.
func notTop(top string) bool {
	return slices.Contains([]string{
		"png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "css", "scss", "less", "js", "mjs", "cjs", "jsx", "ts", "tsx", "json", "html", "htm",
		"md", "txt", "xml", "yaml", "yml", "toml", "lock", "map", "vue", "go", "java", "rb", "cpp", "hpp", "exe", "dll", "tgz", "gz", "tar",
		"service", "socket", "timer", "target", "slice", "mount", "scope", "conf", "log", "bak", "tmp", "shape", "dtype", "item", "setter", "getter", "property",
	}, top)
}

// isService reports whether an address is a login that everybody uses, such as
// that of git over SSH.
func isService(local, behind string) bool {
	return local == "git" && (strings.HasPrefix(behind, ":") || strings.HasPrefix(behind, "/"))
}
