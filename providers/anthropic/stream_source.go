package anthropic

import (
	"encoding/base64"

	"convo/conv/rawjson"
)

// unwrap takes the event out of {"chunk":{"bytes":"<base64>"}}. Bedrock's
// event stream has this form when each message is written as JSON.
func unwrap(line string) string {
	outer := rawjson.Raw(line)
	c := rawjson.NewCursor([]byte(line))
	for key := range c.Fields {
		if key == "chunk" && c.Kind() == rawjson.Object {
			outer = c.Raw()
		}
	}
	bytes := ""
	c = rawjson.NewCursor([]byte(outer))
	for key := range c.Fields {
		if key == "bytes" && c.Kind() == rawjson.String {
			bytes = c.Str()
		}
	}
	if data, err := base64.StdEncoding.DecodeString(bytes); err == nil && len(data) > 0 {
		return string(data)
	}
	return line
}
