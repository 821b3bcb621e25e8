package otelgenai

import (
	"cmp"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/parts"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// The parameters of a request that are numbers, by their names in the model, and the
// attributes of those that are doubles.
const (
	numbers = "maxTokens=gen_ai.request.max_tokens temperature=gen_ai.request.temperature topP=gen_ai.request.top_p topK=gen_ai.request.top_k" +
		" seed=gen_ai.request.seed frequencyPenalty=gen_ai.request.frequency_penalty presencePenalty=gen_ai.request.presence_penalty"
	doubles = "gen_ai.request.temperature gen_ai.request.top_p gen_ai.request.frequency_penalty gen_ai.request.presence_penalty"
)

// Attributes of a request that are not numbers, and of an answer.
const (
	operationKey     = "gen_ai.operation.name"
	providerKey      = "gen_ai.provider.name"
	modelKey         = "gen_ai.request.model"
	stopKey          = "gen_ai.request.stop_sequences"
	effortKey        = "gen_ai.request.reasoning.level"
	streamKey        = "gen_ai.request.stream"
	responseModelKey = "gen_ai.response.model"
	responseIDKey    = "gen_ai.response.id"
	finishKey        = "gen_ai.response.finish_reasons"
	idKey            = "gen_ai.conversation.id"

	endKey = "endTimeUnixNano" // a field of the span
)

// request reads the parameters of the request.
func (d *decoder) request(s *span) {
	q := &conv.Request{Model: s.text(modelKey)}
	for word := range strings.FieldsSeq(numbers) {
		if name, key, _ := strings.Cut(word, "="); isNumber(s.attributes[key]) {
			*parts.Number(q, name) = conv.Number(s.take(key))
		}
	}
	if list := s.attributes[stopKey]; areTexts(list) {
		for word := range s.take(stopKey).Elements {
			q.Stop = append(q.Stop, word.Text())
		}
	}
	if effort := s.text(effortKey); effort != "" {
		q.Reasoning = &conv.Reasoning{Effort: effort}
	}
	if v := s.attributes[streamKey]; v == "true" || v == "false" {
		on := s.take(streamKey) == "true"
		q.Stream = &on
	}
	if !q.IsEmpty() {
		d.C.Request = q
	}
}

func isNumber(v conv.Raw) bool { return v != "" && v[0]-'-' < 13 }

// areTexts reports whether a value is a list of texts, one or more.
func areTexts(list conv.Raw) (are bool) {
	for x := range list.Elements {
		if are = x[0] == '"'; !are {
			break
		}
	}
	return are
}

// answered puts what the span says of the answer into it. Without an answer all that
// stays where it is.
func (d *decoder) answered(s *span) {
	m := answerOf(d.C)
	if m == nil && s.failed {
		m = &conv.AssistantMessage{}
		d.Add(m, s.at)
	}
	if m == nil || s.ended != timeOf(milliseconds(s.ended)) {
		s.field(endKey, s.ended)
	}
	if m == nil {
		return
	}
	if q := d.C.Request; q != nil {
		m.Model = q.Model
	}
	switch m.ResponseModel = s.text(responseModelKey); {
	case m.ResponseModel == "":
	case m.Model == "":
		own.Set(&m.Node, hintModel, `"response"`)
		m.Model, m.ResponseModel = m.ResponseModel, ""
	case m.Model == m.ResponseModel:
		own.Set(&m.Node, hintModel, `"both"`)
		m.ResponseModel = ""
	}
	if m.Provider = s.text(providerKey); m.Provider == "" {
		m.Provider = s.text("gen_ai.system")
	}
	m.ResponseID = s.text(responseIDKey)
	m.Timestamp = milliseconds(s.ended)
	d.finished(m, s)
	d.usage(m, s)
	if s.failed {
		m.ErrorMessage = s.message
		m.StopDetail = cmp.Or(m.StopDetail, &conv.StopDetail{})
		if r := m.StopReason; r != conv.StopError && r != conv.StopAborted {
			own.Set(&m.StopDetail.Node, format.UnknownStop, "true")
			m.StopReason = conv.StopError
		}
	}
}

// timeOf is a time as OTLP writes it, "" for none.
func timeOf(ms int64) conv.Raw {
	if ms == 0 {
		return ""
	}
	return rawjson.Quoted(string(rawjson.NumberOf(ms)) + "000000")
}

// finished reads why the answer ended: one reason, which the message may give, too.
func (d *decoder) finished(m *conv.AssistantMessage, s *span) {
	list := s.attributes[finishKey]
	word := list.Lookup("0").Text()
	if word == "" || list != rawjson.StringsOf([]string{word}) || m.StopDetail != nil && m.StopDetail.Raw != word {
		return
	}
	delete(s.attributes, finishKey)
	if m.StopDetail == nil {
		stop(m, word)
	}
}

// counts are the attributes with counts of tokens, in the order of parts.Usage. The
// second names are those of earlier versions.
var counts = []string{
	"input_tokens prompt_tokens", "output_tokens completion_tokens", "-", "cache_read.input_tokens cache_read_input_tokens",
	"cache_write.input_tokens cache_creation.input_tokens cache_creation_input_tokens", "reasoning.output_tokens reasoning_tokens",
	"audio.input_tokens", "audio.output_tokens",
}

const usagePrefix = "gen_ai.usage."

// usage reads the counts of tokens that are not zero.
func (d *decoder) usage(m *conv.AssistantMessage, s *span) {
	values := map[string]conv.Raw{}
	for _, names := range counts {
		for name := range strings.FieldsSeq(names) {
			key := usagePrefix + name
			if v := s.attributes[key]; record.CountIn(v) > 0 && values[names] == "" {
				values[names] = v
				delete(s.attributes, key)
			}
		}
	}
	setUsage(m, func(i int) conv.Raw { return values[counts[i]] })
	if u := m.Usage; u != nil && u.InputUnknown && values[counts[0]] != "" {
		own.Set(&u.Node, hintTokens, values[counts[0]])
	}
}

// setUsage sets the usage of an answer from its counts by their places.
func setUsage(m *conv.AssistantMessage, count func(i int) conv.Raw) {
	parts.Usage(m, func(name string) conv.Raw { return count(int(name[0] - '0')) }, "0 1 - 3 4 5 6 7")
}

// countsOf are the counts of a usage by their places, "" where there is none.
func countsOf(u *conv.Usage) (all [8]conv.Raw) {
	for i, n := range []int64{u.Input + u.CacheRead + u.CacheWrite, u.Output, 0, u.CacheRead, u.CacheWrite, u.Reasoning, u.InputAudio, u.OutputAudio} {
		if n != 0 {
			all[i] = conv.Raw(rawjson.NumberOf(n))
		}
	}
	if u.InputUnknown {
		all[0] = own.Get(&u.Node, hintTokens)
	}
	return all
}

// isFailed reports whether the status of a span says that the answer failed: its word
// alone does not.
func isFailed(m *conv.AssistantMessage) bool {
	if m.StopReason != conv.StopError && m.StopReason != conv.StopAborted {
		return false
	}
	var again conv.AssistantMessage
	if d := m.StopDetail; d != nil && d.Raw != "" {
		stop(&again, d.Raw)
	}
	return m.ErrorMessage != "" || again.StopReason != m.StopReason
}

// modelOf is the model that was asked for.
func modelOf(c *conv.Conversation) string {
	if m := answerOf(c); m != nil {
		if own.Text(&m.Node, hintModel) == "response" {
			return ""
		}
		return m.Model
	}
	if c.Request != nil {
		return c.Request.Model
	}
	return ""
}
