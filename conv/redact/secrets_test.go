package redact

import (
	"encoding/base64"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// The alphabets of keys.
const (
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	smalls   = "abcdefghijklmnopqrstuvwxyz"
	numerals = "0123456789"
	hexes    = numerals + "abcdef"
	mixed    = capitals + smalls + numerals
	urlSafe  = mixed + "_-"
	standard = mixed + "+/"
)

// planter makes secrets from parts, so that none stands in this file.
type planter struct{ *rand.Rand }

func newPlanter() planter { return planter{rand.New(rand.NewPCG(1, 2))} }

// of is n characters of an alphabet, of all its kinds.
func (p planter) of(alphabet string, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[p.IntN(len(alphabet))]
	}
	const some = "aZ7"
	for i := range min(n/2, len(some)) {
		if strings.IndexByte(alphabet, some[i]) >= 0 {
			b[1+2*i] = some[i]
		}
	}
	return string(b)
}

func (p planter) encoded(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// wrapped is base64 in lines of 76.
func wrapped(s string) string {
	var b strings.Builder
	for len(s) > 76 {
		b.WriteString(s[:76] + "\n")
		s = s[76:]
	}
	return b.String() + s
}

// planted is a secret, and the text that tells it is one: at %.
type planted struct{ kind, in, secret string }

// cut is what stands before and behind the secret in a text.
func cut(in string) (before, behind string) {
	before, behind, _ = strings.Cut(in, "%")
	return before, behind
}

// all is a secret of each kind, as vendors make them.
func (p planter) all() []planted {
	pem := func(kind string) string {
		var lines []string
		for range 6 {
			lines = append(lines, p.of(standard, 64))
		}
		return "-----BEGIN " + kind + "-----\n" + strings.Join(lines, "\n") + "\n-----END " + kind + "-----"
	}
	jwt := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." +
		base64.RawURLEncoding.EncodeToString([]byte(`{"sub":"1234567890","admin":true}`)) + "." + p.of(urlSafe, 43)
	return []planted{
		{"aws-access-key", "%", "AKIA" + p.of(capitals+"234567", 16)},
		{"aws-access-key", "%", "ASIA" + p.of(capitals+"234567", 16)},
		{"aws-secret-key", "AKIA" + p.of(capitals+"234567", 16) + " and %", p.of(standard, 40)},
		{"aws-secret-key", "aws_secret_access_key = %", p.of(standard, 40)},
		{"github-token", "%", "ghp_" + p.of(mixed, 36)},
		{"github-token", "%", "gho_" + p.of(mixed, 36)},
		{"github-token", "%", "ghs_" + p.of(mixed, 36)},
		{"github-token", "%", "github_pat_" + p.of(mixed, 22) + "_" + p.of(mixed, 59)},
		{"gitlab-token", "%", "glpat-" + p.of(urlSafe, 20)},
		{"gitlab-token", "%", "glpat-" + p.of(mixed, 27) + ".01." + p.of(smalls+numerals, 9)},
		{"slack-token", "%", "xoxb-" + p.of(numerals, 12) + "-" + p.of(numerals, 13) + "-" + p.of(mixed, 24)},
		{"slack-token", "%", "xapp-1-A" + p.of(capitals, 10) + "-" + p.of(numerals, 13) + "-" + p.of(hexes, 64)},
		{"slack-webhook", "https://hooks.slack.com/services/%", "T" + p.of(capitals, 10) + "/B" + p.of(capitals, 10) + "/" + p.of(mixed, 24)},
		{"stripe-key", "%", "sk_live_" + p.of(mixed, 24)},
		{"stripe-key", "%", "rk_live_" + p.of(mixed, 99)},
		{"openai-key", "%", "sk-" + p.of(mixed, 20) + "T3Blbk" + "FJ" + p.of(mixed, 20)},
		{"openai-key", "%", "sk-proj-" + p.of(urlSafe, 74) + "T3Blbk" + "FJ" + p.of(urlSafe, 74)},
		{"anthropic-key", "%", "sk-ant-api03-" + p.of(urlSafe, 93) + "AA"},
		{"openrouter-key", "%", "sk-or-v1-" + p.of(hexes, 64)},
		{"google-key", "%", "AIza" + p.of(urlSafe, 35)},
		{"google-oauth", "%", "GOCSPX-" + p.of(urlSafe, 28)},
		{"google-oauth", "%", "ya29." + p.of(urlSafe, 120)},
		{"private-key", `{"type": "service_account", "private_key": "%"}`, strings.ReplaceAll(pem("PRIVATE KEY"), "\n", `\n`)},
		{"private-key", "%", pem("RSA PRIVATE KEY")},
		{"private-key", "%", pem("EC PRIVATE KEY")},
		{"private-key", "%", pem("OPENSSH PRIVATE KEY")},
		{"private-key", "%", pem("PGP PRIVATE KEY BLOCK")},
		{"azure-storage-key", "DefaultEndpointsProtocol=https;AccountName=logs;AccountKey=%;EndpointSuffix=core.windows.net", p.of(standard, 86) + "=="},
		{"url-signature", "https://cdn.example.com/a.mp4?exp=1772352000&hmac=%", p.of(hexes, 32)},
		{"url-signature", "https://files.example.com/a.pdf?sign=%&page=2", p.of(hexes, 40)},
		{"url-signature", "https://logs.blob.core.windows.net/c/b?sv=2024-11-04&sp=r&sig=%", p.of(mixed, 40) + "%2B" + p.of(mixed, 2) + "%3D"},
		{"azure-client-secret", "%", p.of(mixed, 3) + "8Q~" + p.of(mixed, 34)},
		{"npm-token", "//registry.example.org/:_authToken=%", "npm_" + p.of(mixed, 36)},
		{"pypi-token", "%", "pypi-AgEIcHlwaS5vcmc" + p.of(urlSafe, 150)},
		{"docker-token", "%", "dckr_pat_" + p.of(urlSafe, 27)},
		{"huggingface-token", "%", "hf_" + p.of(mixed, 34)},
		{"twilio-key", "%", "SK" + p.of(hexes, 32)},
		{"sendgrid-key", "%", "SG." + p.of(urlSafe, 22) + "." + p.of(urlSafe, 43)},
		{"mailgun-key", "%", "key-" + p.of(hexes, 32)},
		{"mailchimp-key", "%", p.of(hexes, 32) + "-us21"},
		{"telegram-token", "%", p.of(numerals, 10) + ":AA" + p.of(urlSafe, 33)},
		{"discord-token", "%", "M" + p.encoded("1" + p.of(numerals, 17))[1:] + "." + p.of(urlSafe, 6) + "." + p.of(urlSafe, 38)},
		{"discord-webhook", "https://discord.com/api/webhooks/%", p.of(numerals, 18) + "/" + p.of(urlSafe, 68)},
		{"jwt", "%", jwt},
		{"url-password", "https://deploy:%@git.example.com/a.git", p.of(mixed, 12)},
		{"url-password", "postgres://app:%@db.internal:5432/app?sslmode=require", "p4ss" + p.of(mixed, 4) + "!"},
		{"url-password", "amqp://app:%@mq.internal/v", "p@" + p.of(mixed, 8)},
		{"url-password", "mongodb+srv://root:%@cluster0.mongodb.net", p.of(mixed, 16)},
		{"url-password", "redis://:%@cache:6379/0", p.of(mixed, 20)},
		{"bearer-token", "Authorization: Bearer %", p.of(mixed, 40)},
		{"basic-auth", "Authorization: Basic %", p.encoded("admin:" + p.of(mixed, 9))},
		{"password", `password = "%"`, "hunter" + p.of(numerals, 2)},
		{"password", "DB_PASSWORD=%", p.of(mixed, 11)},
		{"password", "mysql --user root --password %", "x9" + p.of(mixed, 9)},
		{"password", "the password is %.", "Tr0ub4dor&" + p.of(numerals, 2)},
		{"password", `{\"user\": \"me\", \"password\": \"%\"}`, "s3cr3t" + p.of(mixed, 4)},
		{"password", "machine git.example.com login ann password %", p.of(mixed, 9) + "1"},
		{"password", "curl -s -u ann:% https://example.com/", p.of(mixed, 9)},
		{"password", "curl --user 'ann:%' https://example.com/", p.of(mixed, 9)},
		{"password", "sshpass -p % ssh ann@host", p.of(mixed, 9)},
		{"password", "mysql -u root -p% app", p.of(mixed, 9)},
		{"password", "redis-cli -h cache -a '%' ping", p.of(mixed, 9)},
		{"password", "password=%", "SuperSecret" + p.of(numerals, 3) + "!"},
		{"secret", "JWT_SECRET=%", "my" + "superlongone"},
		{"bearer-token", "Bearer %", "abc123" + "def456ghi789"},
		{"basic-auth", `{"auths": {"ghcr.io": {"auth": "%"}}}`, p.encoded("ann:" + p.of(mixed, 12))},
		{"github-token", "$ base64 .env\n%\n$", wrapped(p.encoded("# a file of settings\nA=1\nexport GH=" + "ghp_" + p.of(mixed, 36) + "\nB=2\n# and the end of it all\n"))},
		{"secret", "client_secret: %", p.of(urlSafe, 32)},
		{"key", "X-Api-Key: %", p.of(hexes, 32)},
		{"key", "HEROKU_API_KEY=%", "d5540a95-474a-4feb-b695-" + p.of(hexes, 12)},
		{"key", "DD_API_KEY=%", p.of(hexes, 32)},
		{"key", "CF_API_KEY=%", p.of(hexes, 37)},
		{"token", "export CLOUDFLARE_API_TOKEN='%'", p.of(urlSafe, 40)},
		{"digitalocean-token", "%", "dop_v1_" + p.of(hexes, 64)},
		{"cloudflare-token", "%", "cfut_" + p.of(mixed, 48)},
		{"heroku-key", "%", "HRKU-AA" + p.of(urlSafe, 58)},
		{"newrelic-key", "%", "NRAK-" + p.of(capitals+numerals, 27)},
		{"shopify-token", "%", "shpat_" + p.of(hexes, 32)},
		{"square-token", "%", "sq0atp-" + p.of(urlSafe, 22)},
		{"linear-key", "%", "lin_api_" + p.of(mixed, 40)},
		{"notion-token", "%", "ntn_" + p.of(mixed, 46)},
		{"vault-token", "%", "hvs." + p.of(urlSafe, 90)},
		{"terraform-token", "%", p.of(mixed, 14) + ".atlasv1." + p.of(urlSafe, 67)},
		{"age-key", "%", "AGE-SECRET-KEY-1" + p.of("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)},
		{"1password-token", "%", "ops_eyJ" + p.of(urlSafe, 250)},
		{"groq-key", "%", "gsk_" + p.of(mixed, 52)},
		{"xai-key", "%", "xai-" + p.of(mixed, 80)},
		{"perplexity-key", "%", "pplx-" + p.of(mixed, 48)},
		{"replicate-token", "%", "r8_" + p.of(mixed, 37)},
		{"fireworks-key", "%", "fw_" + p.of(mixed, 24)},
		{"databricks-token", "%", "dapi" + p.of(hexes, 32)},
		{"grafana-token", "%", "glsa_" + p.of(mixed, 32) + "_" + p.of(hexes, 8)},
		{"airtable-token", "%", "pat" + p.of(mixed, 14) + "." + p.of(hexes, 64)},
		{"url-signature", "https://b.s3.amazonaws.com/k?X-Amz-Date=20260101T000000Z&X-Amz-Signature=%", p.of(hexes, 64)},
		{"token", "https://api.example.com/v1/items?access_token=%&limit=10", p.of(mixed, 32)},
		{"github-token", "see %", p.encoded("GH=" + "ghp_" + p.of(mixed, 36) + "\n")},
	}
}

// surroundings are texts around a secret: % is where it is.
var surroundings = []string{
	"%", "My key is %, keep it.", "a\n%\nb", `"%"`, "(%)", "`%`", "KEY=%", "über %ß"[:len("über %")], `line\n%`, "url?x=%3D&k%3D%&", "<b>%</b>", "é%",
}

// Every kind of secret is found, and nothing but it is replaced, wherever in
// a text it stands.
func TestSecretsAreFound(t *testing.T) {
	kinds := map[string]bool{}
	for _, secret := range newPlanter().all() {
		kinds[secret.kind] = true
		inner := strings.Replace(secret.in, "%", secret.secret, 1)
		for _, around := range surroundings {
			if secret.in != "%" && around != "%" && !strings.Contains(around, "\n") {
				continue
			}
			text := strings.Replace(around, "%", inner, 1)
			if strings.Contains(around, "%3D") {
				text = "url?x=%3D&k%3D" + inner + "&"
			}
			spans := Secrets("", text)
			got := Replaced(text, spans, func(kind, _ string) string { return "[" + kind + "]" })
			if strings.Contains(got, secret.secret) || !strings.Contains(got, "[secret:"+secret.kind+"]") {
				t.Errorf("%s in %q: got %q", secret.kind, around, got)
			}
			if want := strings.Replace(text, secret.secret, "[secret:"+secret.kind+"]", 1); got != want && secret.kind != "aws-secret-key" && secret.kind != "telegram-token" {
				t.Errorf("%s in %q: got %q, want %q", secret.kind, around, got, want)
			}
		}
	}
	if len(kinds) < 30 {
		t.Errorf("only %d kinds are planted", len(kinds))
	}
}

// What stands for a key in an example is none.
func TestStandInsAreNoSecrets(t *testing.T) {
	for _, text := range []string{
		"sk-ant-api03-" + strings.Repeat("x", 93), "ghp_" + strings.Repeat("x", 36), "password=***", "api_key: YOUR_API_KEY_GOES_HERE_12345",
		"password = os.environ['DB_PASSWORD_2']", "token: ${{ secrets.GITHUB_TOKEN_1 }}", "https://user:${PASSWORD}@host/", "https://user:<password>@host/",
		`password: "string"`, "password: str = None", "password=[secret:password:1]", "Bearer [secret:bearer-token:1]", "https://u:[secret:url-password:3]@h/",
		"-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----", "passwordHash: abc123def456", "max_tokens=4096", "next_page_token: Ci1ka29sc2RmOTg3MjNranNkZg9",
		"PWD=/home/you/src", `"minipass": "^7.1.2"`, "arn:aws:secretsmanager:us-east-1:123456789012:secret:db-a1b2c3",
		"the token is sent in a header", "Basic understanding of Go", "the bearer authentication scheme", "key: value", "const password = getPassword(user1)",
		"if password == user.password2 {", "type PrivateKey = ed25519.PrivateKey", "eos_token: <|endoftext|>", "token = tokens[i2]",
		"curl -u $USER:$PASS https://x", "curl -u ann https://x", "password=password", "auth: required", `"auth": "none"`, "curl 1.2.3 -u a: b", "mysql -u root -p app", "mysql -p$PASS", "mysql:8 -p 3306:3306", "sshpass -p $P ssh h",
	} {
		if spans := Secrets("", text); len(spans) > 0 {
			t.Errorf("%q: %v", text, spans)
		}
	}
}

// The key of a JSON member tells of its value as a name before it would.
func TestSecretsByTheirKey(t *testing.T) {
	p := newPlanter()
	for _, c := range []struct{ key, value, kind string }{
		{"password", "hunter2", Password},
		{"password", "password123", Password},
		{"password", "Secret!", Password},
		{"_auth", p.encoded("ann:" + p.of(mixed, 9)), BasicAuth},
		{"apiKey", p.of(mixed, 24), Key},
		{"client_secret", p.of(urlSafe, 30), Secret},
		{"Authorization", "Bearer " + p.of(mixed, 30), Bearer},
		{"x-api-key", p.of(hexes, 32), Key},
		{"password", "string", ""},
		{"token", "abc", ""},
		{"nextPageToken", p.of(mixed, 40), ""},
		{"key", "messages.greeting", ""},
		{"password_hint", "the usual 1", ""},
		{"id", p.of(mixed, 40), ""},
	} {
		spans := Secrets(c.key, c.value)
		if c.kind == "" && len(spans) > 0 || c.kind != "" && (len(spans) != 1 || spans[0].Kind != c.kind) {
			t.Errorf("%s: %s: got %v, want %q", c.key, c.value, spans, c.kind)
		}
	}
}

// A vendor's row can be found: its mark stands where a word begins, and its
// keys are long words.
func TestVendorsCanBeFound(t *testing.T) {
	p := newPlanter()
	for _, v := range vendors {
		for mark := range strings.FieldsSeq(v.marks) {
			if len(mark)+v.min < longWord {
				t.Errorf("%s: keys of %s may be shorter than %d", v.kind, mark, longWord)
			}
			var alphabet string
			for b := range 128 {
				if v.of.in(byte(b)) && alnum.in(byte(b)) {
					alphabet += string(rune(b))
				}
			}
			text := "x " + mark + p.of(alphabet, v.min) + " y"
			if spans := Secrets("", text); len(spans) != 1 || spans[0].Start != 2 || spans[0].End != len(text)-2 {
				t.Errorf("%s: %q: %v", v.kind, text, spans)
			}
		}
	}
}

// A keyword is met wherever it stands, in any case.
func TestKeywordsAreMet(t *testing.T) {
	for tells, all := range words {
		for _, word := range all {
			for pad := range 12 {
				for _, before := range []string{" ", "e", "Z", "\"", "=", "é"} {
					for _, word := range []string{word, strings.ToUpper(word)} {
						text := strings.Repeat(" ", pad) + before + word + "    "
						met := false
						keywords(text, 0, len(text), func(k *keyword, at int) {
							met = met || k.tells == telling(tells) && at == pad+len(before) && hasFold(word, k.text)
						})
						if !met {
							t.Errorf("%q is missed at %d", text, pad)
						}
					}
				}
			}
		}
	}
}

// A long word is found wherever it begins, whatever is around it.
func TestNextWordMissesNone(t *testing.T) {
	for _, around := range []string{" ", ".", "\x00", "é", "*", "~", "~ab ", "a.b*", "/", "-+"} {
		for before := range 50 {
			for length := longWord - 1; length <= longWord+1; length++ {
				lead := strings.Repeat(around, before)
				text := lead + strings.Repeat("a/B+9_-", 4)[:length] + strings.Repeat(around, 9)
				start, end := nextWord(text, 0)
				if want := longWords.FindStringIndex(text); want == nil && start >= 0 || want != nil && (start != want[0] || end != want[1]) {
					t.Errorf("%q: got %d to %d, want %v", text, start, end, want)
				}
			}
		}
	}
}

var longWords = regexp.MustCompile(`[\w/+-]{20,}`)

// A separator is found wherever it is.
func TestNextLeadMissesNone(t *testing.T) {
	for _, around := range []string{"a", "+", "]", ".0", "\x00", "é", "\xaf\xad\xdc"} {
		for before := range 20 {
			for _, lead := range []string{"/", "-", `\`} {
				text := strings.Repeat(around, before) + lead + strings.Repeat(around, 9)
				if got, want := nextLead(text, 0), strings.Index(text, lead); got != want {
					t.Errorf("%q: got %d, want %d", text, got, want)
				}
				if got := nextLead(text, strings.Index(text, lead)+1); got != len(text) {
					t.Errorf("%q: got a second one at %d", text, got)
				}
			}
		}
	}
}
