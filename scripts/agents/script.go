package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// An answer is what the scripted model says.
type answer struct {
	number   int // of the request, in all its ids and texts
	model    string
	thinking string
	text     string
	calls    []called
	full     bool // report so many tokens that the program compacts
	hang     bool // stop in the middle of the text
}

// called is a call in an answer.
type called struct {
	id, name, namespace, args string
}

// Words in a prompt that tell the scripted model what to do. A prompt without
// any is answered with text.
const (
	sayTool  = "TOOL"  // one shell call
	sayPair  = "PAIR"  // two shell calls in one answer
	sayFail  = "FAIL"  // a shell call that fails
	sayLost  = "LOST"  // read a file that does not exist
	sayLook  = "LOOK"  // read an image
	sayFiles = "FILES" // write, read and search a file, one after the other
	sayAgent = "AGENT" // start a helper
	saySleep = "SLEEP" // a shell call that takes long
	sayHang  = "HANG"  // stop in the middle of the answer
	sayFull  = "FULL"  // as TOOL, and report a full context
	saySteps = "STEPS" // STEPS n: n shell calls, one after the other
)

var steps = regexp.MustCompile(saySteps + ` (\d+)`)

// A doing is what a word makes the model do, a round of calls at a time. It has
// no calls if the program has no such tool, or if all rounds are over.
type doing struct {
	word, text string
	calls      func(r *request, n, round int) []called
}

// doings are tried in this order.
var doings = []doing{
	{sayAgent, "I ask a helper", askHelper},
	{sayPair, "I look twice", func(r *request, n, round int) []called {
		return inRound(round, shell(r, fmt.Sprintf("echo ebb-%d", n)), shell(r, fmt.Sprintf("echo flood-%d", n)))
	}},
	{sayFail, "I try", func(r *request, n, round int) []called {
		return inRound(round, shell(r, fmt.Sprintf("echo low-%d; exit 3", n)))
	}},
	{sayLost, "I read", func(r *request, n, round int) []called {
		return inRound(round, use(r, toolsRead, map[string]string{"file_path": fmt.Sprintf("%s/lost-%d.txt", folder, n)}))
	}},
	{sayLook, "I look at it", func(r *request, n, round int) []called {
		return inRound(round, use(r, toolsSee, map[string]string{"file_path": folder + "/dot.png"}))
	}},
	{sayFiles, "I work on a file", workOnFile},
	{saySleep, "I wait", func(r *request, n, round int) []called {
		return inRound(round, shell(r, "sleep 60"))
	}},
	{sayTool, "I look", lookOnce},
	{sayFull, "I look", lookOnce},
	{saySteps, "I go on", func(r *request, n, round int) []called {
		prompt, _ := said(r)
		wanted, _ := strconv.Atoi(steps.FindStringSubmatch(prompt + saySteps + " 0")[1])
		if round >= wanted {
			return nil
		}
		return []called{shell(r, fmt.Sprintf("echo tide-%d", n))}
	}},
}

func lookOnce(r *request, n, round int) []called {
	return inRound(round, shell(r, fmt.Sprintf("echo tide-%d", n)))
}

// inRound is the calls in the first round, and none later.
func inRound(round int, calls ...called) []called {
	if round > 0 || len(calls) == 0 || calls[0].name == "" {
		return nil
	}
	return calls
}

// said is the last thing a person wrote, and how many rounds of calls the model
// made since then.
func said(r *request) (prompt string, rounds int) {
	answered := false
	for i := len(r.items) - 1; i >= 0; i-- {
		switch it := r.items[i]; it.kind {
		case result:
			answered = true
		case call:
			if answered {
				rounds++
			}
			answered = false
		case user:
			text := strings.TrimSpace(it.text)
			if text != "" && !strings.HasPrefix(text, "<") && !strings.HasPrefix(text, "# AGENTS.md") {
				return it.text, rounds
			}
		}
	}
	return "", rounds
}

