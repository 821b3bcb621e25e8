package redact

import (
	"strings"
	"sync"
	"unsafe"
)

// trust says how surely a name announces a secret. It decides which values are
// taken for one.
type trust int

// The degrees of trust.
const (
	nothing  trust = iota
	weakly         // …Key: only random characters
	tokenish       // token, auth: random characters
	strongly       // secret, api key, access token: letters and digits
	password       // any value that is not a word of a language or a program
)

// sayings are the ends of names, in lower case without separators, and how much
// they say; the first match counts.
var sayings = []struct {
	end  string
	says trust
	kind string
}{
	{"password", password, Password},
	{"passwd", password, Password},
	{"passphrase", password, Password},
	{"passcode", password, Password},
	{"pwd", password, Password},
	{"pass", password, Password},
	{"apikey", strongly, Key},
	{"apitoken", strongly, Token},
	{"secretkey", strongly, Secret},
	{"secretaccesskey", strongly, "secret:aws-secret-key"},
	{"accesskey", strongly, Key},
	{"accountkey", strongly, "secret:azure-storage-key"},
	{"privatekey", strongly, Key},
	{"encryptionkey", strongly, Key},
	{"signingkey", strongly, Key},
	{"masterkey", strongly, Key},
	{"sharedkey", strongly, Key},
	{"authkey", strongly, Key},
	{"servicekey", strongly, Key},
	{"storagekey", strongly, Key},
	{"appkey", strongly, Key},
	{"applicationkey", strongly, Key},
	{"licensekey", strongly, Key},
	{"machinekey", strongly, Key},
	{"secret", strongly, Secret},
	{"credential", strongly, Token},
	{"credentials", strongly, Token},
	{"accesstoken", strongly, Token},
	{"authtoken", strongly, Token},
	{"refreshtoken", strongly, Token},
	{"bearertoken", strongly, Token},
	{"bottoken", strongly, Token},
	{"securitytoken", strongly, Token},
	{"sessiontoken", strongly, Token},
	{"authorization", strongly, Token},
	{"token", tokenish, Token},
	{"key", weakly, Key},
}

// harmless are the ends of names that have "token" or "key" in them but hold no
// secret: positions in lists, hashes, words about models.
var harmless = []string{
	"pagetoken", "nexttoken", "synctoken", "continuationtoken", "cursortoken", "csrftoken", "xsrftoken", "authenticitytoken",
	"bostoken", "eostoken", "padtoken", "unktoken", "septoken", "clstoken", "masktoken", "specialtoken", "stoptoken",
	"canceltoken", "cancellationtoken", "resumetoken", "pagingtoken", "paginationtoken", "markertoken", "nexttokens", "pagestarttoken",
	"publickey", "publishablekey", "sitekey", "primarykey", "foreignkey", "cachekey", "sortkey", "partitionkey", "objectkey",
	"idempotencykey", "dedupkey", "rowkey", "mapkey", "indexkey", "lookupkey", "translationkey", "querykey", "hostkey",
	"groupkey", "hashkey", "issuekey", "projectkey", "storekey", "s3key", "filekey", "imagekey", "blobkey", "shardkey",
	"routingkey", "i18nkey", "menukey", "itemkey", "fieldkey", "datakey", "metakey", "registrykey", "statekey", "persistkey", "anonkey",
	"promptcachekey", "hotkey", "monkey", "turkey", "donkey", "compass", "bypass", "surpass", "encompass", "trespass", "renderpass",
	"clienttoken", "clientrequesttoken", "creationtoken", "changetoken", "updatetoken", "registrationtoken", "forwardtoken", "backwardtoken",
	"startingtoken", "workunittoken", "amzcredential", "googcredential", "oldpwd", "minipass", "worldpass", "firstpass", "secondpass", "onepass", "twopass",
}

// byLast holds sayings, as indexes, and harmless by their last letter.
type byLast struct {
	says [128][]int
	not  [128][]string
}

var (
	ends   byLast
	ending sync.Once
)

// endings makes the table on first use.
func endings() *byLast {
	ending.Do(ends.fill)
	return &ends
}

func (e *byLast) fill() {
	for i := range sayings {
		end := sayings[i].end
		e.says[end[len(end)-1]] = append(e.says[end[len(end)-1]], i)
	}
	for _, end := range harmless {
		e.not[end[len(end)-1]] = append(e.not[end[len(end)-1]], end)
	}
}

// saying returns what a name says of its value: nothing, or a trust and a kind.
// A name may end in a number.
func saying(name string) (says trust, kind string) {
	var plain plainName
	end := plain.of(name)
	if end == "" {
		return nothing, ""
	}
	last := end[len(end)-1] & 0x7f
	for _, i := range endings().says[last] {
		if s := &sayings[i]; strings.HasSuffix(end, s.end) {
			for _, not := range endings().not[last] {
				if strings.HasSuffix(end, not) {
					return nothing, ""
				}
			}
			return s.says, s.kind
		}
	}
	return nothing, ""
}

// plainName is room for a name in lower case, without its separators and the
// number at its end. The end of a long name is enough.
type plainName [40]byte

// of returns the plain name, which is valid until the next call.
func (p *plainName) of(name string) string {
	name = name[max(0, len(name)-len(p)):]
	n := 0
	for i := range len(name) {
		if c := name[i]; alnum.in(c) {
			p[n] = c | 0x20
			n++
		}
	}
	for n > 0 && digits.in(p[n-1]) {
		n--
	}
	return unsafe.String(&p[0], n)
}
