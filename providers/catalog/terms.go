package catalog

import "convo/conv"

// TermsOf is how much of its vendor's rates an answer is charged, in percent,
// by what it says of how it was served; unknown is the word for terms whose
// price is not known. Half is asked for what may wait: batches of Anthropic,
// OpenAI and Gemini (docs.claude.com/build-with-claude/batch-processing,
// platform.openai.com/docs/guides/batch and flex-processing,
// ai.google.dev/gemini-api/docs/batch-api); a tenth more for Anthropic's
// servers in the USA alone (docs.claude.com/build-with-claude/data-residency).
func TermsOf(m *conv.AssistantMessage) (percent int, unknown string) {
	percent = 100
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
				of, known := terms(x.Family, member)
				if !known {
					return 0, member.Key + " " + member.Value.Text()
				}
				percent = percent * of / 100
			}
		}
	}
	return percent, ""
}

// terms is what one member says of the price.
func terms(family string, m conv.Member) (percent int, known bool) {
	switch m.Key {
	case "service_tier", "serviceTier":
		switch m.Value.Text() {
		case "", "auto", "default", "standard", "standard_only", "on_demand":
			return 100, true
		case "batch", "flex":
			return 50, family == "anthropic" || family == "openai-chat" || family == "openai-responses" || family == "gemini"
		}
		return 0, false
	case "speed":
		return 100, family != "anthropic" || m.Value.Text() != "fast"
	case "inference_geo":
		if family == "anthropic" && m.Value.Text() == "us" {
			return 110, true
		}
	}
	return 100, true
}
