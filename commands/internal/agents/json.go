package agents

import (
	"time"

	"convo/commands/internal/frame"
	"convo/conv/rawjson"
	"convo/conv/shape"
)

// writeJSON writes the list for programs: as one array, or a line for each
// session.
func writeJSON(w *rawjson.Writer, all []*Session, array bool) error {
	if array {
		w.BeginArray()
	}
	for _, s := range all {
		s.write(w)
		if !array {
			w.Text("\n")
		}
	}
	if array {
		w.EndArray()
		w.Text("\n")
	}
	return w.Flush()
}

func (s *Session) write(w *rawjson.Writer) {
	w.BeginObject()
	w.Field("agent", s.Agent.Name)
	w.Field("id", s.ID)
	if s.IsFile() {
		w.Field("path", s.Path)
	}
	w.OptField("started", timeText(s.Started))
	w.Field("updated", timeText(s.Time()))
	w.OptField("cwd", s.Cwd)
	w.OptField("branch", s.Branch)
	w.OptField("title", s.Title)
	w.OptField("question", s.Question)
	w.OptField("model", s.Model)
	if s.Helper {
		w.BoolField("helper", true)
	}
	w.OptField("parent", s.Parent)
	w.IntField("bytes", s.Size)
	if s.Whole != nil {
		w.IntField("messages", int64(s.Whole.Messages))
		w.IntField("answers", int64(s.Whole.Answers))
		w.IntField("tokens", s.Whole.Tokens)
		w.RawField("usd", rawjson.Raw(rawjson.NumberOfNano(s.Whole.Nano)))
		w.IntField("unknown", int64(s.Whole.Unknown))
	}
	w.EndObject()
}

// timeText is a time in RFC 3339, "" if it is not known.
func timeText(ms int64) string {
	if ms == 0 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
}

// SessionShape is a session as convo sessions -t jsonl writes it.
func SessionShape() *shape.Shape {
	text := shape.String()
	return shape.Object(
		shape.Must("agent", text).Says("The program that keeps the session."),
		shape.Must("id", text),
		shape.May("path", text).Says("The path of its file. A session that no single file holds has no path."),
		shape.May("started", text).Says("RFC 3339."),
		shape.Must("updated", text).Says("RFC 3339."),
		shape.May("cwd", text).Says("The working directory."),
		shape.May("branch", text).Says("The git branch."),
		shape.May("title", text),
		shape.May("question", text).Says("The first message that a person typed."),
		shape.May("model", text).Says("The last model that answered."),
		shape.May("helper", shape.Bool()).Says("Another session started it."),
		shape.May("parent", text).Says("The id of the session that started it."),
		shape.Must("bytes", frame.Count()).Says("The size of the file."),
		shape.May("messages", frame.Count()).Says("How many messages people typed and models answered, with --long."),
		shape.May("answers", frame.Count()).Says("Those whose tokens were counted, with --long."),
		shape.May("tokens", frame.Count()).Says("Input and output, with --long."),
		shape.May("usd", shape.Number()).Says("What the answers cost, as far as that is known, with --long."),
		shape.May("unknown", frame.Count()).Says("Answers whose cost is not known, with --long."),
	).Named("session", "What convo sessions -t jsonl prints, a line for each session; -t json prints an array of them.")
}
