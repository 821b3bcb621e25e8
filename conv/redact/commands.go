package redact

import "strings"

// An option of a program is followed by a password, or by a user, a colon and a
// password. glued: only if no space is between them.
type option struct {
	program, name string
	pair, glued   bool
}

var options = []option{
	{"curl", " -u", true, false},
	{"curl", " --user ", true, false},
	{"curl", " -U ", true, false},
	{"curl", " --proxy-user ", true, false},
	{"sshpass", " -p", false, false},
	{"mysql", " -p", false, true},
	{"redis-cli", " -a ", false, false},
}

// command checks the passwords that the command line at s.text[at] passes to a
// program.
func (s *scan) command(at int) {
	const longest = 400
	line := s.text[at:min(len(s.text), at+longest)]
	if n := strings.IndexAny(line, "\n|;"); n >= 0 {
		line = line[:n]
	}
	for _, o := range options {
		i := strings.Index(line, o.name)
		if i < 0 || !hasFold(line, o.program) {
			continue
		}
		i += at + len(o.name)
		if o.glued && (i >= len(s.text) || s.text[i] == ' ') {
			continue
		}
		v := valueAt(s.text, blank(s.text, i))
		before, pass, two := strings.Cut(s.text[v.start:v.end], ":")
		if !o.pair {
			pass, two = s.text[v.start:v.end], true
		}
		if two && len(pass) > 3 && !isStandIn.of(pass) && !isStandIn.of(before) && !strings.Contains(pass, "/") {
			s.add(v.end-len(pass), v.end, Password)
		}
	}
}
