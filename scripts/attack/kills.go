package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// questions is how many a bulk has.
const questions = 12

// bulk is a piece of work that is killed and begun again until it is done.
type bulk struct {
	*attack
	name            string
	dir             string
	target, journal string // the file that is written; "": no journal
	args            []string
	inPlace         bool
	asked           atomic.Int64
	before          string // the questions
}

// killAll kills convo n times, in several bulks.
func (a *attack) killAll(n int) {
	for i := 0; n > 0; i++ {
		b := a.newBulk(i)
		chain := 1 + a.rand.IntN(min(5, n))
		n -= chain
		b.attackIn(chain)
		os.RemoveAll(b.dir)
	}
}

func (a *attack) newBulk(i int) *bulk {
	dir := filepath.Join(a.dir, fmt.Sprint("bulk-", i))
	b := &bulk{attack: a, dir: dir, name: fmt.Sprintf("kill %d", i), inPlace: i%2 == 1}
	var lines strings.Builder
	for q := range questions {
		fmt.Fprintf(&lines, `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"question %d."}]}]}`+"\n", q)
	}
	b.before = lines.String()
	in := a.file(fmt.Sprintf("bulk-%d/in.jsonl", i), b.before)
	b.args = []string{"reply", "-q", "-j", fmt.Sprint(1 + a.rand.IntN(4)), "--retry", "0", "-m", "deepseek/deepseek-chat"}
	if b.target = in; b.inPlace {
		b.args = append(b.args, "-i", in)
	} else {
		b.target = filepath.Join(dir, "out.jsonl")
		b.args = append(b.args, "-o", b.target, in)
	}
	if i%4 < 3 { // the others have no journal: they begin anew
		b.journal = filepath.Join(dir, "run.journal")
		b.args = append(b.args, "--resume", b.journal)
	}
	return b
}

var question = regexp.MustCompile(`question \d+\.`)

// ServeHTTP answers as a server that takes its time.
func (b *bulk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.asked.Add(1)
	body, _ := io.ReadAll(r.Body)
	pause := func() { time.Sleep(time.Duration(rand.IntN(4000)) * time.Microsecond) }
	w.Header().Set("Content-Type", "text/event-stream")
	for _, part := range []string{"answer to ", question.FindString(string(body)), ""} {
		end := "null"
		if part == "" {
			end = `"stop"`
		}
		fmt.Fprintf(w, `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":%q},"finish_reason":%s}]}`+"\n\n", part, end)
		w.(http.Flusher).Flush()
		pause()
	}
	io.WriteString(w, "data: [DONE]\n\n")
}

var killers = []os.Signal{syscall.SIGKILL, syscall.SIGKILL, syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP}

// attackIn kills a bulk some times and then lets it end.
func (b *bulk) attackIn(kills int) {
	server := httptest.NewServer(b)
	defer server.Close()
	env := []string{"DEEPSEEK_BASE_URL=" + server.URL + "/v1"}
	usual := b.took(env)
	for range kills {
		saved := b.saved()
		b.asked.Store(0)
		r := &run{args: b.args, env: env}
		signal := killers[b.rand.IntN(len(killers))]
		b.killed(r, signal, time.Duration(b.rand.Int64N(int64(usual))))
		b.whole(r, fmt.Sprintf("after %v ", signal))
		b.askedAgain(r, saved)
	}
	saved, done := b.saved(), b.answered()
	b.age()
	b.asked.Store(0)
	last := &run{args: b.args, env: env}
	b.do(b.name, last)
	b.askedAgain(last, saved)
	b.tellIf(last.code != 0 && !(b.inPlace && done == questions && last.code == 2), b.name, last, "does not come to an end after kills")
	if got := b.answered(); got != questions {
		b.tell(b.name, last, fmt.Sprintf("has %d of %d answers in the end", got, questions))
	}
	b.leftovers(last)
}

// took is how long the whole work takes if nobody is killed.
func (b *bulk) took(env []string) time.Duration {
	if b.usual == 0 {
		r := &run{args: []string{"reply", "-q", "-m", "deepseek/deepseek-chat"}, stdin: b.before, env: env}
		b.do(b.name, r)
		b.usual = r.took
	}
	return b.usual
}

