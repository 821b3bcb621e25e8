package redact

import (
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// innocents are kinds of strings that conversations are full of and that look
// like keys to a careless eye.
var innocents = map[string]func(p planter) string{
	"UUID": func(p planter) string {
		return p.of(hexes, 8) + "-" + p.of(hexes, 4) + "-4" + p.of(hexes, 3) + "-a" + p.of(hexes, 3) + "-" + p.of(hexes, 12)
	},
	"commit":     func(p planter) string { return "commit " + p.of(hexes, 40) + "\nAuthor: A <a@example.com>" },
	"short hash": func(p planter) string { return p.of(hexes, 7) + " mend the build" },
	"sum":        func(p planter) string { return sum256(p) + "  dist/app-1.2.3.tar.gz" },
	"md5":        func(p planter) string { return p.of(hexes, 32) + "  file.bin" },
	"sha1 of git": func(p planter) string {
		s := sha1.Sum([]byte(p.of(mixed, 9)))
		return "index " + hex.EncodeToString(s[:])
	},
	"go.sum": func(p planter) string { return "github.com/a/b v1.2.3 h1:" + p.of(standard, 43) + "=" },
	"integrity": func(p planter) string {
		s := sha512.Sum512([]byte(p.of(mixed, 9)))
		return `"integrity": "sha512-` + base64.StdEncoding.EncodeToString(s[:]) + `"`
	},
	"image digest": func(p planter) string { return "docker.io/library/alpine@sha256:" + sum256(p) },
	"png":          func(p planter) string { return "iVBORw0KGgoAAAANSUhEUg" + p.of(standard, 900) },
	"jpeg":         func(p planter) string { return "/9j/4AAQSkZJRgABAQAAAQABAAD/" + p.of(standard, 1200) + "==" },
	"data URL":     func(p planter) string { return "data:image/webp;base64,UklGR" + p.of(standard, 400) },
	"ULID":         func(p planter) string { return "01" + p.of("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 24) },
	"nano id":      func(p planter) string { return p.of(urlSafe, 21) },
	"cuid":         func(p planter) string { return "c" + p.of(smalls+numerals, 24) },
	"snowflake":    func(p planter) string { return p.of(numerals, 18) },
	"object id":    func(p planter) string { return p.of(hexes, 24) },

	"call of OpenAI":       func(p planter) string { return "call_" + p.of(mixed, 24) },
	"call of Anthropic":    func(p planter) string { return "toolu_01" + p.of(mixed, 22) },
	"server call":          func(p planter) string { return "srvtoolu_01" + p.of(mixed, 22) },
	"call on Bedrock":      func(p planter) string { return "tooluse_" + p.of(urlSafe, 22) },
	"call of Mistral":      func(p planter) string { return p.of(mixed, 9) },
	"call of Responses":    func(p planter) string { return "call_" + p.of(mixed, 24) + "|fc_" + p.of(hexes, 48) },
	"item of Responses":    func(p planter) string { return "fc_" + p.of(hexes, 50) },
	"message of Responses": func(p planter) string { return "msg_" + p.of(hexes, 50) },
	"reasoning item":       func(p planter) string { return "rs_" + p.of(hexes, 50) },
	"response":             func(p planter) string { return "resp_" + p.of(hexes, 50) },
	"message of Anthropic": func(p planter) string { return "msg_01" + p.of(mixed, 22) },
	"request of Anthropic": func(p planter) string { return "req_011C" + p.of(mixed, 20) },
	"completion":           func(p planter) string { return "chatcmpl-" + p.of(mixed, 29) },
	"fingerprint":          func(p planter) string { return "fp_" + p.of(hexes, 10) },
	"generation":           func(p planter) string { return "gen-1730000000-" + p.of(mixed, 20) },
	"file of OpenAI":       func(p planter) string { return "file-" + p.of(mixed, 22) },
	"file of Anthropic":    func(p planter) string { return "file_011C" + p.of(mixed, 20) },
	"container":            func(p planter) string { return "container_01" + p.of(mixed, 22) },
	"thread":               func(p planter) string { return "thread_" + p.of(mixed, 24) + " run_" + p.of(mixed, 24) },
	"call of Cohere":       func(p planter) string { return "get_weather_" + p.of(smalls+numerals, 12) },
	"call of AI SDK":       func(p planter) string { return "tool-call-" + p.of(numerals, 6) },
	"signature":            func(p planter) string { return "EpkDCkYIBxgCKkA" + p.of(standard, 500) + "==" },
	"signature of Google":  func(p planter) string { return "CiQB" + p.of(standard, 300) + "==" },
	"encrypted reasoning":  func(p planter) string { return "gAAAAAB" + p.of(urlSafe, 900) + "==" },
	"trace":                func(p planter) string { return "traceparent: 00-" + p.of(hexes, 32) + "-" + p.of(hexes, 16) + "-01" },
	"publishable key":      func(p planter) string { return "pk_live_" + p.of(mixed, 24) },
	"page token":           func(p planter) string { return "nextPageToken: " + p.of(standard, 40) },
	"cache key":            func(p planter) string { return "cache_key=" + p.of(mixed, 40) },
	"public key": func(p planter) string {
		return "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + p.of(standard, 43) + " me@example.com"
	},
	"certificate": func(p planter) string {
		return "-----BEGIN CERTIFICATE-----\nMIID" + p.of(standard, 60) + "\n" + p.of(standard, 64) + "\n-----END CERTIFICATE-----"
	},
	"base64 of JSON": func(p planter) string {
		return p.encoded(`{"page":` + p.of("123456789", 3) + `,"sort":"created_at","desc":true}`)
	},
	"base64 of prose": func(p planter) string {
		return p.encoded("Dear all, the meeting is on day " + p.of(numerals, 2) + ", as agreed.")
	},
	"base32": func(p planter) string { return p.of("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 32) },
	"colour": func(p planter) string { return "color: #" + p.of(hexes, 6) + "; background: rgba(12, 34, 56, 0.7);" },
	"phone": func(p planter) string {
		return "call +44 20 7946 0" + p.of(numerals, 3) + " or (555) 010-" + p.of(numerals, 4)
	},
	"number":  func(p planter) string { return "0." + p.of(numerals, 17) + "e-" + p.of(numerals, 2) },
	"IPv6":    func(p planter) string { return "2001:db8:" + p.of(hexes, 4) + "::" + p.of(hexes, 4) + "/64" },
	"MAC":     func(p planter) string { return "ab:" + p.of(hexes, 2) + ":" + p.of(hexes, 2) + ":00:01:02" },
	"time":    func(p planter) string { return "2026-11-21T18:" + p.of("012345", 2) + ":00.000Z" },
	"IBAN":    func(p planter) string { return "DE" + p.of(numerals, 20) },
	"ISBN":    func(p planter) string { return "ISBN 978-3-16-1" + p.of(numerals, 5) + "-0" },
	"version": func(p planter) string { return "foo@^1." + p.of(numerals, 2) + ".0, node >= 22." + p.of(numerals, 2) },
	"URL": func(p planter) string {
		return "https://example.com/a/" + p.of(urlSafe, 22) + "?utm_source=x&id=" + p.of(mixed, 20) + "#part-" + p.of(numerals, 3)
	},
	"video":       func(p planter) string { return "https://youtu.be/" + p.of(urlSafe, 11) + "?t=42" },
	"spreadsheet": func(p planter) string { return "https://docs.google.com/spreadsheets/d/" + p.of(urlSafe, 44) + "/edit" },
	"commit URL":  func(p planter) string { return "https://github.com/a/b/commit/" + p.of(hexes, 40) },
	"object path": func(p planter) string { return "s3://bucket/" + p.of(hexes, 2) + "/" + p.of(hexes, 62) + ".parquet" },
	"ARN":         func(p planter) string { return "arn:aws:iam::123456789012:role/deploy-" + p.of(smalls, 8) },
	"import": func(p planter) string {
		return `import { tokenize } from "@scope/secret-` + p.of(smalls, 6) + `/dist/index.js"`
	},
	"Go import": func(p planter) string { return `"github.com/` + p.of(smalls, 8) + `/auth/token/v2"` },
	"Java": func(p planter) string {
		return "com.example.security.oauth2.client.token." + "Access" + p.of(smalls, 6) + "TokenProvider"
	},
	"code": func(p planter) string {
		return "func (s *Server) token" + p.of(smalls, 3) + "(password string, secret []byte) (key string, err error) {"
	},
	"Python": func(p planter) string {
		return "password = getpass.getpass('Password: ')\ntoken = auth.login(user" + p.of(numerals, 1) + ", password)"
	},
	"TypeScript": func(p planter) string {
		return "interface A { password: string; token?: string; apiKey: string | undefined; id" + p.of(numerals, 2) + ": number }"
	},
	"minified": func(p planter) string {
		return "function(e,t,n){var r=n(" + p.of(numerals, 4) + ");e.exports={key:\"a\"+t.token,secret:r.b64,password:e.p,n:" + p.of(hexes, 3) + "}}(window,document,[]);"
	},
	"shell": func(p planter) string {
		return "curl -H \"Authorization: Bearer $TOKEN_" + p.of(numerals, 1) + "\" --user \"$USER:$PASSWORD\" https://$HOST/"
	},
	"workflow": func(p planter) string {
		return "env:\n  API_KEY: ${{ secrets.API_KEY_" + p.of(numerals, 1) + " }}\n  PASSWORD: ${PASSWORD}"
	},
	"schema": func(p planter) string {
		return `{"type":"object","properties":{"password":{"type":"string","minLength":` + p.of("12345", 1) + `},"api_key":{"type":"string"}},"required":["password"]}`
	},
	"SQL": func(p planter) string {
		return "CREATE TABLE u" + p.of(numerals, 2) + " (id INT PRIMARY KEY, password VARCHAR(255), token TEXT NOT NULL)"
	},
	"log": func(p planter) string {
		return "2026-11-21 INFO [main] c.e.TokenFilter: token expired for session " + p.of(numerals, 5) + ", 401"
	},
	"usage": func(p planter) string {
		return "input_tokens: " + p.of(numerals, 5) + ", max_tokens=4096, tokens/s: 81.5"
	},
	"models": func(p planter) string {
		return "claude-sonnet-4-5-20250929, gpt-4o-mini-2024-07-18, text-embedding-3-" + p.of(smalls, 5)
	},
	"CSS class": func(p planter) string {
		return `<div class="sk-folding-cube sk-` + p.of(smalls, 8) + `-spinner-animation-wrapper hf_container npm_list">`
	},
	"slug": func(p planter) string {
		return "how-to-reset-your-password-and-rotate-an-api-key-in-" + p.of(smalls, 7) + "-2024"
	},
	"English": func(p planter) string {
		return "Please reset the password, and never share the secret token; the key is under mat " + p.of(numerals, 1) + "."
	},
	"prose about passwords": func(p planter) string {
		return "A password is required and must be at least " + p.of("123456789", 2) + " characters; the token is rotated."
	},
	"German": func(p planter) string {
		return "Das Passwort: bitte mindestens " + p.of("123456789", 1) + " Zeichen, Schlüssel und Geheimnis bleiben geheim."
	},
	"French": func(p planter) string {
		return "Mot de passe : " + p.of("123456789", 1) + " caractères au moins. Le jeton expire à 18 h."
	},
	"Spanish": func(p planter) string {
		return "La contraseña (password) es obligatoria; el token caduca en " + p.of("123456789", 2) + " días."
	},
	"Chinese": func(p planter) string {
		return "密码：至少 " + p.of("123456789", 1) + " 个字符；令牌 token 已过期，请重新登录。"
	},
	"Japanese": func(p planter) string {
		return "パスワード: " + p.of("123456789", 1) + "文字以上。APIキーは秘密です。"
	},
	"Russian": func(p planter) string {
		return "Пароль: не менее " + p.of("123456789", 1) + " символов, ключ API храните в тайне."
	},
	"Arabic": func(p planter) string {
		return "كلمة المرور: " + p.of("123456789", 1) + " أحرف على الأقل"
	},
	"emoji":    func(p planter) string { return strings.Repeat("🔑", 3) + " " + p.of(numerals, 3) },
	"DNA":      func(p planter) string { return p.of("ACGT", 120) },
	"hex dump": func(p planter) string { return "00000000  " + p.of(hexes, 2) + " 50 4e 47 0d 0a 1a 0a  |.PNG....|" },
	"maths": func(p planter) string {
		return `\frac{` + p.of(numerals, 2) + `}{\sqrt{2\pi}} \int_0^\infty e^{-x^2}\,dx`
	},
	"table": func(p planter) string {
		return "| key | value |\n|-----|-------|\n| token | " + p.of(numerals, 3) + " |"
	},
	"email": func(p planter) string {
		return "From: Ann <ann@example.com>\nMessage-ID: <" + p.of(urlSafe, 30) + "@mail.example.com>"
	},
	"git remote": func(p planter) string {
		return "git@github.com:a/b" + p.of(smalls, 3) + ".git, https://user@host.example/a"
	},
	"Windows path": func(p planter) string { return `C:\Program Files\App\secret-` + p.of(smalls, 5) + `\token.json` },
	"file names": func(p planter) string {
		return "secrets_test.go password_reset.py token-" + p.of(numerals, 3) + ".json api-key.md"
	},
	"SVG": func(p planter) string {
		return `<path d="M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10c` + p.of(numerals, 2) + `l-1.41-1.41L10 14.17z"/>`
	},
	"font": func(p planter) string {
		return "src: url(data:font/woff2;base64,d09GMgABAAAAA" + p.of(standard, 300) + ") format('woff2')"
	},
	"source map": func(p planter) string {
		return "//# sourceMappingURL=data:application/json;base64," + p.encoded(`{"version":3,"sources":["a`+p.of(numerals, 2)+`.ts"],"mappings":"AAAA,CAAC"}`)
	},
	"lock file": func(p planter) string {
		return `resolved "https://registry.yarnpkg.com/minipass/-/minipass-7.1.` + p.of(numerals, 1) + `.tgz#` + p.of(hexes, 40) + `"`
	},
	"etag":     func(p planter) string { return `ETag: W/"` + p.of(hexes, 40) + `"` },
	"bcrypt":   func(p planter) string { return "password_hash: $2b$12$" + p.of(mixed+"./", 53) },
	"csrf":     func(p planter) string { return "csrf_token: " + p.of(urlSafe, 40) },
	"ethereum": func(p planter) string { return "0x" + p.of(hexes, 40) },
	"bitcoin":  func(p planter) string { return "bc1q" + p.of(smalls+numerals, 38) },
	"plate":    func(p planter) string { return "SKU: SK-" + p.of(numerals, 6) + ", AC-" + p.of(numerals, 4) },
}

func sum256(p planter) string {
	s := sha256.Sum256([]byte(p.of(mixed, 12)))
	return hex.EncodeToString(s[:])
}

// Nothing of ten thousand innocent strings is taken for a secret.
func TestInnocentsStay(t *testing.T) {
	p := newPlanter()
	count := 0
	for count < 10_000 {
		for _, name := range slices.Sorted(maps.Keys(innocents)) {
			text := innocents[name](p)
			count++
			if spans := Secrets("", text); len(spans) > 0 {
				t.Fatalf("%s: %q: %s: %q", name, text, spans[0].Kind, text[spans[0].Start:spans[0].End])
			}
		}
	}
	if len(innocents) < 80 {
		t.Errorf("%d kinds of %d strings", len(innocents), count)
	}
}

// Nor of what bytes at random become in the encodings of keys.
func TestRandomBytesAreNoSecrets(t *testing.T) {
	p := newPlanter()
	for range 6_000 {
		for _, alphabet := range []string{hexes, mixed, urlSafe, standard} {
			text := p.of(alphabet, 16+p.IntN(120))
			for _, text := range []string{text, `{"id": "` + text + `"}`, "see " + text + " there"} {
				if spans := Secrets("", text); len(spans) > 0 {
					t.Fatalf("%q: %v", text, spans)
				}
			}
		}
	}
}

// What was replaced is no secret, so that redacting twice is redacting once.
func TestPlaceholdersStay(t *testing.T) {
	for _, secret := range newPlanter().all() {
		text := strings.Replace(secret.in, "%", secret.secret, 1)
		var names Names
		once := Replaced(text, Secrets("", text), names.Of)
		if spans := Secrets("", once); len(spans) > 0 {
			t.Errorf("%s: %q: %v", secret.kind, once, spans)
		}
	}
}

func FuzzSecrets(f *testing.F) {
	p := newPlanter()
	for _, secret := range p.all() {
		f.Add("", strings.Replace(secret.in, "%", secret.secret, 1))
	}
	for _, make := range innocents {
		f.Add("token", make(p))
	}
	f.Fuzz(func(t *testing.T, key, text string) {
		for name, find := range map[string]Finder{"secrets": Secrets, "paths": Paths, "emails": Emails} {
			at := 0
			for _, s := range find(key, text) {
				if s.Start < at || s.End <= s.Start || s.End > len(text) || s.Kind == "" {
					t.Fatalf("%s: %v of %d bytes", name, s, len(text))
				}
				at = s.End
			}
			once := fix(find, key, text)
			if twice := fix(find, key, once); twice != once {
				t.Fatalf("%s: %q became %q, then %q", name, text, once, twice)
			}
		}
	})
}

// fix redacts a text until nothing is found, as a conversation is.
func fix(find Finder, key, text string) string {
	var names Names
	names.Taken(text)
	return Redacted(key, text, find, names.Of)
}

func BenchmarkSecrets(b *testing.B) {
	p := newPlanter()
	var dense strings.Builder
	for range 40 {
		for _, name := range []string{"code", "minified", "TypeScript", "log", "Go import", "SQL", "URL", "UUID", "commit", "usage"} {
			dense.WriteString(innocents[name](p) + "\n")
		}
	}
	code, err := os.ReadFile("../message.go")
	if err != nil {
		b.Fatal(err)
	}
	for name, text := range map[string]string{
		"prose":  strings.Repeat("It was agreed that nobody would ask again before the end of the week, and so it was. ", 1000),
		"code":   string(code),
		"dense":  dense.String(),
		"base64": p.of(standard, 100_000),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if len(Secrets("", text)) > 0 {
					b.Fatal("found")
				}
			}
		})
	}
}
