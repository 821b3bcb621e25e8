package redact

import (
	"slices"
	"strings"
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
	says trust
	kind string
	ends []string
}{
	{password, Password, []string{"password", "passwd", "passphrase", "passcode", "pwd", "pass"}},
	{strongly, "secret:aws-secret-key", []string{"secretaccesskey"}},
	{strongly, Key, []string{"apikey", "accesskey", "privatekey", "encryptionkey", "signingkey", "masterkey", "sharedkey", "authkey", "servicekey", "storagekey", "appkey", "applicationkey", "licensekey", "machinekey"}},
	{strongly, Token, []string{"apitoken", "credential", "credentials", "accesstoken", "authtoken", "refreshtoken", "bearertoken", "bottoken", "securitytoken", "sessiontoken", "authorization"}},
	{strongly, Secret, []string{"secretkey", "secret"}},
	{strongly, "secret:azure-storage-key", []string{"accountkey"}},
	{tokenish, Token, []string{"token"}},
	{weakly, Key, []string{"key"}},
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

// saying returns what a name says of its value: nothing, or a trust and a kind.
// A name may end in a number.
func saying(name string) (says trust, kind string) {
	var plain plainName
	end := plain.of(name)
	if end == "" {
		return nothing, ""
	}
	last := end[len(end)-1]
	is := func(suffix string) bool { return suffix[len(suffix)-1] == last && strings.HasSuffix(end, suffix) }
	for i := range sayings {
		if !slices.ContainsFunc(sayings[i].ends, is) {
			continue
		}
		if slices.ContainsFunc(harmless, is) {
			break
		}
		return sayings[i].says, sayings[i].kind
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
