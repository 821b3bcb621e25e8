package request

import (
	"os"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/rawjson"
	"convo/conv/schema"
)

// schemaParameter asks for JSON that matches a schema: one in a file, one as
// JSON, or one given in short.
func schemaParameter(value string) (Parameter, error) {
	text, err := schemaText(value)
	if err != nil {
		return nil, err
	}
	return func(r *conv.Request) {
		f := responseFormatOf(r)
		f.Type, f.Schema = "jsonSchema", text
	}, nil
}

// schemaText is the JSON Schema that a flag names, in one piece and known to
// be one. A file that is there is meant, whatever its name looks like.
func schemaText(value string) (conv.Raw, error) {
	data, name, err := schemaSource(value)
	if err != nil {
		return "", err
	}
	c := rawjson.NewCursor(data)
	if c.Kind() != rawjson.Object {
		return "", &frame.Failure{Code: frame.ExitUnreadable, File: name, What: "a JSON Schema is an object, not " + c.Kind().String()}
	}
	text := c.Raw()
	if err := c.End(); err != nil {
		return "", frame.InFile(name, data, err)
	}
	if _, err := schema.Compile([]byte(text)); err != nil {
		return "", &frame.Failure{Code: frame.ExitUnreadable, File: name, What: "the schema cannot be checked: " + err.Error()}
	}
	return text, nil
}

// schemaSource is the JSON that --schema gives, and what messages call it.
func schemaSource(value string) (data []byte, name string, err error) {
	if strings.HasPrefix(strings.TrimSpace(value), "{") {
		return []byte(value), "--schema", nil
	}
	_, missing := os.Stat(value)
	if missing != nil && isShort(value) {
		if data, err = schema.Short(value); err != nil {
			err = frame.UsageError("--schema: %v", err).WithHint("write 'name, age int, tags [str], nick?: what friends call her', or the name of an existing FILE")
		}
		return data, "--schema", err
	}
	if data, err = frame.JSONFile(value); missing != nil && err != nil {
		err = frame.AsFailure(err).WithHint("a short schema lists fields: --schema 'name, age int'")
	}
	return data, value, err
}

// isShort reports whether a value looks like a schema in short rather than
// the name of a file: it has more than one word.
func isShort(value string) bool { return strings.ContainsAny(value, " ,\n\t:") }
