package redact

import "strings"

// userinfo is a user, a password and the begin of a host. After an @ in a
// password may be any script.
var userinfo = pattern{text: "^://(?:[^/?#,():\\[" + unsaid + "][^/?#,():" + unsaid + "]*)?:" +
	"((?:[^/,()@" + unsaid + "]|@[^/?#,()@" + blanks + "]*)+)@[a-zA-Z0-9\\[$]"}

// blanks are the characters that end an address in a text, unsaid those and
// whatever is not ASCII.
const (
	blanks = "\\x00-\\x20\"'`<>\\\\"
	unsaid = blanks + "\\x7f-\\x{10ffff}"
)

// addresses finds passwords in addresses: scheme://user:password@host.
func (s *scan) addresses() {
	const longest = 512
	for i := 0; ; i++ {
		n := strings.IndexByte(s.text[i:], '@')
		if n < 0 {
			return
		}
		least := max(i, i+n-longest)
		i += n
		start := i
		for start > least && s.text[start-1] > ' ' && s.text[start-1] != '"' {
			start--
		}
		from := start + strings.LastIndex(s.text[start:i], "://")
		if from < start {
			continue
		}
		if m := userinfo.get().FindStringSubmatchIndex(s.text[from:]); m != nil && !isStandIn.of(s.text[from+m[2]:from+m[3]]) {
			i = s.add(from+m[2], from+m[3], URLSecret)
		}
	}
}
