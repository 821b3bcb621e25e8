package edit

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"convo/conv"
	"convo/conv/note"
	"convo/conv/redact"
)

// Structure returns c without its content: each text becomes a placeholder of its
// kind and its length in characters, such as [text:120]. What remains is enough to
// show a fault: roles, types, order, counts, lengths, ids, names of tools and
// models if they are no sentences, keys of JSON, true, false and null. Digits of numbers in arguments, details
// and state become 9; names, also of files, become x and 9; a file becomes its
// type and size. Signatures are dropped. An application's message becomes a
// *CustomMessage; one that is not JSON is dropped. c is not changed.
func Structure(c *conv.Conversation, notes *note.Notes) *conv.Conversation {
	s := &structurer{notes: notes}
	out := owned(stored(c, func(*conv.Conversation) bool { return true }, notes))
	redact.EachText(out, s.replace)
	for _, m := range out.Messages {
		switch m := m.(type) {
		case *conv.AssistantMessage:
			for call := range m.Calls {
				maskNumbers(call)
			}
		case *conv.ToolResultMessage:
			m.Details = maskedNumbers(m.Details)
		}
	}
	out.State, out.Context = maskedNumbers(out.State), maskedNumbers(out.Context)
	return out
}

// maskNumbers masks the numbers in a call's arguments.
func maskNumbers(t *conv.ToolCall) {
	t.Arguments = maskedNumbers(t.Arguments)
	if t.ArgumentsText != nil {
		t.ArgumentsText = new(string(maskedNumbers(conv.Raw(*t.ArgumentsText))))
		mendArguments(t)
	}
}

// structurer does the work of Structure.
type structurer struct {
	notes *note.Notes
	names redact.Names // of ids that are no names
}

func (s *structurer) replace(t *redact.Text) {
	was := *t.Value
	switch t.Kind {
	case redact.IDText:
		*t.Value = s.name(was)
	case redact.SaidText, redact.DescribedText:
		*t.Value = lengthOf("text", was)
	case redact.ThoughtText:
		*t.Value = lengthOf("thinking", was)
	case redact.SpeakerText, redact.WordText:
		*t.Value = masked(was)
	case redact.FileText:
		*t.Value = maskedFile(was)
	case redact.ProofText:
		s.unsign(t)
	case redact.FileData:
		*t.Value = sizeOf(was)
	case redact.AddressText:
		*t.Value = maskedAddress(was)
	case redact.ArgumentText:
		if !t.IsKey {
			*t.Value = lengthOf("text", was)
		}
	case redact.SchemaText:
		if !t.IsKey && (isDescribing(t.Key) || isFree(was) && t.Key != "$schema") {
			*t.Value = lengthOf("text", was)
		}
	case redact.ForeignText:
		if !t.IsKey && (!redact.IsStructural(t.Key) || isFree(was) || t.Key == "content" || t.Key == "text") {
			*t.Value = lengthOf("text", was)
		}
	case redact.DataText:
		if !t.IsKey && (!redact.IsName(t.Key) || isFree(was)) {
			*t.Value = lengthOf("text", was)
		}
	case redact.CallText:
		*t.Value = masked(was)
	default:
		panic("conv: unexpected kind of text " + strconv.Itoa(int(t.Kind)))
	}
	if *t.Value != was && t.Kind != redact.ProofText {
		s.notes.Add(note.Note{Severity: note.Loss, Kind: note.Redacted, Code: note.CodeSecret, Offset: t.Node.Offset(), What: "what was said", Asked: true})
	}
}

// name is an id, or the name of a tool, a model or a type. One that is a
// sentence or an address gets a placeholder, after the name of the family that a
// type begins with.
func (s *structurer) name(was string) string {
	if !isFree(was) {
		return was
	}
	if family, rest, ok := strings.Cut(was, "."); ok && !isFree(family) && !isFree(rest[:min(1, len(rest))]) {
		return family + "." + lengthOf("text", rest)
	}
	return s.names.Of("id", was)
}

// isFree reports whether a text is a sentence or an address, which no name is.
func isFree(s string) bool {
	return strings.ContainsAny(s, " \t\r\n\u00a0") || strings.Contains(s, "://")
}

// unsign removes a signature, because the signed text has changed.
func (s *structurer) unsign(t *redact.Text) {
	if redact.IsProof(*t.Value) {
		*t.Value = ""
		s.notes.Add(note.Note{Severity: note.Loss, Kind: note.Dropped, Code: note.CodeSignature, Offset: t.Node.Offset(), What: "signature", Asked: true})
	}
}

// lengthOf returns the placeholder for a text; a placeholder stays as it is.
func lengthOf(kind, s string) string {
	if p := redact.Placeholders(s); s == "" || len(p) == 1 && p[0].Start == 0 && p[0].End == len(s) {
		return s
	}
	return "[" + kind + ":" + strconv.Itoa(utf8.RuneCountInString(s)) + "]"
}

// sizeOf returns the placeholder for a file in base64, itself in base64.
func sizeOf(data string) string {
	if text := redact.TextOf(data); text != "" && lengthOf("file", text) == text {
		return data
	}
	size := base64.RawStdEncoding.DecodedLen(len(strings.TrimRight(data, "=")))
	return base64.StdEncoding.EncodeToString([]byte("[file:" + strconv.Itoa(size) + "]"))
}

// masked returns s with 9 for each digit and x for each letter.
func masked(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return '9'
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0x80:
			return 'x'
		}
		return r
	}, s)
}

// maskedFile masks the name of a file except its extension.
func maskedFile(name string) string {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || len(name)-dot > 6 {
		return masked(name)
	}
	return masked(name[:dot]) + name[dot:]
}

// maskedAddress returns an address of the same scheme and length that leads
// nowhere (RFC 2606).
func maskedAddress(url string) string {
	const nowhere = "://redacted.invalid/"
	scheme, rest, ok := strings.Cut(url, ":")
	switch {
	case strings.Contains(url, nowhere):
		return url
	case !ok || strings.Contains(scheme, "/"):
		return masked(url)
	case strings.EqualFold(scheme, "data"):
		mimeType, _, _ := strings.Cut(rest, ",")
		return scheme + ":" + strings.TrimSuffix(mimeType, ";base64") + ",redacted"
	}
	return scheme + nowhere + strconv.Itoa(utf8.RuneCountInString(url))
}

// maskedNumbers returns JSON with 9 for each digit of a number, except in exponents.
func maskedNumbers(r conv.Raw) conv.Raw {
	out := []byte(r)
	changed, inString, inExponent := false, false, false
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == 'e' || c == 'E':
			inExponent = true
		case c >= '0' && c <= '9':
			if !inExponent && c != '9' {
				out[i], changed = '9', true
			}
		case c != '+' && c != '-':
			inExponent = false
		}
	}
	if !changed {
		return r
	}
	return conv.Raw(out)
}

// isDescribing reports whether a field of a JSON Schema describes values or
// lists some.
func isDescribing(key string) bool {
	return slices.Contains([]string{"title", "description", "$comment", "default", "const", "enum", "examples", "example", "pattern", "enumDescriptions"}, key)
}
