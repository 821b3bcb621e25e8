package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
)

// A program is an agent that is run, with the way it takes and leaves sessions.
type program struct {
	name   string // of its executable
	format string // convo's name for its sessions
	model  string
	other  string // another model
	root   string // where its sessions lie, from the home folder
	suffix string // of its session files

	// ask is the arguments for a prompt in a new session, or in the last one.
	ask func(prompt string, last bool) []string
	// fork is the arguments for a prompt in a copy of a session, nil if the
	// program cannot do that without a terminal.
	fork func(id, prompt string) []string
	// back is the arguments for a prompt in a session, after its first answer, nil
	// if the program cannot go back without a terminal.
	back func(session []byte, prompt string) []string
	// named is the arguments that name a session, which the program has for people.
	named func(id string) []string
	// resume is the arguments for a prompt in a session that others name.
	resume func(named []string, prompt string) []string
	// image and use add an image to a prompt, and choose a model.
	image func(args []string, file string) []string
	use   func(args []string, model string) []string
	// id reads the id in a session file.
	id func(session []byte) string
	// file is the file by which the program takes a session of its own, nil if it
	// finds the one that it wrote.
	file func(home, id string) string
	// side tells a session that another one started.
	side func(path string, session []byte) bool
}

var programs = []*program{
	{
		name: "claude", format: "claude-code", model: "opus", other: "sonnet",
		root: ".claude/projects", suffix: ".jsonl",
		ask: func(prompt string, last bool) []string {
			return append(when(last, "-c"), "-p", prompt, "--dangerously-skip-permissions")
		},
		fork: func(id, prompt string) []string {
			return []string{"-r", id, "--fork-session", "-p", prompt, "--dangerously-skip-permissions"}
		},
		back: func(session []byte, prompt string) []string {
			id := field(`"sessionId":\s*"([^"]+)"`)(session)
			return []string{"-r", id, "--resume-session-at", firstAnswer(session), "-p", prompt, "--dangerously-skip-permissions"}
		},
		named: func(id string) []string { return []string{"--resume", id} },
		resume: func(named []string, prompt string) []string {
			return append(named, "-p", prompt, "--dangerously-skip-permissions")
		},
		image: func(args []string, file string) []string { return replaced(args, "-p", "@"+file+" ") },
		use:   func(args []string, model string) []string { return append(args, "--model", model) },
		id:    field(`"sessionId":\s*"([^"]+)"`),
		side:  func(path string, _ []byte) bool { return strings.Contains(path, "agent-") },
	},
	{
		name: "codex", format: "codex", model: "m1", other: "m2",
		root: ".codex/sessions", suffix: ".jsonl",
		ask: func(prompt string, last bool) []string {
			if last {
				return codex("resume", "--last", prompt)
			}
			return codex(prompt)
		},
		fork:   func(id, prompt string) []string { return codex("fork", id, prompt) },
		named:  func(id string) []string { return []string{"resume", id} },
		resume: func(named []string, prompt string) []string { return codex(append(named, prompt)...) },
		image: func(args []string, file string) []string {
			last := len(args) - 1
			return append(args[:last:last], "-i", file, "--", args[last])
		},
		use: func(args []string, model string) []string { return append([]string{args[0], "-m", model}, args[1:]...) },
		id:  first("payload", "id"),
		side: func(_ string, session []byte) bool {
			first, _, _ := strings.Cut(string(session), "\n")
			return strings.Contains(first, `"thread_spawn"`) || strings.Contains(first, `"parent_thread_id":"`)
		},
	},
	{
		name: "gemini", format: "gemini-cli", model: "gemini-2.5-pro", other: "gemini-2.5-flash",
		root: ".gemini/tmp", suffix: ".jsonl",
		ask: func(prompt string, last bool) []string {
			return append(when(last, "--resume", "latest"), "--yolo", "-p", prompt)
		},
		named:  func(id string) []string { return []string{"--resume", id} },
		resume: func(named []string, prompt string) []string { return append(named, "--yolo", "-p", prompt) },
		image:  func(args []string, file string) []string { return replaced(args, "-p", "@"+filepath.Base(file)+" ") },
		use:    func(args []string, model string) []string { return append(args, "-m", model) },
		id:     field(`"sessionId":\s*"([^"]+)"`),
		side: func(path string, session []byte) bool {
			return !strings.HasPrefix(filepath.Base(path), "session-") || strings.Contains(string(session), `"kind":"subagent"`)
		},
	},
	{
		name: "opencode", format: "opencode", model: "here/m1", other: "here/m2",
		root: "exports", suffix: ".json",
		ask: func(prompt string, last bool) []string {
			return append(append([]string{"run"}, when(last, "-c")...), prompt)
		},
		fork:   func(id, prompt string) []string { return []string{"run", "-s", id, "--fork", prompt} },
		named:  func(id string) []string { return []string{"--session", id} },
		resume: func(named []string, prompt string) []string { return append(append([]string{"run"}, named...), prompt) },
		image: func(args []string, file string) []string {
			return append(args, "-f", file)
		},
		use:  func(args []string, model string) []string { return append(args, "-m", model) },
		id:   first("info", "id"),
		file: func(home, id string) string { return filepath.Join(home, "import", id+".json") },
		side: func(_ string, session []byte) bool {
			var s struct{ Info struct{ ParentID string } }
			return json.Unmarshal(session, &s) == nil && s.Info.ParentID != ""
		},
	},
	{
		name: "pi", format: "pi-session", model: "m1", other: "m2",
		root: ".pi/agent/sessions", suffix: ".jsonl",
		ask: func(prompt string, last bool) []string {
			return append(append([]string{"--provider", "here"}, when(last, "-c")...), "-p", prompt)
		},
		fork: func(id, prompt string) []string { return []string{"--provider", "here", "--fork", id, "-p", prompt} },
		named: func(string) []string {
			return []string{"--session", filepath.Join(filepath.Dir(folder), "pi-session.jsonl")}
		},
		resume: func(named []string, prompt string) []string {
			return append(append([]string{"--provider", "here"}, named...), "-p", prompt)
		},
		image: func(args []string, file string) []string {
			return append(args[:len(args)-1:len(args)-1], "@"+file, args[len(args)-1])
		},
		use:  func(args []string, model string) []string { return append([]string{"--model", model}, args...) },
		id:   first("id"),
		file: func(home, id string) string { return filepath.Join(home, "pi-session.jsonl") },
		side: func(string, []byte) bool { return false },
	},
}

