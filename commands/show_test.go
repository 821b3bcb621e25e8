package commands

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"convo/commands/internal/frametest"
	"convo/commands/internal/terminal"
)

// turns is the lines of a rollout with a number of turns.
func turns(first, n int, answer string) string {
	var b strings.Builder
	for i := first; i < first+n; i++ {
		fmt.Fprintf(&b, `{"timestamp":"2025-11-23T07:40:00.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"question %d"}]}}`+"\n", i)
		fmt.Fprintf(&b, `{"timestamp":"2025-11-23T07:40:01.000Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"answer %d %s"}]}}`+"\n", i, answer)
	}
	return b.String()
}

const rolloutHead = `{"timestamp":"2025-11-23T07:40:00.000Z","type":"session_meta","payload":{"id":"0199a213-81c0-7800-8aa1-bbab2a035a53","timestamp":"2025-11-23T07:40:00.000Z","cwd":"/harbour","originator":"codex_cli_rs","cli_version":"0.50.0","instructions":null}}` + "\n"

// numbers are the numbers of the messages in what convo show prints.
func numbers(shown string) string {
	var all []string
	for _, m := range regexp.MustCompile(`(?m)^ *(\d+) (?:User|Assistant|Note)`).FindAllStringSubmatch(shown, -1) {
		all = append(all, m[1])
	}
	return strings.Join(all, " ")
}

// The beginning of a long session is shown before its end has come. What the end
// takes back is shown again, marked.
func TestShowBeginsBeforeTheEnd(t *testing.T) {
	p, _, _ := frametest.Program(t)
	equip(p)
	p.Args = []string{"show", "--only", "user,assistant"}
	input, feed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	shown, product, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p.Stdin, p.Stdout = input, terminal.NewStream(product, false)
	ended := make(chan int, 1)
	go func() {
		ended <- int(p.Run())
		product.Close()
	}()
	const long = 100 // turns of 50 kB
	fed := make(chan error, 1)
	go func() {
		_, err := io.WriteString(feed, rolloutHead+turns(0, long, strings.Repeat("tide ", 10000)))
		fed <- err
	}()
	said, piece := "", make([]byte, 1<<16)
	for !strings.Contains(said, "question 1") {
		n, err := shown.Read(piece)
		if said += string(piece[:n]); err != nil {
			t.Fatalf("ended: %.200q", said)
		}
	}
	go func() {
		<-fed
		_, _ = io.WriteString(feed, fmt.Sprintf(`{"timestamp":"2025-11-23T07:41:00.000Z","type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":%d}}`+"\n", long-1))
		feed.Close()
	}()
	rest, _ := io.ReadAll(shown)
	said += string(rest)
	if code := <-ended; code != 0 {
		t.Fatalf("exit code %d: %.200q", code, said)
	}
	before, after, again := strings.Cut(said, "\nThe rest of the file changes messages that are shown above. They are shown again, from 2 on.\n")
	if !again || strings.Contains(before, "no longer sent") || strings.Count(after, "no longer sent") != 2*long-2 {
		t.Errorf("shown again: %t, marked before: %d, after: %d", again, strings.Count(before, "no longer sent"), strings.Count(after, "no longer sent"))
	}
	if got := numbers(after); !strings.HasPrefix(got, "2 3 4 5 6 ") || !strings.HasSuffix(got, " 198 199") {
		t.Errorf("after: %s", got)
	}
	if !strings.Contains(before, "codex 0.50.0 · /harbour · from 2025-11-23 07:40 UTC · totals at the end\n") ||
		!strings.HasSuffix(after, "\n2025-11-23 07:40 to 07:41 UTC · 100 questions · 100 answers\n") {
		t.Errorf("%.200q … %q", said, after[len(after)-200:])
	}
}

