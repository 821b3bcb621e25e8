package protocol

import (
	"errors"
	"net/url"
	"strings"
	"testing"
)

var named = &Protocol{
	Path: "/models/{model}:answer", StreamPath: "/models/{model}:stream?alt=sse",
}

// A name, which may come from a document, never leads to another path, query or
// host.
func TestAModelNameChoosesNoOtherEndpoint(t *testing.T) {
	for model, want := range map[string]string{
		"m-1":                      "/v1/models/m-1:stream?alt=sse",
		"acme/m-1:free":            "/v1/models/acme/m-1:free:stream?alt=sse",
		"publishers/acme/models/m": "/v1/models/publishers/acme/models/m:stream?alt=sse",
		"m?key=x":                  "/v1/models/m%3Fkey=x:stream?alt=sse",
		"m#":                       "/v1/models/m%23:stream?alt=sse",
		"m%2f..%2ffiles":           "/v1/models/m%252f..%252ffiles:stream?alt=sse",
		"%2e%2e":                   "/v1/models/%252e%252e:stream?alt=sse",
		"{model}":                  "/v1/models/%7Bmodel%7D:stream?alt=sse",
		`a\..\b`:                   "/v1/models/a%5C..%5Cb:stream?alt=sse",
		"m 1":                      "/v1/models/m%201:stream?alt=sse",
		"":                         "",
		"..":                       "",
		"../files":                 "",
		"m/../../files":            "",
		"m/./n":                    "",
		"m//n":                     "",
		"/m":                       "",
		"m/":                       "",
		"m\r\nHost: thief.example": "",
		"m\x00":                    "",
		"m\u0085":                  "",
		"m\xff":                    "",
	} {
		got, err := named.Address("https://acme.example/v1/", model, true)
		var bad *BadName
		if want == "" {
			if !errors.As(err, &bad) || bad.Hint() == "" {
				t.Errorf("%q: got %q, %v", model, got, err)
			}
			continue
		}
		if err != nil || got != "https://acme.example"+want {
			t.Errorf("%q: got %q, %v", model, got, err)
		}
		u, err := url.Parse(got)
		if err != nil || u.Host != "acme.example" || u.RawQuery != "alt=sse" || !strings.HasPrefix(u.JoinPath().Path, "/v1/models/") {
			t.Errorf("%q leads to %v, %v", model, u, err)
		}
	}
}

// A name that is not part of the path may have any form, such as a file's.
func TestANameOutsideThePathIsFree(t *testing.T) {
	p := &Protocol{Path: "/chat"}
	if got, err := p.Address("http://localhost/v1", "../m.gguf", true); err != nil || got != "http://localhost/v1/chat" {
		t.Error(got, err)
	}
}

// A base URL keeps its query, after the path and before that of the protocol.
func TestABaseURLKeepsItsQuery(t *testing.T) {
	for base, want := range map[string]string{
		"https://a.example/v1?api-version=1&key=k": "https://a.example/v1/models/m:stream?api-version=1&key=k&alt=sse",
		"https://a.example/v1/?":                   "https://a.example/v1/models/m:stream?alt=sse",
		"https://a.example/v1#there":               "https://a.example/v1/models/m:stream?alt=sse",
		"https://u:p@a.example":                    "https://u:p@a.example/models/m:stream?alt=sse",
	} {
		if got, err := named.Address(base, "m", true); err != nil || got != want {
			t.Errorf("%s: got %s, %v", base, got, err)
		}
	}
	if got, _ := named.Address("https://a.example?x=1", "m", false); got != "https://a.example/models/m:answer?x=1" {
		t.Error(got)
	}
}