func when(yes bool, args ...string) []string {
	if yes {
		return args
	}
	return nil
}

func codex(args ...string) []string {
	out := []string{"exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"}
	return append(out, args...)
}

// replaced puts a text before the argument that follows a flag.
func replaced(args []string, flag, text string) []string {
	out := append([]string(nil), args...)
	for i := range out[:len(out)-1] {
		if out[i] == flag {
			out[i+1] = text + out[i+1]
		}
	}
	return out
}

// field finds the first match of a pattern with one group.
func field(pattern string) func([]byte) string {
	re := regexp.MustCompile(pattern)
	return func(session []byte) string {
		if m := re.FindSubmatch(session); m != nil {
			return string(m[1])
		}
		return ""
	}
}

// first reads a string in the first object of a session.
func first(path ...string) func([]byte) string {
	return func(session []byte) string {
		var v any
		if json.NewDecoder(bytes.NewReader(session)).Decode(&v) != nil {
			return ""
		}
		for _, key := range path {
			o, _ := v.(map[string]any)
			v = o[key]
		}
		text, _ := v.(string)
		return text
	}
}

// firstAnswer is the id of the last line before the second prompt in a session of
// Claude Code that the model wrote.
func firstAnswer(session []byte) (id string) {
	prompts := 0
	for _, text := range bytes.Split(session, []byte("\n")) {
		var line struct {
			Type, UUID string
			Message    struct{ Content any }
		}
		if json.Unmarshal(text, &line) != nil {
			continue
		}
		if _, typed := line.Message.Content.(string); typed && line.Type == "user" {
			prompts++
		}
		if prompts > 1 {
			break
		}
		if line.Type == "assistant" {
			id = line.UUID
		}
	}
	return id
}
