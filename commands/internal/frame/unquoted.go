package frame

import (
	"bytes"

	"convo/conv/rawjson"
)

// Unquoted reads on in the JSON that an input holds as a JSON string, and returns the first
// of it: some programs encode their text twice. Places are those in that JSON. Another input
// stays as it is.
func (in *Input) Unquoted(first []byte) ([]byte, error) {
	text := bytes.TrimLeft(first, " \t\r\n")
	if !bytes.HasPrefix(text, []byte(`"{`)) && !bytes.HasPrefix(text, []byte(`"[`)) {
		return first, nil
	}
	b, err := in.Frames.Rest()
	if err != nil {
		return nil, FileFailure(ExitOther, in.Name, err)
	}
	data := b.Data
	c := rawjson.NewCursor(data)
	if inner := []byte(c.Str()); c.End() == nil && rawjson.IsValue(string(inner)) {
		data, in.file = inner, nil
	}
	in.Frames = rawjson.NewFrames(bytes.NewReader(data), int64(len(data)))
	return in.First()
}
