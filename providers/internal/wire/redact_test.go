package wire

import (
	"encoding/base64"
	"encoding/hex"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// In any chunking, a secret in an answer becomes asterisks, and nothing else
// changes.
func TestRedacting(t *testing.T) {
	const secret = "sk-sk-planted-secret"
	stars := strings.Repeat("*", len(secret))
	for in, want := range map[string]string{
		"":                                    "",
		"nothing":                             "nothing",
		secret:                                stars,
		"a " + secret + secret + " b":         "a " + stars + stars + " b",
		"sk-" + secret[:19] + secret + "sk-s": "sk-" + secret[:19] + stars + "sk-s",
		secret[:19]:                           secret[:19],
	} {
		for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in)), iotest.HalfReader(strings.NewReader(in)), iotest.DataErrReader(strings.NewReader(in))} {
			got, err := io.ReadAll(newRedacting(r, SecretsOf(secret, "word")))
			if err != nil || string(got) != want {
				t.Errorf("%q: got %q, want %q, %v", in, got, want, err)
			}
		}
	}
	if got, _ := io.ReadAll(newRedacting(strings.NewReader("a word"), SecretsOf("word"))); string(got) != "a word" {
		t.Errorf("a word is no secret: %q", got)
	}
}

// A key that comes back spelled in another way is hidden, in any chunking, and
// what was JSON stays JSON.
func TestAKeyIsHiddenInAnySpelling(t *testing.T) {
	const secret = `sk-planted/secret"0123`
	hidden := SecretsOf(secret)
	for _, spelled := range []string{
		secret,
		`sk-planted\/secret\"0123`,
		`\u0073\u006B-planted\u002Fsecret\u00220123`,
		`sk-planted/secret\\\"0123`,
		`sk-planted\\/secret\\u00220123`,
		`\\\\u0073k-planted/secret\\\\\\\"0123`,
		`sk-planted%2Fsecret%220123`,
		`sk%2dplanted/secret"0123`,
		`SK-PLANTED/Secret"0123`,
		`\u0053K-planted%2fsecret\"0123`,
	} {
		for _, around := range [][2]string{{"", ""}, {`{"a":"b `, ` c"}`}, {`\\`, `\\`}, {`\n`, `\n`}, {"sk-plant", "sk-plant"}, {`\u0073k`, `\u00`}} {
			whole := around[0] + spelled + around[1]
			want := around[0] + strings.Repeat("*", len(spelled)) + around[1]
			if strings.HasPrefix(spelled, `\`) && around[0] == `\\` {
				continue // a longer escape
			}
			for name, r := range map[string]io.Reader{
				"whole": strings.NewReader(whole), "bytes": iotest.OneByteReader(strings.NewReader(whole)), "halves": iotest.HalfReader(strings.NewReader(whole)),
			} {
				got, err := io.ReadAll(newRedacting(r, hidden))
				if err != nil || string(got) != want {
					t.Errorf("%s: %s:\n got %s\nwant %s, %v", whole, name, got, want, err)
				}
			}
			if got := hidden.Mask(whole); got != around[0]+Mask+around[1] {
				t.Errorf("%s: %s", whole, got)
			}
		}
	}
	for _, innocent := range []string{`sk-planted`, `sk-planted\nsecret"0123`, `\sk-planted`, strings.Repeat(`\`, 200) + "n", `%zz%`, `\u00zz`} {
		if got := hidden.Mask(innocent); got != innocent {
			t.Errorf("%s became %s", innocent, got)
		}
	}
}

// An escape is not taken for the letter after its backslash.
func TestAnEscapeStaysWhole(t *testing.T) {
	hidden := SecretsOf("nplanted-secret-01")
	for in, want := range map[string]string{
		`a\nplanted-secret-01`:  `a\nplanted-secret-01`,
		`a\\nplanted-secret-01`: `a\\******************`,
	} {
		b := []byte(in)
		if hidden.Hide(b); string(b) != want {
			t.Errorf("%s: %s", in, b)
		}
	}
}

// Hiding is linear, whatever an answer consists of: the square of this length would
// not end here.
func TestHidingIsLinear(t *testing.T) {
	size := 512 << 10
	if testing.Short() {
		size = 64 << 10
	}
	hidden := SecretsOf(strings.Repeat("a", 40)+"b", strings.Repeat("/", 40))
	for _, piece := range []string{`\`, "a", `\u0061`, "/", `\/`, "%61"} {
		text := []byte(strings.Repeat(piece, size/len(piece)))
		hidden.Hide(text)
		if got := hidden.Mask(string(text[:size/4])); got == "" {
			t.Errorf("%s: nothing is left", piece)
		}
	}
}

// The secrets of an address are secrets, too.
func TestTheSecretsOfAnAddress(t *testing.T) {
	for address, want := range map[string][]string{
		"https://user:pass-word@a.example/v1":          {"dXNlcjpwYXNzLXdvcmQ=", "pass-word"},
		"https://token-in-userinfo@a.example":          {"token-in-userinfo"},
		"https://a.example/v1?api-version=1&key=k1234": {"k1234"},
		"https://a.example/v1":                         nil,
		"::":                                           nil,
	} {
		r := &Request{URL: address}
		if got := r.Private(); !slices.Equal(got, want) {
			t.Errorf("%s: %q", address, got)
		}
	}
	err := (&Request{URL: "https://user:pa%zz-word@a.example/%zz?key=k1234"}).permitted()
	if kind, what := kindOf(err); kind != Forbidden || what != "not an address: a.example/%zz" {
		t.Error(err)
	}
}

// A key in hexadecimal digits is a key, in either case.
func TestAKeyInHexadecimalIsHidden(t *testing.T) {
	r := &Request{URL: "https://acme.example/v1", Secrets: []string{"sk-planted/0123456789"}}
	digits := hex.EncodeToString([]byte(r.Secrets[0]))
	for _, text := range []string{digits, strings.ToUpper(digits)} {
		if got := r.Private().Mask("it is " + text + "."); got != "it is "+Mask+"." {
			t.Error(got)
		}
	}
}

// A key in base64 is a key, also after and before other bytes.
func TestAKeyInBase64IsHidden(t *testing.T) {
	const secret = "sk-planted~~~0123456789?>?"
	r := &Request{Secrets: []string{secret}}
	for _, before := range []string{"", "u", "us", "user:", "Bearer "} {
		for _, after := range []string{"", "x", "xy", "\n"} {
			for _, code := range []*base64.Encoding{base64.StdEncoding, base64.RawURLEncoding} {
				text := code.EncodeToString([]byte(before + secret + after))
				got, err := base64.RawStdEncoding.DecodeString(strings.NewReplacer("*", "A", "-", "+", "_", "/", "=", "").Replace(string(hidden(r.Private(), text))))
				if err != nil || strings.Contains(string(got), secret[2:len(secret)-2]) || strings.Contains(string(got), "planted") {
					t.Errorf("%s, %v", got, err)
				}
				if masked := r.Private().Mask(text); len(masked) > len(text)-len(secret)*4/3+len(Mask)+8 {
					t.Errorf("%s became %s", text, masked)
				}
			}
		}
	}
}

func hidden(s Secrets, text string) []byte {
	b := []byte(text)
	s.Hide(b)
	return b
}
