package view

import (
	"strings"
	"sync"

	"convo/conv"
)

// Kind is what a tool does, as far as its name tells.
type Kind string

// The kinds of tools.
const (
	Shell  Kind = "shell"
	Read   Kind = "read"
	Write  Kind = "write"
	Search Kind = "search"
	Web    Kind = "web"
	List   Kind = "list" // a plan, or things to do
	Helper Kind = "helper"
	Other  Kind = "other"
)

// kinds are the names of the tools of agents, in small letters and without
// what stands between words.
var kinds = [...]struct {
	kind  Kind
	names string
}{
	{Shell, "bash shell execcommand exec localshell localshellcall runshellcommand runcommand executecommand terminal runterminalcmd " +
		"writestdin bashoutput killshell killbash python codeinterpreter codeexecution bashcodeexecution unifiedexec"},
	{Read, "read readfile readmanyfiles view viewimage viewfile cat notebookread openfile getfilecontents ls list listdir listdirectory listfiles"},
	{Write, "edit write writefile multiedit notebookedit replace applypatch patch strreplace strreplaceeditor strreplacebasededittool " +
		"createfile editfile searchreplace insert writetofile replaceinfile editor texteditorcodeexecution"},
	{Search, "grep glob search searchfilecontent searchfiles find findfiles codebasesearch grepsearch toolsearch filesearch rg"},
	{Web, "websearch webfetch fetch googlewebsearch browse browser openurl webrun httprequest urlcontext googlesearch"},
	{List, "todowrite todoread writetodos updateplan plan todo exitplanmode enterplanmode taskcreate taskupdate tasklist setplan"},
	{Helper, "task agent subagent delegate spawnagent newtask sendmessage waitagent codebaseinvestigator runsubagent"},
}

// kindOf finds the kind of a name. It is made when a call is first shown.
var kindOf struct {
	once  sync.Once
	table map[string]Kind
}

// KindOf tells what a tool does.
func KindOf(call *conv.ToolCall) Kind {
	kindOf.once.Do(func() {
		kindOf.table = map[string]Kind{}
		for _, k := range kinds {
			for _, name := range strings.Fields(k.names) {
				kindOf.table[name] = k.kind
			}
		}
	})
	name := call.Name
	if i := strings.LastIndex(name, "__"); i >= 0 { // mcp__server__tool
		name = name[i+2:]
	}
	if kind, ok := kindOf.table[strings.ToLower(strings.Map(withinWord, name))]; ok {
		return kind
	}
	return Other
}

// withinWord leaves out what stands between the words of a name.
func withinWord(r rune) rune {
	if r == '_' || r == '-' || r == ' ' {
		return -1
	}
	return r
}

// ToDo is an element of a list of things to do, or a step of a plan.
type ToDo struct{ Text, Status string }

// ToDos returns the list that a call sets, nil if it sets none.
func ToDos(call *conv.ToolCall) []ToDo {
	var list []ToDo
	for key, value := range call.Arguments.Fields {
		if key != "todos" && key != "plan" {
			continue
		}
		for v := range value.Elements {
			x := ToDo{Status: v.Lookup("status").Text()}
			for _, name := range []string{"content", "step", "description", "text"} {
				if text := v.Lookup(name).Text(); text != "" {
					x.Text = text
					break
				}
			}
			if x.Text == "" {
				return nil
			}
			list = append(list, x)
		}
	}
	return list
}
