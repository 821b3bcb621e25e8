package view

import (
	"path"
	"strings"

	"convo/conv"
)

// Writing is a text that a call writes to a file, or a patch.
type Writing struct {
	Key      string // of the argument, "" for arguments that are one text
	Text     string
	Language string // as the ending of the file has it; diff is that of a patch
}

// WritingOf returns what a call writes, without a text if it writes nothing, or edits.
func WritingOf(call *conv.ToolCall) (w Writing) {
	if KindOf(call) != Write {
		return w
	}
	for _, key := range [...]string{"input", "patch", "diff"} {
		if text := call.Arguments.Lookup(key).Text(); isPatch(text) {
			return Writing{key, text, "diff"}
		}
	}
	if x := call.ArgumentsText; x != nil && isPatch(*x) {
		return Writing{"", *x, "diff"}
	}
	for _, key := range [...]string{"content", "file_text", "contents"} {
		if text := call.Arguments.Lookup(key).Text(); text != "" {
			return Writing{key, text, EndingOf(call)}
		}
	}
	return w
}

// EndingOf is the ending of the file that a call names: the language of what is
// in it.
func EndingOf(call *conv.ToolCall) string {
	for _, name := range paths {
		if file := call.Arguments.Lookup(name).Text(); file != "" {
			return strings.TrimPrefix(path.Ext(file), ".")
		}
	}
	return ""
}

// patchMarks begin the lines of a patch that name its files.
var patchMarks = [...]string{"*** Update File: ", "*** Add File: ", "*** Delete File: ", "+++ b/"}

func isPatch(text string) bool {
	return strings.HasPrefix(text, "*** Begin Patch") || strings.HasPrefix(text, "diff --git ") || strings.HasPrefix(text, "--- ")
}

// patched are the files that a patch changes, "" if a call has no patch.
func patched(call *conv.ToolCall, cwd string) string {
	w := WritingOf(call)
	if w.Language != "diff" || !isPatch(w.Text) {
		return ""
	}
	var files []string
	for line := range strings.Lines(w.Text) {
		for _, mark := range patchMarks {
			if file, ok := strings.CutPrefix(line, mark); ok {
				files = append(files, Below(strings.TrimSpace(file), cwd))
			}
		}
	}
	return Named(Tallies(files), 3)
}