// Of a long input, each message is shown once, in order, in a session as in a
// document.
func TestShowLongInputs(t *testing.T) {
	const long = 100
	text := strings.Repeat(strings.Repeat("tide", 15)+" ", 820)
	var doc strings.Builder
	doc.WriteString(`{"convo":1,"title":"Tides","messages":[`)
	for i := range long {
		if i > 0 {
			doc.WriteString(",")
		}
		fmt.Fprintf(&doc, "\n"+`{"role":"user","content":"question %d"},{"role":"assistant","content":[{"type":"text","text":"answer ]}\" %d %s"}]}`, i, i, text)
	}
	doc.WriteString("]}\n")
	var want []string
	for i := range 2 * long {
		want = append(want, fmt.Sprint(i))
	}
	for name, input := range map[string]string{"session": rolloutHead + turns(0, long, "\\u001b[31m"+text), "document": doc.String()} {
		file := filepath.Join(t.TempDir(), "in")
		if err := os.WriteFile(file, []byte(input), 0o600); err != nil {
			t.Fatal(err)
		}
		p, stdout, stderr := frametest.Program(t)
		equip(p)
		p.Stdout.Terminal = true
		p.Args = []string{"show", "--no-pager", "--color", "never", file}
		if code := p.Run(); code != 0 {
			t.Fatal(stderr())
		}
		if got := numbers(stdout()); got != strings.Join(want, " ") {
			t.Errorf("%s: %s", name, got)
		}
		if shown := stdout(); strings.Contains(shown, "\x1b") || !strings.Contains(shown, "totals at the end") {
			t.Errorf("%s: %.300q", name, shown)
		}
	}
}

// What is shown early of a long conversation is what is shown of the whole: runs of notes,
// results with their calls, heads that say only what changes.
func TestShownEarlyIsTheSame(t *testing.T) {
	text := strings.Repeat(strings.Repeat("tide", 15)+" ", 660)
	var doc strings.Builder
	doc.WriteString(`{"convo":1,"title":"Tides","messages":[`)
	for i := range 100 {
		if i > 0 {
			doc.WriteString(",")
		}
		fmt.Fprintf(&doc, `{"role":"custom","customType":"a.mode","data":{}},{"role":"user","injected":true,"content":"sea"},
{"role":"user","timestamp":%d,"content":"question %d"},
{"role":"assistant","model":"m-%d","content":[{"type":"text","text":"%s"},{"type":"toolCall","id":"c%d","name":"Bash","arguments":{"command":"ls"}}]},
{"role":"custom","customType":"a.mode","data":{}},
{"role":"toolResult","toolCallId":"c%d","content":"%s"},
{"role":"custom","customType":"a.mode","data":{}},
{"role":"assistant","model":"m-%d","content":"answer"}`, 1763883600000+i*7_000_000, i, i/7, text, i, i, text, i/7)
	}
	doc.WriteString("]}\n")
	file := filepath.Join(t.TempDir(), "in.json")
	if err := os.WriteFile(file, []byte(doc.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, terminal := range []bool{true, false} {
		var bodies []string
		for _, args := range [][]string{{"show", "--no-pager", "--color", "never", file}, {"show", "--no-pager", "--color", "never", "--last", "100000", file}} {
			shown := shownOnTerminal(t, terminal, args...)
			_, body, _ := strings.Cut(shown, "\n\n")
			if early := strings.Contains(shown, "totals at the end"); early == (len(args) > 5) {
				t.Errorf("%q: shown early: %t", args, early)
			}
			if at := strings.LastIndex(body, "\n\n─"); at >= 0 { // the totals are at the end
				body = body[:at+1]
			}
			bodies = append(bodies, body)
		}
		if bodies[0] != bodies[1] || len(bodies[0]) < 100*len(text) || !strings.Contains(bodies[0], " 2 notes of the program: mode ×2") {
			t.Errorf("terminal %t: %d and %d bytes: %.600q", terminal, len(bodies[0]), len(bodies[1]), bodies[0])
		}
	}
}
