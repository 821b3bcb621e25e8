package pipe

import (
	"bytes"
	"fmt"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/rawjson"
)

// unrecognised is the error of an input that no format recognises.
func (s *Source) unrecognised() *frame.Failure {
	probe, head := s.Seen.Probe, s.Seen.Head
	f := &frame.Failure{Code: frame.ExitUnreadable, File: s.Name}
	f.Hint = "name the format with -f; run convo formats for all of them"
	if u := s.Seen.Unread; u != nil {
		f.What, f.Hint = "looks like "+u.About+", which convo does not read yet", u.Hint
		return f
	}
	switch probe.Form {
	case conv.FormEvents:
		f.What = "an event stream in an unknown format"
	case conv.FormText:
		f.What, f.Hint = looksLike(head), readable(head)
	default:
		broken := s.brokenJSON()
		switch {
		case broken != nil && bytes.IndexByte(head, 0) >= 0:
			f.What, f.Hint = looksLike(head), readable(head)
		case broken != nil:
			return broken
		case probe.HasKind("", rawjson.Array):
			f.What = "an array, but not of messages" + describe(probe)
			f.Hint = "to convert its elements one by one: jq -c '.[]' FILE | convo transform"
		default:
			f.What = "valid JSON, but not a format that convo reads" + describe(probe)
		}
	}
	return f
}

// readable is a hint at what can be read. Markdown needs -f markdown, unless it
// was written by convo.
func readable(head []byte) string {
	if bytes.HasPrefix(head, []byte("---")) || bytes.HasPrefix(head, []byte("## ")) || bytes.Contains(head, []byte("\n## ")) {
		return "for Markdown with headings such as ## user, use -f markdown"
	}
	return "convo reads JSON, JSON Lines, event streams and its own Markdown: see convo formats"
}

// brokenJSON is the error of an input whose first value is not valid JSON.
func (s *Source) brokenJSON() *frame.Failure {
	b, err := s.Frames.Next()
	if err != nil {
		return frame.FileFailure(frame.ExitOther, s.Name, err)
	}
	s.Taken = []rawjson.Block{b}
	for v := range b.Values() {
		c := rawjson.NewCursor(bytes.TrimRight(v.Data, "\r\n"))
		c.Skip()
		if err := c.End(); err != nil {
			return frame.Piece{File: s.Name, Block: v}.Failure(err)
		}
		break
	}
	return nil
}

// looksLike names what is not JSON.
func looksLike(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		return "not JSON: it looks like gzip (gunzip it first)"
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return "not JSON: it looks like a zip archive (unzip it first)"
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")),
		bytes.HasPrefix(head, []byte("{\x00")), bytes.HasPrefix(head, []byte("\x00{")):
		return "not JSON: it looks like UTF-16 (iconv -t UTF-8 it first)"
	case head[0] == '<':
		return "not JSON: it looks like HTML or XML"
	case bytes.IndexByte(head, 0) >= 0:
		return "not JSON: it looks like binary data"
	}
	line, _, _ := bytes.Cut(head, []byte("\n"))
	c := rawjson.NewCursor(line)
	kind := c.Kind()
	if c.Skip(); c.End() == nil {
		return "JSON, but not a conversation: " + kind.String()
	}
	return fmt.Sprintf("not JSON: it begins with %.40q", bytes.TrimSpace(line))
}

// describe lists the top-level fields of the outline.
func describe(p *conv.Probe) string {
	for _, path := range []string{"", "[]"} {
		if keys := p.Keys(path); len(keys) > 0 {
			if len(keys) > 8 {
				keys = append(keys[:8:8], "…")
			}
			return " (top-level fields: " + strings.Join(keys, ", ") + ")"
		}
	}
	return ""
}
