package main

import (
	"encoding/base64"
	"fmt"
)

// A step is one run of a program.
type step struct {
	prompt    string
	image     bool              // with an image
	fork      bool              // in a copy of the last session
	back      bool              // after the first answer of the last session
	other     bool              // with another model
	interrupt bool              // stop the program when the answer hangs or a long call runs
	own       map[string]dialog // for the programs named here, and no others
	optional  bool              // the other programs leave it out
}

// A dialog is a step that is talked over the standard input of a program.
type dialog struct {
	args   []string
	prompt string // what is asked
	lines  string // what is said first
	stop   string // what is said once the answer hangs or a long call runs
	until  string // what the program writes when it is done
}

// A scenario is a session that is recorded: its steps, the first in a new
// session, the others in the last one.
type scenario struct {
	name  string
	steps []step
}

// scenarios is what is recorded. The words in capitals are for our server.
var scenarios = []scenario{
	{name: "text", steps: []step{{prompt: "When is high water?"}, {prompt: "And low water?"}}},
	{name: "call", steps: []step{{prompt: "When is high water? TOOL"}}},
	{name: "parallel", steps: []step{{prompt: "When is high water, here and there? PAIR"}}},
	{name: "failure", steps: []step{{prompt: "Try it once. FAIL"}, {prompt: "Read what is lost. LOST"}}},
	{name: "image", steps: []step{{prompt: "What is in this image?", image: true}}},
	{name: "look", steps: []step{{prompt: "Open the image here. LOOK"}}},
	{name: "files", steps: []step{{prompt: "Write the tides down. FILES"}}},
	{name: "helper", steps: []step{{prompt: "Ask somebody. AGENT"}, {prompt: "What did they say?"}}},
	{name: "resumed", steps: []step{{prompt: "When is high water? TOOL"}, {prompt: "And after that? PAIR"}, {prompt: "And the day after?"}}},
	{name: "models", steps: []step{{prompt: "When is high water? TOOL"}, {prompt: "And what does another one say? TOOL", other: true}, {prompt: "And the first again?"}}},
	{name: "fork", steps: []step{{prompt: "When is high water? TOOL"}, {prompt: "And low water?"}, {prompt: "And in a copy? TOOL", fork: true}}},
	{name: "rewind", steps: []step{{prompt: "When is high water? TOOL"}, {prompt: "And low water?"}, {prompt: "No, tell me of the ebb. TOOL", back: true}}},
	{name: "cut", steps: []step{{prompt: "When is high water? TOOL"}, {prompt: "Tell me more. HANG", interrupt: true}, {prompt: "Where were we?"}}},
	{name: "cut-call", steps: []step{{prompt: "Wait for the tide. SLEEP", interrupt: true}, {prompt: "Where were we?"}}},
	{name: "compaction", steps: []step{{prompt: "When is high water? TOOL"}, {prompt: "And low water? FULL"}, compact, {prompt: "And after that? TOOL"}}},
	{name: "paste", steps: []step{pasted}},
	{name: "stopped", steps: []step{{prompt: "When is high water? TOOL"}, stopped("Tell me more. HANG"), {prompt: "Where were we?"}}},
	{name: "stopped-call", steps: []step{stopped("Wait for the tide. SLEEP"), {prompt: "Where were we?"}}},
	{name: "long", steps: []step{
		{prompt: "Watch the tide. STEPS 8"},
		{prompt: "Watch it again. STEPS 8"},
		{prompt: "Once more. STEPS 8"},
		{prompt: "And the ebb? PAIR"},
		{prompt: "Write it down. FILES"},
		{prompt: "And once more. STEPS 8"},
		{prompt: "What have we seen?"},
	}},
}

// compact is a step of the programs that have a command for it. The others
// compact when our server says that the context is full.
var compact = step{optional: true, own: map[string]dialog{
	"claude": {args: []string{"-c", "-p", "/compact", "--dangerously-skip-permissions"}},
}}

// pasted is a prompt with an image in it.
var pasted = step{own: map[string]dialog{
	"claude": {
		args: spoken, until: `"type":"result"`, prompt: "What is in this image?",
		lines: `{"type":"user","message":{"role":"user","content":[{"type":"text","text":"What is in this image?"},` +
			`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + base64.StdEncoding.EncodeToString(dot()) + `"}}]}}`,
	},
}}

// spoken starts Claude Code so that it reads prompts and commands.
var spoken = []string{"-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", "--dangerously-skip-permissions"}

// stopped is a prompt whose answer is stopped by a command, not by a signal, in
// the last session or in a new one.
func stopped(prompt string) step {
	return step{own: map[string]dialog{
		"claude": {
			args: append(spoken[:len(spoken):len(spoken)], "-c"), until: `"type":"result"`,
			lines: fmt.Sprintf(`{"type":"user","message":{"role":"user","content":[{"type":"text","text":%q}]}}`, prompt),
			stop:  `{"type":"control_request","request_id":"stop","request":{"subtype":"interrupt"}}`,
		},
		"pi": {
			args: []string{"--provider", "here", "--model", "m1", "--mode", "rpc", "-c"}, until: `"type":"agent_end"`,
			lines: fmt.Sprintf(`{"type":"prompt","message":%q}`, prompt),
			stop:  `{"type":"abort"}`,
		},
	}}
}

// playable tells whether a program can take all steps, and at least one.
func (s scenario) playable(p *program) bool {
	some := false
	for _, step := range s.steps {
		_, own := step.own[p.name]
		if step.fork && p.fork == nil || step.back && p.back == nil || step.own != nil && !own && !step.optional {
			return false
		}
		some = some || own || step.own == nil
	}
	return some
}

// args is the arguments of a step.
func (s step) args(p *program, first bool, last []byte) []string {
	args := p.ask(s.prompt, !first)
	if s.fork {
		args = p.fork(p.id(last), s.prompt)
	}
	if s.back {
		args = p.back(last, s.prompt)
	}
	if s.image {
		args = p.image(args, folder+"/dot.png")
	}
	if s.other {
		return p.use(args, p.other)
	}
	return p.use(args, p.model)
}

// last is the prompt of the last step.
func (s scenario) last() string {
	step := s.steps[len(s.steps)-1]
	for _, d := range step.own {
		return d.prompt
	}
	return step.prompt
}
