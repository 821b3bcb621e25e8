package view

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// Hosted is what there is to say of a tool that a vendor runs: a search, code.
type Hosted struct {
	Name    string
	Asked   string // the query, the address
	Code    string
	Sources []Source
}

// Source is a page that a hosted search found.
type Source struct{ Title, URL string }

// Site is the name of the server of a source.
func (s *Source) Site() string {
	_, rest, _ := strings.Cut(s.URL, "://")
	site, _, _ := strings.Cut(rest, "/")
	return strings.TrimPrefix(site, "www.")
}

// The most sources of one search that are shown, and how deep they are looked for.
const (
	maxSources = 30
	maxNested  = 6
)

// HostedOf reads a block or an item of a tool that a vendor runs: server_tool_use
// and its results of Anthropic, the calls of OpenAI's Responses.
func HostedOf(raw rawjson.Raw) Hosted {
	h := Hosted{Name: raw.Lookup("name").Text()}
	if h.Name == "" {
		name := strings.TrimSuffix(strings.TrimSuffix(raw.Lookup("type").Text(), "_output"), "_call")
		h.Name = strings.TrimSuffix(name, "_tool_result")
	}
	if h.Name == "" {
		for key := range raw.Fields { // a part of Gemini
			h.Name = key
			break
		}
	}
	for _, path := range []string{"input.query", "action.query", "input.url", "action.url", "queries.0", "input.command", "action.command", "action.commands", "operation.path", "arguments"} {
		if h.Asked = spoken(raw.Lookup(path)); h.Asked != "" {
			break
		}
	}
	for _, path := range []string{"input.code", "code", "operation.diff", "executableCode.code", "codeExecutionResult.output", "output", "output.0.stdout"} {
		if h.Code = raw.Lookup(path).Text(); h.Code != "" {
			break
		}
	}
	h.sources(raw, 0)
	return h
}

// HostedAt is what there is to say of the opaque block at the start of a list and of
// those that follow with its answer, and how many these are.
func HostedAt(list []conv.Block) (h Hosted, n int) {
	for _, b := range list {
		o, ok := b.(*conv.Opaque)
		if !ok {
			break
		}
		next := HostedOf(o.Raw)
		if n > 0 && (next.Name != h.Name || next.Asked != "") {
			break
		}
		if n == 0 {
			h = next
		} else {
			h.Code = cmp.Or(h.Code, next.Code)
			h.Sources = append(h.Sources, next.Sources...)
		}
		n++
	}
	if h.Name == "" {
		o := list[0].(*conv.Opaque)
		h.Name = strings.TrimSpace(o.Family + " " + o.Raw.Lookup("type").Text())
	}
	return h, n
}

// sources collects the objects that have a title and an address.
func (h *Hosted) sources(v rawjson.Raw, depth int) {
	if depth > maxNested {
		return
	}
	if strings.HasPrefix(string(v), "[") {
		for e := range v.Elements {
			h.sources(e, depth+1)
		}
		return
	}
	var s Source
	for key, value := range v.Fields {
		switch {
		case key == "url" || key == "uri":
			s.URL = value.Text()
		case key == "title":
			s.Title = value.Text()
		case strings.HasPrefix(string(value), "{") || strings.HasPrefix(string(value), "["):
			h.sources(value, depth+1)
		}
	}
	if strings.HasPrefix(s.URL, "https://") || strings.HasPrefix(s.URL, "http://") {
		s.Title = cmp.Or(s.Title, s.URL)
		if len(h.Sources) < maxSources {
			h.Sources = append(h.Sources, s)
		}
	}
}
