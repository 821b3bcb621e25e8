package catalog

import (
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// Terms are what an answer costs besides its tokens.
type Terms struct {
	Percent  int64 // of the vendor's rates
	Searches int64 // on the web
	Lookups  int64 // in the user's files at the vendor
	Sound    int64 // cached audio tokens, part of CacheRead
}

// TermsOf reads an answer's terms from what it says of how it was served.
// unknown is the value whose price is not known. Batches of Anthropic, OpenAI
// and Gemini, and OpenAI's flex processing, cost half
// (docs.claude.com/build-with-claude/batch-processing,
// platform.openai.com/docs/guides/batch and flex-processing,
// ai.google.dev/gemini-api/docs/batch-api). Anthropic's servers in the USA cost
// a tenth more (docs.claude.com/build-with-claude/data-residency).
func TermsOf(m *conv.AssistantMessage) (t Terms, unknown string) {
	t.Percent = 100
	nodes := []*conv.Node{&m.Node}
	if m.Usage != nil {
		nodes = append(nodes, &m.Usage.Node)
	}
	if m.StopDetail != nil {
		nodes = append(nodes, &m.StopDetail.Node)
	}
	for _, node := range nodes {
		for _, x := range node.Extensions {
			for _, member := range x.Members {
				if !t.add(x.Family, member) {
					return t, strings.TrimSpace(member.Key + " " + member.Value.Text())
				}
			}
		}
	}
	for _, b := range m.Content {
		if o, ok := b.(*conv.Opaque); ok && o.Family == "openai-responses" {
			t.item(o.Raw)
		}
	}
	return t, ""
}

// add adds what one field says. It returns false if its price is not known.
func (t *Terms) add(family string, m rawjson.Member) (known bool) {
	switch m.Key {
	case "service_tier", "serviceTier":
		switch m.Value.Text() {
		case "", "auto", "default", "standard", "standard_only", "on_demand":
		case "batch", "flex":
			t.Percent = t.Percent * 50 / 100
			return family == "anthropic" || family == "openai-chat" || family == "openai-responses" || family == "gemini"
		default:
			return false
		}
	case "speed":
		return family != "anthropic" || m.Value.Text() != "fast"
	case "web_search_options", "search_parameters", "plugins": // of a request: searches, as many as the model likes
		return false
	case "inference_geo":
		if family == "anthropic" && m.Value.Text() == "us" {
			t.Percent = t.Percent * 110 / 100
		}
	case "server_tool_use": // docs.claude.com/agents-and-tools/tool-use/web-search-tool
		n, ok := count(m.Value.Lookup("web_search_requests"))
		t.Searches = rawjson.Sum(t.Searches, n)
		return ok
	case "num_search_queries": // docs.perplexity.ai/getting-started/pricing
		n, ok := count(m.Value)
		t.Searches = rawjson.Sum(t.Searches, n)
		return ok
	case "cacheTokensDetails": // ai.google.dev/api/generate-content, UsageMetadata
		n, ok := sound(m.Value)
		t.Sound = rawjson.Sum(t.Sound, n)
		return ok
	}
	return true
}

// item adds an item of OpenAI's Responses that has a price: a search, but not
// the opening of a page it found (platform.openai.com/docs/pricing and
// guides/tools-web-search).
func (t *Terms) item(raw conv.Raw) {
	if raw.Lookup("status").Text() == "failed" {
		return
	}
	switch raw.Lookup("type").Text() {
	case "web_search_call":
		if action := raw.Lookup("action.type").Text(); action == "" || action == "search" {
			t.Searches++
		}
	case "file_search_call":
		t.Lookups++
	}
}

// sound returns the number of audio tokens in a list of Gemini's, and whether
// that is possible.
func sound(details conv.Raw) (n int64, ok bool) {
	c := rawjson.NewCursor([]byte(details))
	if c.Kind() != rawjson.Array {
		return 0, true
	}
	ok = true
	for range c.Elements {
		if part := c.Raw(); part.Lookup("modality").Text() == "AUDIO" {
			tokens, possible := count(part.Lookup("tokenCount"))
			n, ok = rawjson.Sum(n, tokens), ok && possible
		}
	}
	return n, ok
}

// count returns a number of things, 0 for a value of another kind, and whether
// that is possible.
func count(raw conv.Raw) (n int64, ok bool) {
	if raw == "" || raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return 0, true
	}
	n, ok = conv.Number(raw).Int()
	return n, ok && n >= 0 && n <= 1<<30
}
