package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"convo/scripts/must"
)

// A server takes from least to most for each answer when many are asked for at once,
// and sends it in some pieces.
const (
	leastDelay = 100 * time.Millisecond
	mostDelay  = 500 * time.Millisecond
	pieces     = 5
)

// reply measures answers of a server on this machine: the processor's time against a
// Go program that sends lines as they are, the time of many at once against what the
// server's delay allows, and their memory.
func (b *bench) reply() {
	file := b.generated("questions.jsonl", "-n", strconv.Itoa(b.replies), "questions")
	few := int64(0) // bytes
	b.served("0", func(url string) {
		runs := medians(max(b.rounds/2, 1), b.asks(url, 8, file), b.floor(url, 8, file))
		each := float64(runs[0].cpu.Microseconds()) / float64(b.replies)
		what := fmt.Sprintf("reply -j 8, %d answers: CPU time against a Go floor (%.0f µs each)", b.replies, each)
		b.atMost(what, cpuRatio(runs[0], runs[1]), 2, "%.2f×")
		few = runs[0].peak
	})
	file = b.generated("some.jsonl", "-n", strconv.Itoa(b.replies/2), "questions")
	b.served("slow", func(url string) {
		for _, jobs := range []int{256, 512} {
			u := measure(b.asks(url, jobs, file))
			ideal := shortest(b.replies/2, jobs).Seconds()
			what := fmt.Sprintf("reply -j %d, answers in %v to %v: time against %.1f s", jobs, leastDelay, mostDelay, ideal)
			bar := 1.1
			if jobs > 256 {
				bar = 1.5
			}
			b.atMost(what, u.wall.Seconds()/ideal, bar, "%.2f×")
			what = fmt.Sprintf("reply -j %d: memory of each further answer on its way", jobs)
			b.atMost(what, max(float64(u.peak-few), 0)/1e3/float64(jobs-8), 200, "%.0f kB")
			if jobs > 256 {
				continue
			}
			floor := measure(b.floor(url, jobs, file))
			b.atMost(fmt.Sprintf("reply -j %d: CPU time against a Go floor", jobs), cpuRatio(u, floor), 2, "%.2f×")
		}
	})
}

// floor is a program that does the least: see ask.
func (b *bench) floor(url string, jobs int, file string) program {
	self := must.Get(os.Executable())
	return program{args: []string{self, "-helper", "ask", url + "/chat/completions", strconv.Itoa(jobs), file}}
}

func (b *bench) asks(url string, jobs int, file string) program {
	return program{args: []string{
		b.convo, "reply", "-q", "-m", "bench", "--base-url", url, "--protocol", "openai-chat",
		"-f", "openai-chat", "-j", strconv.Itoa(jobs), file,
	}}
}

// served runs something while a server in another process answers.
func (b *bench) served(how string, do func(url string)) {
	self := must.Get(os.Executable())
	server := exec.Command(self, "-helper", "serve", how)
	out := must.Get(server.StdoutPipe())
	must.Do(server.Start())
	defer func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	}()
	url, err := bufio.NewReader(out).ReadString('\n')
	must.FailIf(err != nil, "no server: %w", err)
	do(strings.TrimSpace(url))
}

// delayOf is how long the nth answer takes. Each delay comes as often as any other.
func delayOf(n int64) time.Duration {
	const steps = 101
	return leastDelay + (mostDelay-leastDelay)*time.Duration(n*37%steps)/(steps-1)
}

// shortest is the time of so many answers if nothing else takes time, and each begins
// as soon as one of the jobs has nothing to do.
func shortest(answers, jobs int) time.Duration {
	ends := make([]time.Duration, jobs)
	for n := range answers {
		first := slices.Index(ends, slices.Min(ends))
		ends[first] += delayOf(int64(n + 1))
	}
	return slices.Max(ends)
}

// serve is the helper that answers every request until it is killed: at once, or as
// slowly as a model. It first prints its URL.
func serve(args []string) {
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))
	fmt.Printf("http://%s/v1\n", listener.Addr())
	events := strings.SplitAfter(streamed, "\n\n")
	var asked atomic.Int64
	answer := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		if args[0] != "slow" {
			_, _ = io.WriteString(w, streamed)
			return
		}
		delay := delayOf(asked.Add(1))
		for part := range slices.Chunk(events, (len(events)+pieces-1)/pieces) {
			time.Sleep(delay / pieces)
			_, _ = io.WriteString(w, strings.Join(part, ""))
			w.(http.Flusher).Flush()
		}
	}
	must.Do(http.Serve(listener, http.HandlerFunc(answer)))
}

// streamed is an answer in the pieces in which servers send it.
var streamed = func() string {
	const chunk = `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1772000000,"model":"bench","choices":[{"index":0,"delta":{%s},"finish_reason":%s}]}` + "\n\n"
	var b strings.Builder
	fmt.Fprintf(&b, chunk, `"role":"assistant","content":""`, "null")
	for _, word := range strings.Fields("High water is at a quarter past six in the morning and again before seven in the evening") {
		fmt.Fprintf(&b, chunk, fmt.Sprintf(`"content":" %s"`, word), "null")
	}
	fmt.Fprintf(&b, chunk, "", `"stop"`)
	b.WriteString(`data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1772000000,"model":"bench","choices":[],"usage":{"prompt_tokens":120,"completion_tokens":18,"total_tokens":138}}` + "\n\ndata: [DONE]\n\n")
	return b.String()
}()

// ask is the helper that does the least: it posts each line of a file, and
// writes the line and the answer.
func ask(args []string) {
	url, file := args[0], args[2]
	jobs := must.Get(strconv.Atoi(args[1]))
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: jobs}}
	questions, failures := make(chan []byte), make(chan error, jobs)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			err := must.Try(func() {
				for line := range questions {
					post(client, url, line)
				}
			})
			if err != nil {
				failures <- err
			}
		})
	}
	err := must.Try(func() {
		eachLine(file, func(line []byte) {
			select {
			case questions <- bytes.Clone(line):
			case err := <-failures:
				must.Do(err)
			}
		})
	})
	close(questions)
	workers.Wait()
	select {
	case failed := <-failures:
		err = errors.Join(err, failed)
	default:
	}
	must.Do(err)
}

func post(client *http.Client, url string, line []byte) {
	response := must.Get(client.Post(url, "application/json", bytes.NewReader(line)))
	defer response.Body.Close()
	answer := must.Get(io.ReadAll(response.Body))
	must.Get(os.Stdout.Write(append(append(line, '\n'), answer...)))
}