// killed starts a run and kills it after a while.
func (b *bulk) killed(r *run, signal os.Signal, after time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	cmd := b.command(ctx, r)
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		b.tell(b.name, r, err.Error())
		return
	}
	time.AfterFunc(after, func() { _ = cmd.Process.Signal(signal) })
	_ = cmd.Wait()
	r.took, r.code, r.hung = time.Since(begun), cmd.ProcessState.ExitCode(), ctx.Err() != nil
	b.kills++
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if ok && status.Signaled() || r.code == 130 || r.code == 143 {
		b.midway++
	}
	switch {
	case r.hung:
		b.tell(b.name, r, "does not end after a signal")
	case leaks(r.stderr.String() + r.stdout.String()):
		b.tell(b.name, r, "shows the key")
	case r.code == 70:
		b.tell(b.name, r, "panics")
	}
}

// whole reports a file that is torn or that lacks a question. A file that is
// edited in place always has all of them.
func (b *bulk) whole(r *run, when string) {
	text, err := os.ReadFile(b.target)
	if os.IsNotExist(err) && !b.inPlace {
		return
	}
	if err != nil {
		b.tell(b.name, r, when+"the file is gone: "+err.Error())
		return
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for _, line := range lines {
		if !json.Valid([]byte(line)) || !strings.HasSuffix(string(text), "\n") {
			b.tell(b.name, r, when+"the file is torn")
			return
		}
	}
	b.tellIf(b.inPlace && len(lines) != questions, b.name, r, fmt.Sprintf("%sthe file has %d of %d conversations", when, len(lines), questions))
}

// answered counts the lines that have the answer to their own question.
func (b *bulk) answered() (n int) {
	text, _ := os.ReadFile(b.target)
	for q, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if strings.Count(line, fmt.Sprintf(`"text":"answer to question %d."`, q)) == 1 && strings.Count(line, `"role":"assistant"`) == 1 {
			n++
		}
	}
	return n
}

// saved counts the answers that the journal has.
func (b *bulk) saved() int {
	text, _ := os.ReadFile(b.journal)
	var have []string
	for line := range strings.Lines(string(text)) {
		var entry struct{ Of string }
		if strings.HasSuffix(line, "\n") && strings.Contains(line, `"stopReason":"stop"`) && json.Unmarshal([]byte(line), &entry) == nil && !slices.Contains(have, entry.Of) {
			have = append(have, entry.Of)
		}
	}
	return len(have)
}

// askedAgain reports answers that were saved and yet lost.
func (b *bulk) askedAgain(r *run, saved int) {
	if asked := int(b.asked.Load()); b.journal != "" && asked > questions-saved {
		b.tell(b.name, r, fmt.Sprintf("asks %d times although %d of %d answers are saved", asked, saved, questions))
	}
}

// age makes the files that killed runs left look as old as those must be that
// a later run removes: a minute.
func (b *bulk) age() {
	left, _ := filepath.Glob(filepath.Join(b.dir, ".*"))
	old := time.Now().Add(-2 * time.Minute)
	for _, name := range left {
		_ = os.Chtimes(name, old, old)
	}
}

// leftovers reports files that nobody asked for. Without a journal, the answers
// before a signal are set aside.
func (b *bulk) leftovers(r *run) {
	wanted := []string{"in.jsonl", "out.jsonl", "run.journal"}
	aside := filepath.Base(b.target) + ".partial"
	for _, dir := range []string{b.dir, filepath.Join(b.attack.dir, "tmp")} {
		entries, _ := os.ReadDir(dir)
		for _, e := range entries {
			b.tellIf(!slices.Contains(wanted, e.Name()) && (b.journal != "" || !strings.HasPrefix(e.Name(), aside)), b.name, r, "leaves a file behind, such as "+regexp.MustCompile(`\d+`).ReplaceAllString(e.Name(), "N"))
		}
	}
}
