package view

import (
	"strconv"
	"strings"

	"convo/conv/rawjson"
)

// Cut returns the first and the last lines of a text, and how many lines stand
// between them. A text that is a few lines longer is returned whole.
func Cut(text string, first, last int) (head, tail string, left int) {
	text = strings.TrimSuffix(text, "\n")
	lines := 1 + strings.Count(text, "\n")
	if lines <= first+last+2 {
		return text, "", 0
	}
	end := 0
	for range first {
		end += strings.IndexByte(text[end:], '\n') + 1
	}
	from := len(text)
	for range last {
		from = strings.LastIndexByte(text[:from], '\n')
	}
	return strings.TrimSuffix(text[:end], "\n"), text[min(from+1, len(text)):], lines - first - last
}

// Lines is how many lines a text has, 0 for "".
func Lines(text string) int {
	if text == "" {
		return 0
	}
	return 1 + strings.Count(strings.TrimSuffix(text, "\n"), "\n")
}

// Count is a number with its noun: 1 line, 2,000 lines.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		return Number(int64(n)) + " " + stem + "ies"
	}
	return Number(int64(n)) + " " + noun + "s"
}

// Number is a number with a comma for every thousand.
func Number(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Size is a number of bytes in words.
func Size(n int) string {
	switch {
	case n == 1:
		return "1 byte"
	case n < 1000:
		return strconv.Itoa(n) + " bytes"
	case n < 999_500:
		return strconv.Itoa((n+500)/1000) + " kB"
	default:
		return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) + " MB"
	}
}

// Printed is what a program printed, without what an agent writes around it.
// That it failed, or still runs, stays.
func Printed(text string) string {
	if strings.HasPrefix(text, "agentId: ") && strings.HasSuffix(text, "</usage>") {
		return "" // what Claude Code tells the model about a helper
	}
	if strings.HasPrefix(text, `{"output":"`) { // of Codex in 2025
		c := rawjson.NewCursor([]byte(text))
		raw := c.Raw()
		switch code := raw.Lookup("metadata.exit_code"); {
		case c.End() != nil || code == "":
		case code == "0":
			return raw.Lookup("output").Text()
		default:
			return "Exit code: " + string(code) + "\n" + raw.Lookup("output").Text()
		}
	}
	head, rest, ok := strings.Cut(text, "\nOutput:\n")
	if !ok {
		return text
	}
	kept := ""
	for line := range strings.SplitSeq(head, "\n") {
		word, value, _ := strings.Cut(line, ": ")
		switch {
		case line == "Exit code: 0" || line == "Process exited with code 0":
		case word == "Exit code" || strings.HasPrefix(line, "Process "):
			kept += line + "\n"
		case value == "" || word != "Chunk ID" && word != "Wall time" && word != "Original token count" && word != "Total output lines":
			return text
		}
	}
	return kept + rest
}
