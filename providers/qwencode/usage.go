package qwencode

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// usage reads the counts of an answer, nil for none. The input includes what was
// cached. The converter of the program counts reasoning among the candidates; the
// Gemini API does not: the total tells.
func (d *decoder) usage() *conv.Usage {
	if d.Kind() != rawjson.Object {
		d.Skip()
		return nil
	}
	u := &conv.Usage{}
	u.SetOffset(d.Offset())
	var prompt, candidates, tools int64
	for key := range d.Fields {
		switch key {
		case "promptTokenCount":
			prompt = d.count()
		case "candidatesTokenCount":
			candidates = d.count()
		case "thoughtsTokenCount":
			u.Reasoning = d.count()
		case "cachedContentTokenCount":
			u.CacheRead = d.count()
		case "toolUsePromptTokenCount":
			tools = d.count()
		case "totalTokenCount":
			u.TotalTokens = d.count()
		case "promptTokensDetails", "candidatesTokensDetails", "cacheTokensDetails", "trafficType":
			d.KeepQuietly(&u.Node, key)
		default:
			d.Keep(&u.Node, key)
		}
	}
	u.Output = candidates
	if u.Reasoning > candidates || u.TotalTokens != prompt+candidates+tools {
		u.Output += u.Reasoning
	}
	if u.CacheRead > prompt {
		u.InputUnknown = true
	} else {
		u.Input = prompt - u.CacheRead + tools
	}
	if u.IsZero() && len(u.Extensions) == 0 {
		return nil
	}
	return u
}

// count reads a count, 0 for what is none.
func (d *decoder) count() int64 {
	n, _ := conv.Number(d.Raw()).Int()
	return n
}
