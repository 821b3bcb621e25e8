package opencode

import (
	"convo/conv"
	"convo/conv/rawjson"
)

// summaryPair is the request for a summary and its answer, for a summary that was
// not read from two messages, or was changed since.
func summaryPair(m *conv.CompactionSummary, session string, model, path conv.Raw) conv.Raw {
	return rawjson.Written(func(w *rawjson.Writer) {
		s := &writer{Writer: w, session: session}
		w.BeginArray()
		s.requestOf(m, model)
		s.answerOf(m, model, path)
		w.EndArray()
	})
}

func (s *writer) requestOf(m *conv.CompactionSummary, model conv.Raw) {
	none := &conv.Node{}
	s.id = m.ID
	s.begin("user")
	s.ids(none, false)
	s.time(&conv.Meta{Timestamp: m.Timestamp})
	s.Field("agent", agentName)
	s.OptRaw("model", model)
	s.EndObject()
	s.ArrayField("parts")
	s.head(none, partID(s.id, 0))
	s.Field("type", "compaction")
	s.BoolField("auto", true)
	s.OptField("tail_start_id", m.FirstKeptID)
	s.EndObject()
	s.end(none)
}

func (s *writer) answerOf(m *conv.CompactionSummary, model, path conv.Raw) {
	none := &conv.Node{}
	s.id = summaryID(m.ID)
	s.begin("assistant")
	s.ids(none, false)
	s.Field("parentID", m.ID)
	s.RawField("time", completedAt(m.Timestamp))
	s.Fields("modelID", model.Lookup("modelID").Text(), "providerID", model.Lookup("providerID").Text())
	s.Fields("mode", "compaction", "agent", "compaction")
	s.OptRaw("path", path)
	s.BoolField("summary", true)
	s.OptRaw("cost", costIn(m.Usage))
	s.RawField("tokens", tokensOf(m.Usage))
	s.Field("finish", "stop")
	s.EndObject()
	s.ArrayField("parts")
	s.head(none, partID(s.id, 0))
	s.Fields("type", "text", "text", m.Summary)
	s.EndObject()
	s.end(none)
}

// completedAt is the times of an answer of which one time is known.
func completedAt(at int64) conv.Raw {
	return times("created", at, "completed", at)
}
