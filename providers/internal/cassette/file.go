package cassette

import (
	"bytes"
	"encoding/base64"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"convo/conv/rawjson"
	"convo/providers/internal/wire"
)

// A file has one recording a line:
//
//	{"cassette":1,"request":{"method":…,"path":…,"body":…},"answer":{"status":…,"header":{…},"body":…}}
//
// A JSON body is kept as it is. Any other body is "chunks": an array of
// strings, and of {"base64":…} for a chunk that is not text.

// Parse reads a file. A *rawjson.Error names the place of an error.
func Parse(data []byte) (*Cassette, error) {
	c := &Cassette{tracks: map[string]*track{}, open: len(data) > 0 && data[len(data)-1] != '\n'}
	at := 0
	for line := range bytes.Lines(data) {
		blank := len(bytes.TrimSpace(line)) == 0
		if blank {
			c.lines++
		} else if err := c.parseLine(line); err != nil {
			err.Offset += at
			return nil, err
		}
		at += len(line)
	}
	return c, nil
}

// parseLine reads a line and skips an incomplete one.
func (c *Cassette) parseLine(line []byte) *rawjson.Error {
	in := rawjson.NewCursor(line)
	if in.Skip(); in.End() != nil {
		err := in.End().(*rawjson.Error)
		if err.Offset < len(bytes.TrimRight(line, " \t\r\n")) {
			return err
		}
		c.lines++
		c.Cut = append(c.Cut, c.lines)
		return nil
	}
	in = rawjson.NewCursor(line)
	r, a := readLine(in)
	if err := in.End(); err != nil {
		return err.(*rawjson.Error)
	}
	c.insert(r, a)
	return nil
}

func readLine(in *rawjson.Cursor) (*request, *answer) {
	var r *request
	var a *answer
	version := rawjson.Number("")
	for key := range in.Fields {
		switch key {
		case "cassette":
			version = in.Number()
		case "request":
			r = readRequest(in)
		case "answer":
			a = readAnswer(in)
		}
	}
	switch {
	case in.Err() != nil:
	case version != "1":
		in.Fail(0, "not a recording: want \"cassette\":1")
	case r == nil || a == nil:
		in.Fail(0, "a recording without a request or an answer")
	}
	return r, a
}

func readRequest(in *rawjson.Cursor) *request {
	var method, path string
	var body rawjson.Raw
	for key := range in.Fields {
		switch key {
		case "method":
			method = in.Str()
		case "path":
			path = in.Str()
		case "body":
			body = in.Raw()
		}
	}
	return normal(method, path, []byte(body))
}

func readAnswer(in *rawjson.Cursor) *answer {
	a := &answer{header: wire.Header{}}
	start := in.Offset()
	for key := range in.Fields {
		switch key {
		case "status":
			a.status = int(in.Int())
		case "header":
			for name := range in.Fields {
				a.header.Set(name, in.Str())
			}
		case "body":
			a.chunks = [][]byte{[]byte(in.Raw())}
		case "chunks":
			a.chunks = nil
			for range in.Elements {
				a.chunks = append(a.chunks, readChunk(in))
			}
		}
	}
	if in.Err() == nil && (a.status < 100 || a.status > 599) {
		in.Fail(start, "an answer without a status")
	}
	return a
}

func readChunk(in *rawjson.Cursor) []byte {
	if in.Kind() != rawjson.Object {
		return []byte(in.Str())
	}
	var data []byte
	for key := range in.Fields {
		if key != "base64" {
			continue
		}
		at := in.Offset()
		var err error
		if data, err = base64.StdEncoding.DecodeString(in.Str()); err != nil {
			in.Fail(at, "not base64")
		}
	}
	return data
}

// line is a recording as the file has it.
func (a *answer) line(r *request) []byte {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	w.IntField("cassette", 1)
	w.ObjectField("request")
	w.Field("method", r.method)
	w.Field("path", r.path)
	w.RawField("body", rawjson.Raw(r.body))
	w.EndObject()
	w.Key("answer")
	a.write(w)
	w.EndObject()
	w.Text("\n")
	return w.Bytes()
}

func (a *answer) write(w *rawjson.Writer) {
	w.BeginObject()
	w.IntField("status", int64(a.status))
	w.ObjectField("header")
	for _, name := range slices.Sorted(maps.Keys(a.header)) {
		w.Field(strings.ToLower(name), a.header.Get(name))
	}
	w.EndObject()
	if body := a.json(); body != "" {
		w.RawField("body", body)
	} else {
		w.ArrayField("chunks")
		for _, chunk := range a.chunks {
			writeChunk(w, chunk)
		}
		w.EndArray()
	}
	w.EndObject()
}

// json returns the body of an answer if it is an object or an array, else "".
func (a *answer) json() rawjson.Raw {
	in := rawjson.NewCursor(bytes.Join(a.chunks, nil))
	if k := in.Kind(); k != rawjson.Object && k != rawjson.Array {
		return ""
	}
	body := in.Raw()
	if in.End() != nil {
		return ""
	}
	return body
}

func writeChunk(w *rawjson.Writer, chunk []byte) {
	if utf8.Valid(chunk) {
		w.Str(string(chunk))
		return
	}
	w.BeginObject()
	w.Field("base64", base64.StdEncoding.EncodeToString(chunk))
	w.EndObject()
}
