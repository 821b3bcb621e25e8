package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"convo/scripts/must"
)

// format is a line of convo formats -t json.
type format struct {
	Name        string
	Read, Write bool
}

// formats are those of the convo that is attacked.
func (a *attack) formats() (read, written []string) {
	out := must.Get(exec.Command(a.convo, "formats", "-t", "json").Output())
	var all []format
	must.Do(json.Unmarshal(out, &all))
	for _, f := range all {
		if f.Read {
			read = append(read, f.Name)
		}
		if f.Write {
			written = append(written, f.Name)
		}
	}
	must.FailIf(len(read) == 0 || len(written) == 0, "convo formats names no formats: %.100s", out)
	return read, written
}

// agents are the coding agents that convo puts sessions for.
var agents = []string{"claude-code", "codex", "gemini-cli", "opencode", "pi"}

// hostileSessions are session files of coding agents that no agent writes.
func hostileSessions() []string {
	const bad = `\u001b]0;x\u0007\u202e<script>alert(1)</script>`
	claude := func(parent, id, kind, message string) string {
		return `{"parentUuid":` + parent + `,"isSidechain":false,"type":"` + kind + `","message":` + message + `,"uuid":"` + id +
			`","timestamp":"2026-03-01T08:00:01.037Z","cwd":"/home/ann/../../etc","sessionId":"../../../5e0c4f0a","version":"2.1.197","gitBranch":"` + bad + `"}` + "\n"
	}
	user, said := `{"role":"user","content":"`+bad+`"}`, `{"id":"m","type":"message","role":"assistant","content":[{"type":"tool_use","id":"c","name":"`+bad+`","input":{}}],"usage":{"input_tokens":-9223372036854775808,"output_tokens":1e400}}`
	head := func(id string) string {
		return `{"timestamp":"2026-03-01T08:00:02.014Z","type":"session_meta","payload":{"id":"` + id + `","timestamp":"0000-00-00T99:99:99Z","cwd":"` + bad + `"}}` + "\n"
	}
	item := func(payload string) string {
		return `{"timestamp":"2026-03-01T08:00:02.014Z","type":"response_item","payload":` + payload + "}\n"
	}
	gemini := func(rest string) string {
		return `{"sessionId":"../../x","projectHash":"../..","startTime":"x","lastUpdated":"y","kind":"main"}` + "\n" + rest
	}
	opencode := func(messages string) string {
		return `{"info":{"id":"ses_../../x","directory":"/x/../..","title":"` + bad + `","time":{"created":1e300}},"messages":[` + messages + `]}`
	}
	pi := func(rest string) string {
		return `{"type":"session","version":3,"id":"../../x","timestamp":"x","cwd":"/x/../.."}` + "\n" + rest
	}
	var chain, circle, forks, kept strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&kept, `{"type":"%d"}`+"\n", i)
		chain.WriteString(claude(fmt.Sprintf(`"%d"`, i+1), fmt.Sprint(i), "user", user))
		circle.WriteString(claude(fmt.Sprintf(`"%d"`, (i+1)%3000), fmt.Sprint(i), "assistant", said))
		forks.WriteString(claude(`"0"`, fmt.Sprint(i), "user", user))
	}
	return []string{
		claude("null", "a", "user", user) + claude(`"a"`, "b", "assistant", said)[:150],
		claude(`"b"`, "a", "user", user) + claude(`"a"`, "b", "assistant", said) + claude(`"b"`, "b", "user", user),
		chain.String(), circle.String(), forks.String(), kept.String() + claude("null", "a", "user", user),
		claude("null", "a", "user", `{"role":"user","content":`+strings.Repeat("[", 5000)+strings.Repeat("]", 5000)+"}"),
		claude("7", "a", "system", "null") + claude(`{"x":[]}`, "", "", "[]") + `{"type":"summary","leafUuid":"a","summary":"` + bad + `"}`,
		head("../../x") + item(`{"type":"message","role":"user","content":[{"type":"input_text","text":"`+bad+`"}]}`) + head("y"),
		head("x") + strings.Repeat(item(`{"type":"compacted","replacement_history":[{"type":"message"}]}`), 2000),
		head("x") + strings.Repeat(item(`{"type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":9223372036854775807}}`), 2000),
		head("x") + item(`{"type":"function_call","name":"shell","arguments":"{\"a\":","call_id":"c"}`) + item(`{"type":"function_call_output","call_id":"c","output":{"x":1}}`),
		gemini(`{"id":"a","type":"gemini","content":null,"toolCalls":[{"id":7}],"tokens":{"input":-1,"tool":"x"}}` + "\n" + strings.Repeat(`{"$rewindTo":"a"}`+"\n", 2000)),
		gemini(`{"$set":{"messages":[{"id":"a","type":"user","content":[{"text":"` + bad + `"}]}],"~x":1}}` + "\n" + `{"$set":7}`),
		opencode(`{"info":{"role":"user","id":"m"},"parts":[{"type":"file","url":"file:///etc/passwd","mime":"image/png"},{"type":"text","text":"`+bad+`"}]},{"info":{"role":"assistant"},"parts":[{"type":"tool","tool":"`+bad+`","callID":"c","state":{"status":"running"}}]}`) + "{",
		opencode(strings.Repeat(`{"info":{"role":"user","id":"m"},"parts":[]},`, 3000) + "null"),
		pi(`{"type":"message","id":"a","parentId":"a","message":` + user + "}\n" + `{"type":"branch_summary","fromId":"../x","summary":"` + bad + `"}`),
		pi(strings.Repeat(`{"type":"compaction","id":"a","parentId":null,"summary":"x","firstKeptEntryId":"z"}`+"\n", 2000)),
		"# aider chat started at 2026-99-99 99:99:99\n\n#### " + bad + "\n\n> " + strings.Repeat("> ", 5000) + "\n```\n",
	}
}

// sessionRuns are the ways in which only sessions are looked at.
func sessionRuns() [][]string {
	all := [][]string{
		{"sessions", "-t", "json", "--long", "--helpers", "DIR"},
		{"transform", "--subagents", "inline", "FILE"},
		{"transform", "--subagents", "apart", "--branches", "all", "FILE"},
		{"transform", "--project", "injected=drop", "FILE"},
		{"show", "--tools", "full", "FILE"},
		{"show", "--search", "a", "FILE"},
		{"cost", "--by", "model", "--unknown", "zero", "FILE"},
	}
	for _, agent := range agents {
		all = append(all, []string{"sessions", "place", "--for", agent, "FILE"})
	}
	return all
}

// outside reports what sessions place has put anywhere but in an agent's folder
// of the home.
func (a *attack) outside(i int, before []string) {
	for _, file := range a.allFiles() {
		if !slices.Contains(before, file) && !strings.HasPrefix(file, filepath.Join(a.dir, "home")+"/") {
			a.tell(fmt.Sprintf("document %d", i), &run{args: []string{"sessions", "place"}}, "writes "+file)
			os.Remove(file)
		}
	}
}

// allFiles are the files below the directory of the attack.
func (a *attack) allFiles() (all []string) {
	_ = filepath.WalkDir(a.dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all = append(all, path)
		}
		return nil
	})
	return all
}
