package protocol

import (
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// modelPlace is where the path of a protocol has the name of the model.
const modelPlace = "{model}"

// Address returns where a request for a model goes: base, with the protocol's
// path below its own path, and both queries. Names come from outside: each of
// their segments is escaped. The error is a *BadName.
func (p *Protocol) Address(base, model string, streamed bool) (string, error) {
	path := p.Path
	if streamed && p.StreamPath != "" {
		path = p.StreamPath
	}
	if strings.Contains(path, modelPlace) {
		name := model
		if p.Named != nil {
			name = p.Named(model)
		}
		name, ok := escaped(name)
		if !ok {
			return "", &BadName{model}
		}
		path = strings.Replace(path, modelPlace, name, 1)
	}
	base, _, _ = strings.Cut(base, "#")
	base, given, _ := strings.Cut(base, "?")
	path, query, _ := strings.Cut(path, "?")
	address := strings.TrimSuffix(base, "/") + path
	if query = strings.Trim(given+"&"+query, "&"); query != "" {
		address += "?" + query
	}
	return address, nil
}

// escaped escapes a name for a path. A name that could lead to another place is
// refused: servers and proxies resolve dots, even escaped ones.
func escaped(name string) (path string, ok bool) {
	segments := strings.Split(name, "/")
	for i, s := range segments {
		if s == "" || s == "." || s == ".." || !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
			return "", false
		}
		segments[i] = url.PathEscape(s)
	}
	return strings.Join(segments, "/"), true
}

// BadName is the error of a model's name that cannot be part of an address.
type BadName struct{ Name string }

func (e *BadName) Error() string {
	return "the model name " + strconv.Quote(e.Name) + " cannot be part of an address"
}

// Hint says which names can.
func (e *BadName) Hint() string {
	return "a name has no control characters, and no part between slashes that is empty, . or .."
}
