package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"convo/scripts/must"
)

// key is planted in the environment and must never come out again.
const key = "sk-planted-0123456789-secret"

// attack is the state of all rounds.
type attack struct {
	convo, dir string
	verbose    bool
	codes      []int // that the documentation explains
	rand       *rand.Rand
	usual      time.Duration // of a bulk

	mu                                      sync.Mutex
	found                                   map[string]int
	kills, midway, servers, documents, runs int
}

// run is a call of convo and what came of it.
type run struct {
	args   []string
	stdin  string
	env    []string
	limit  time.Duration // after which it counts as hanging
	stdout bytes.Buffer
	stderr bytes.Buffer
	code   int
	took   time.Duration
	hung   bool
}

// command makes the process of a run.
func (a *attack) command(ctx context.Context, r *run) *exec.Cmd {
	cmd := exec.CommandContext(ctx, a.convo, r.args...)
	cmd.Dir = a.dir
	cmd.Env = append([]string{
		"HOME=" + filepath.Join(a.dir, "home"), "TMPDIR=" + filepath.Join(a.dir, "tmp"), "PATH=" + a.dir,
		"OPENAI_API_KEY=" + key, "ANTHROPIC_API_KEY=" + key, "GEMINI_API_KEY=" + key, "DEEPSEEK_API_KEY=" + key,
	}, r.env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(r.stdin), &r.stdout, &r.stderr
	return cmd
}

// do runs convo and judges what every run must keep to.
func (a *attack) do(name string, r *run) {
	r.limit = cmp.Or(r.limit, 20*time.Second)
	ctx, cancel := context.WithTimeout(context.Background(), r.limit)
	defer cancel()
	begun := time.Now()
	cmd := a.command(ctx, r)
	err := cmd.Run()
	r.took, r.hung = time.Since(begun), ctx.Err() != nil
	r.code = cmd.ProcessState.ExitCode()
	var exit *exec.ExitError
	a.tellIf(err != nil && !errors.As(err, &exit) && !r.hung, name, r, "does not run: "+fmt.Sprint(err))
	a.judge(name, r)
}

// judge reports what no run may do.
func (a *attack) judge(name string, r *run) {
	a.mu.Lock()
	a.runs++
	a.mu.Unlock()
	if a.verbose {
		fmt.Printf("%s: %q: %d in %v: %.120q\n", name, r.args, r.code, r.took.Round(time.Millisecond), r.stderr.String())
	}
	both := r.stdout.String() + r.stderr.String()
	switch {
	case r.hung:
		a.tell(name, r, "hangs")
	case r.code == 70 || strings.Contains(r.stderr.String(), "goroutine ") || strings.Contains(r.stderr.String(), "fatal error:"):
		a.tell(name, r, "panics")
	case !slices.Contains(a.codes, r.code):
		a.tell(name, r, fmt.Sprintf("ends with the code %d, which no page explains", r.code))
	case r.code != 0 && r.stderr.Len() == 0 && (r.stdout.Len() == 0 || !slices.Contains([]string{"detect", "validate"}, r.args[0])):
		a.tell(name, r, fmt.Sprintf("fails with %d and says nothing", r.code))
	}
	a.tellIf(leaks(both), name, r, "shows the key")
}

var escapes = regexp.MustCompile(`\\u00([0-9a-fA-F]{2})`)

var base64Text = regexp.MustCompile(`[A-Za-z0-9+/]{16,}`)

// leaks reports whether a text has a part of the key that is long enough to
// be of use, as it is, escaped or in base64.
func leaks(text string) bool {
	plain := escapes.ReplaceAllStringFunc(text, func(s string) string {
		n, _ := strconv.ParseUint(s[4:], 16, 8)
		return string(rune(n))
	})
	const part = 12
	for i := len("sk-"); i+part <= len(key); i++ {
		if strings.Contains(plain, key[i:i+part]) {
			return true
		}
	}
	for _, text := range base64Text.FindAllString(plain, -1) {
		for from := range 4 {
			decoded, _ := base64.RawStdEncoding.DecodeString(text[min(from, len(text)):])
			if bytes.Contains(decoded, []byte(key[3:3+part])) {
				return true
			}
		}
	}
	return false
}

// tellIf prints a finding if something is wrong.
func (a *attack) tellIf(wrong bool, name string, r *run, what string) {
	if wrong {
		a.tell(name, r, what)
	}
}

// tell prints a finding, and at most three of a kind.
func (a *attack) tell(name string, r *run, what string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	kind := strings.Fields(name)[0] + " " + what
	if a.found[kind]++; a.found[kind] > 3 {
		return
	}
	fmt.Printf("FOUND %s: convo %s: %s\n", name, strings.Join(r.args, " "), what)
	fmt.Printf("      exit code %d after %v\n", r.code, r.took.Round(time.Millisecond))
	for _, out := range []*bytes.Buffer{&r.stderr, &r.stdout} {
		if out.Len() > 0 {
			fmt.Printf("      %.400q\n", out.String())
		}
	}
}

// readCodes reads which exit codes are documented.
func (a *attack) readCodes() {
	out, err := exec.Command(a.convo, "help", "exit-codes").Output()
	must.FailIf(err != nil, "%s: %w (make build)", a.convo, err)
	for _, m := range regexp.MustCompile(`(?m)^ {2,4}(\d+) [a-z]+ `).FindAllSubmatch(out, -1) {
		code, _ := strconv.Atoi(string(m[1]))
		a.codes = append(a.codes, code)
	}
	must.FailIf(len(a.codes) < 10, "convo help exit-codes lists no codes")
}

// file writes a file below the directory and returns its name.
func (a *attack) file(name, text string) string {
	name = filepath.Join(a.dir, name)
	must.Do(os.MkdirAll(filepath.Dir(name), 0o700))
	must.Do(os.WriteFile(name, []byte(text), 0o600))
	return name
}