// plan decides what the model says to a request.
func plan(r *request, n int) answer {
	prompt, round := said(r)
	a := answer{number: n, model: r.model, thinking: fmt.Sprintf("**Tides** Table %d says noon.", n), text: fmt.Sprintf("High water %d is at noon.", n)}
	if r.json {
		a.thinking, a.text = "", `{"complexity_reasoning":"easy","complexity_score":10,"reasoning":"done","next_speaker":"user","model_choice":"flash"}`
		return a
	}
	a.full = strings.Contains(prompt, sayFull) && len(r.tools) > 0
	a.hang = strings.Contains(prompt, sayHang) && len(r.tools) > 0
	if _, helper := r.tools["complete_task"]; helper {
		a.calls = []called{{name: "complete_task", args: fmt.Sprintf(`{"result":{"response":%q}}`, a.text)}}
		a.identify()
		return a
	}
	for _, d := range doings {
		if !strings.Contains(prompt, d.word) {
			continue
		}
		if a.calls = d.calls(r, n, round); len(a.calls) > 0 {
			a.text = fmt.Sprintf("%s %d.", d.text, n)
			a.identify()
		}
		break
	}
	return a
}

// identify gives the calls of an answer their ids.
func (a *answer) identify() {
	for i := range a.calls {
		a.calls[i].id = fmt.Sprintf("call_%04d_%d", a.number, i)
	}
}

// folder is where the programs work. main sets it once.
var folder string

// madeIn is the folder of the recordings on most machines.
const madeIn = "/home/ingrid/harbour"

// The names of tools for a purpose, in the programs.
var (
	toolsShell = []string{"Bash", "bash", "run_shell_command", "exec_command", "shell_command", "shell"}
	toolsRead  = []string{"Read", "read", "read_file", "view_image"}
	toolsSee   = []string{"Read", "read", "view_image", "read_file"}
	toolsWrite = []string{"Write", "write", "write_file"}
	toolsFind  = []string{"Grep", "grep", "grep_search", "Bash", "bash", "exec_command"}
	toolsAgent = []string{"Agent", "Task", "task", "invoke_agent", "spawn_agent"}
)

// spellings are other names of a parameter.
var spellings = map[string][]string{
	"file_path": {"file_path", "filePath", "path"},
	"command":   {"command", "cmd"},
	"prompt":    {"prompt", "message"},
	"agent":     {"subagent_type", "agent_name"},
}

// use is a call of the first of the tools that the program has, with those of
// the arguments that the tool takes. Its name is empty if there is no such tool.
func use(r *request, names []string, args map[string]string) called {
	for _, name := range names {
		t, ok := r.tools[name]
		if !ok {
			continue
		}
		taken := map[string]string{}
		for key, value := range args {
			for _, spelled := range append(spellings[key], key) {
				if t.params[spelled] {
					taken[spelled] = value
					break
				}
			}
		}
		raw, _ := json.Marshal(taken)
		return called{name: name, namespace: t.namespace, args: string(raw)}
	}
	return called{}
}

func shell(r *request, command string) called {
	return use(r, toolsShell, map[string]string{"command": command, "description": "Say tide"})
}

// workOnFile writes a file, reads it and searches it.
func workOnFile(r *request, n, round int) []called {
	name := folder + "/tide.txt"
	var c called
	switch round {
	case 0:
		c = use(r, toolsWrite, map[string]string{"file_path": name, "content": fmt.Sprintf("ebb %d\nflood %d\n", n, n)})
		if c.name == "" {
			c = shell(r, fmt.Sprintf("printf 'ebb %d\\nflood %d\\n' >%s", n, n, name))
		}
	case 1:
		c = use(r, toolsRead, map[string]string{"file_path": name})
		if c.name == "" || c.name == "view_image" {
			c = shell(r, "cat "+name)
		}
	case 2:
		c = use(r, toolsFind, map[string]string{"pattern": "flood", "command": "grep flood " + name})
	}
	return inRound(0, c)
}

var agentID = regexp.MustCompile(`"agent_id": ?"([^"]+)"`)

// askHelper starts a helper, and waits for it where that is a call of its own.
func askHelper(r *request, n, round int) []called {
	if round == 0 {
		kinds := map[string]string{"Agent": "general-purpose", "Task": "general-purpose", "task": "general", "invoke_agent": "generalist"}
		for _, name := range toolsAgent {
			if _, ok := r.tools[name]; ok {
				return inRound(0, use(r, []string{name}, map[string]string{"description": "look", "prompt": fmt.Sprintf("Say high water, helper %d.", n), "agent": kinds[name]}))
			}
		}
	}
	if _, waits := r.tools["wait_agent"]; waits && round == 1 {
		for _, it := range r.items {
			if m := agentID.FindStringSubmatch(it.text); it.kind == result && m != nil {
				raw, _ := json.Marshal(map[string]any{"targets": m[1:], "timeout_ms": 20000})
				return []called{{name: "wait_agent", namespace: r.tools["wait_agent"].namespace, args: string(raw)}}
			}
		}
	}
	return nil
}
