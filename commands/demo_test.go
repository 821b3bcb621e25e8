package commands

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the requests of the demonstration's cassette")

const demoDir = "../testdata/demo"

// The demonstration runs to its end, and what it shows is all there, whatever
// keys and settings are around.
func TestDemo(t *testing.T) {
	if *update {
		recordDemo(t)
	}
	if testing.Short() {
		t.Skip("one program runs after the other")
	}
	convo, err := exec.LookPath("convo")
	if err != nil {
		t.Fatal(err)
	}
	demo := exec.Command("../scripts/demo", convo, demoDir)
	demo.Env = append(os.Environ(), "OPENAI_API_KEY=planted", "OPENAI_BASE_URL=http://127.0.0.1:1/v1", "CONVO_MODEL=echo:")
	out, err := demo.CombinedOutput()
	if err != nil {
		t.Fatalf("%v; go test ./commands -run TestDemo -update writes the requests anew\n%s", err, out)
	}
	for _, want := range []string{
		"High water, at noon.", `"model":"script:turns.jsonl"`,
		"Rivers dissolve minerals", "Right, but not all of it",
		"no recording of this POST", "(exit 12)", "(exit 5)",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%q is not shown:\n%s", want, out)
		}
	}
	if strings.Contains(string(out), "planted") {
		t.Errorf("a key is shown:\n%s", out)
	}
}

// recordDemo puts the requests that convo makes today before the answers of
// the cassette, which stay.
func recordDemo(t *testing.T) {
	name := filepath.Join(demoDir, "tides.jsonl")
	old, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	answers := bytes.Split(bytes.TrimSpace(old), []byte("\n"))
	var lines []byte
	chat := convoIn(t, nil, "prompt", "-s", "Be brief.", "Why is the sea salty?")
	for i, model := range []string{"openai/gpt-5.4-mini", "anthropic/claude-sonnet-5"} {
		if i > 0 {
			chat = convoIn(t, chat, "prompt", "Check that for mistakes.")
		}
		lines = append(lines, recording(t, convoIn(t, chat, "reply", "--dry-run", "-t", "json", "-m", model), answers[i])...)
		if err := os.WriteFile(name, lines, 0o644); err != nil {
			t.Fatal(err)
		}
		chat = convoIn(t, chat, "reply", "--offline", "--cassette", name, "-m", model)
	}
}

// recording is a line of a cassette: a request as --dry-run shows it, and the
// answer of a line that there was.
func recording(t *testing.T, shown, line []byte) []byte {
	var request struct {
		Method, URL string
		Body        json.RawMessage
	}
	var old struct{ Answer json.RawMessage }
	if err := json.Unmarshal(shown, &request); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(line, &old); err != nil {
		t.Fatal(err)
	}
	_, path, _ := strings.Cut(strings.TrimPrefix(request.URL, "https://"), "/")
	return fmt.Appendf(nil, `{"cassette":1,"request":{"method":%q,"path":%q,"body":%s},"answer":%s}`+"\n", request.Method, "/"+path, request.Body, old.Answer)
}

// convoIn runs convo on what comes in and gives what goes out.
func convoIn(t *testing.T, in []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("convo", args...)
	cmd.Stdin = bytes.NewReader(in)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("convo %s: %v\n%s", strings.Join(args, " "), err, &errs)
	}
	return out
}
