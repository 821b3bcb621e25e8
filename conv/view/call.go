package view

import (
	"slices"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// mainArguments are the arguments that say what a call does, the best first.
var mainArguments = []string{
	"command", "cmd", "pattern", "regex", "file_path", "filePath", "path", "absolute_path", "notebook_path", "target_file",
	"query", "url", "description", "prompt", "task", "skill", "name", "subject",
}

// Doing is what a call does, on one line: the command that it runs, the file that
// it reads. If no argument says so, it is all arguments.
func Doing(call *conv.ToolCall) string { return DoingIn(call, "") }

// DoingIn is [Doing] in a working directory: files in it are named from there.
func DoingIn(call *conv.ToolCall, cwd string) string {
	text, _ := doing(call, cwd)
	return text
}

// SaidIn returns the names of the arguments of which [DoingIn] says all.
func SaidIn(call *conv.ToolCall, cwd string) []string {
	_, names := doing(call, cwd)
	return slices.DeleteFunc(names, func(name string) bool {
		return strings.Contains(strings.TrimSpace(spoken(call.Arguments.Lookup(name))), "\n")
	})
}

// doing says what a call does, and which arguments say so.
func doing(call *conv.ToolCall, cwd string) (text string, names []string) {
	said := map[string]rawjson.Raw{}
	main := ""
	best := len(mainArguments)
	for key, value := range call.Arguments.Fields {
		for i, name := range mainArguments {
			if key == name && value != `""` && value != "null" {
				said[key] = value
				if i < best {
					main, best = key, i
				}
			}
		}
	}
	text = OneLine(spoken(said[main]))
	switch {
	case main == "" && len(ToDos(call)) > 0:
		return progress(ToDos(call)), nil
	case main == "" && patched(call, cwd) != "":
		return patched(call, cwd), nil
	case main == "" && (call.Arguments == "" || call.Arguments == "{}"):
		return OneLine(call.ArgumentsString()), nil
	case main == "":
		return OneLine(string(call.Arguments)), nil
	case isPattern(main):
		if name := where(said); name != "" {
			return `"` + text + `" in ` + Below(OneLine(spoken(said[name])), cwd), []string{main, name}
		}
	case isPath(main):
		text = Below(text, cwd)
	}
	return text, []string{main}
}

func isPattern(name string) bool { return name == "pattern" || name == "regex" }

func isPath(name string) bool { return slices.Contains(paths, name) }

// paths are the arguments that name a file or a folder.
var paths = []string{"file_path", "filePath", "path", "absolute_path", "notebook_path", "target_file"}

// where is the argument with the path that a call names beside its pattern.
func where(said map[string]rawjson.Raw) string {
	for _, name := range paths {
		if _, ok := said[name]; ok {
			return name
		}
	}
	return ""
}

// Below names a file from the working directory, if it is in it.
func Below(path, cwd string) string {
	if cwd == "" || cwd == "/" {
		return path
	}
	if path == cwd {
		return "."
	}
	if rest, ok := strings.CutPrefix(path, strings.TrimSuffix(cwd, "/")+"/"); ok && rest != "" {
		return rest
	}
	return path
}

// progress says how far a list of things to do is, and what is being done.
func progress(list []ToDo) string {
	done, now := 0, ""
	for _, x := range list {
		switch x.Status {
		case "completed", "done":
			done++
		case "in_progress":
			now = x.Text
		}
	}
	said := strconv.Itoa(done) + " of " + Count(len(list), "step") + " done"
	if now != "" {
		said += ": " + OneLine(now)
	}
	return said
}

// spoken is the text of a string, or of a list of words: the line that a shell
// is given, if it is one.
func spoken(v rawjson.Raw) string {
	var words []string
	for e := range v.Elements {
		words = append(words, e.Text())
	}
	switch {
	case len(words) == 0:
		return v.Text()
	case len(words) == 3 && strings.HasPrefix(words[1], "-") && strings.HasSuffix(words[1], "c"):
		return words[2]
	default:
		return strings.Join(words, " ")
	}
}

// OneLine is the first line of a text that says something, and how many more
// lines there are.
func OneLine(text string) string {
	text = strings.TrimSpace(text)
	first, rest, more := strings.Cut(text, "\n")
	if !more {
		return first
	}
	return strings.TrimSpace(first) + " (+" + Count(1+strings.Count(rest, "\n"), "line") + ")"
}

// Edit is a change of a file that a call asks for.
type Edit struct{ Old, New string }

// edits are the names of the texts before and after, by agent.
var edits = [][2]string{
	{"old_string", "new_string"},
	{"oldString", "newString"},
	{"oldText", "newText"},
	{"old_str", "new_str"},
	{"old_text", "new_text"},
}

// InEdit reports whether a field of a call's arguments is in its edits.
func InEdit(key string) bool {
	return key == "edits" || slices.ContainsFunc(edits[:], func(names [2]string) bool { return key == names[0] || key == names[1] })
}

// EditsOf returns the changes that a call asks for, nil if it is not such a
// call: a text to be replaced by another, or a list of these.
func EditsOf(call *conv.ToolCall) []Edit {
	if e, ok := editOf(call.Arguments); ok {
		return []Edit{e}
	}
	var list []Edit
	for key, value := range call.Arguments.Fields {
		if key != "edits" {
			continue
		}
		for v := range value.Elements {
			if e, ok := editOf(v); ok {
				list = append(list, e)
			}
		}
	}
	return list
}

func editOf(v rawjson.Raw) (Edit, bool) {
	texts := map[string]string{}
	for key, value := range v.Fields {
		if strings.HasPrefix(string(value), `"`) {
			texts[key] = value.Text()
		}
	}
	for _, names := range edits {
		old, ok := texts[names[0]]
		if replaced, also := texts[names[1]]; ok && also {
			return Edit{Old: old, New: replaced}, true
		}
	}
	return Edit{}, false
}
