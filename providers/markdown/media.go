package markdown

import (
	"net/url"
	"strings"

	"convo/conv"
)

// Media stand on a line of their own: ![image: NAME](TARGET), and without the
// ! for media that a page cannot show. The target is a data URL, a URL, a path to a
// file, or a provider's file id.
const handleScheme = "file-id:"

// parseMedia reads a line of media.
func parseMedia(line string) (blockType, name, target string, ok bool) {
	rest, image := strings.CutPrefix(strings.TrimRight(line, blanks), "![")
	if !image {
		if rest, ok = strings.CutPrefix(rest, "["); !ok {
			return "", "", "", false
		}
	}
	if rest, ok = strings.CutSuffix(rest, ")"); !ok {
		return "", "", "", false
	}
	alt, target, ok := strings.Cut(rest, "](")
	if !ok {
		return "", "", "", false
	}
	blockType, name, named := strings.Cut(alt, ": ")
	if named && name == "" {
		return "", "", "", false
	}
	switch blockType {
	case "image":
		return blockType, name, target, image
	case "audio", "video", "document":
		return blockType, name, target, !image
	}
	return "", "", "", false
}

// mediaLine is the line for media, and the fields that it holds.
func mediaLine(blockType string, m *conv.Media) (line string, said []string) {
	line = "["
	if blockType == "image" {
		line = "!["
	}
	line += blockType
	if isCaption(m.Name) {
		line += ": " + m.Name
		said = append(said, "name")
	}
	target := ""
	switch {
	case m.Data != "" && isBase64(m.Data) && isMIMEType(m.MIMEType):
		target = "data:" + m.MIMEType + ";base64," + m.Data
		said = append(said, "data", "mimeType")
	case m.Data != "":
	case m.URL != "" && isAddress(m.URL):
		target = targetOf(m.URL)
		if addressOf(target) == m.URL {
			said = append(said, "url")
		}
		if strings.ContainsAny(target, "() ") {
			target = "<" + target + ">"
		}
	case m.URL == "" && m.FileID != "" && isAddress(m.FileID):
		target = handleScheme + m.FileID
		said = append(said, "fileId")
	}
	return line + "](" + target + ")", said
}

// aim sets the fields of media that a target holds.
func aim(m *conv.Media, target string) {
	if data, ok := strings.CutPrefix(target, "data:"); ok {
		if mime, data, ok := strings.Cut(data, ";base64,"); ok {
			m.MIMEType, m.Data = mime, data
			return
		}
	}
	if id, ok := strings.CutPrefix(target, handleScheme); ok {
		m.FileID = id
		return
	}
	if inside, ok := strings.CutPrefix(target, "<"); ok && strings.HasSuffix(inside, ">") {
		target = inside[:len(inside)-1]
	}
	m.URL = addressOf(target)
}

const localScheme = "file:"

// targetOf is how a line says an address: a file by its path, so that a page shows it.
func targetOf(address string) string {
	name, ok := strings.CutPrefix(address, localScheme)
	if !ok {
		return address
	}
	escaped := strings.ReplaceAll((&url.URL{Path: name}).EscapedPath(), ":", "%3A")
	if addressOf(escaped) != address {
		return address
	}
	return escaped
}

// addressOf is the address that a target is: a path is that of a file.
func addressOf(target string) string {
	if target == "" || target[0] == '/' || strings.ContainsAny(target, ":?#") {
		return target
	}
	name, err := url.PathUnescape(target)
	if err != nil {
		return target
	}
	return localScheme + name
}

// isCaption reports whether a name can be written between brackets as it is.
func isCaption(s string) bool {
	return s != "" && isClean(s) && strings.Trim(s, blanks) == s && !strings.ContainsAny(s, "[]\\\n\r`<>")
}

// isAddress reports whether a target can only be read as this URL.
func isAddress(s string) bool {
	return isClean(s) && strings.Trim(s, blanks) == s && !strings.ContainsAny(s, "<>\\\n\r\t") &&
		!strings.HasPrefix(s, "data:") && !strings.HasPrefix(s, handleScheme)
}

func isMIMEType(s string) bool {
	for i := range len(s) {
		if !isWordByte(s[i]) && strings.IndexByte("+*=;", s[i]) < 0 {
			return false
		}
	}
	return !strings.Contains(s+";", ";base64;")
}

func isBase64(s string) bool {
	for i := range len(s) {
		if c := s[i]; !(c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/' || c == '=' || c == '-' || c == '_') {
			return false
		}
	}
	return true
}
