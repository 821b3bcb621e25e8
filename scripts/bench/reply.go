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
	"strconv"
	"strings"
	"sync"
	"time"
)

// serverDelay is how long a server thinks about each answer when many are asked for
// at once.
const serverDelay = 400 * time.Millisecond

const manyJobs = 512

// reply measures answers of a server on this machine: the processor's time
// against a Go program that sends lines as they are, and the time of many at
// once against what the server's delay allows.
func (b *bench) reply() error {
	file, err := b.generated("questions.jsonl", "-n", strconv.Itoa(b.replies), "questions")
	if err != nil {
		return err
	}
	err = b.served(0, func(url string) error {
		self, err := os.Executable()
		if err != nil {
			return err
		}
		floor := program{args: []string{self, "-helper", "ask", url + "/chat/completions", "8", file}}
		runs, err := medians(max(b.rounds/2, 1), b.asks(url, 8, file), floor)
		if err != nil {
			return err
		}
		each := float64(runs[0].cpu.Microseconds()) / float64(b.replies)
		what := fmt.Sprintf("reply -j 8, %d answers: CPU time against a Go floor (%.0f µs each)", b.replies, each)
		b.atMost(what, cpuRatio(runs[0], runs[1]), 2, "%.2f×")
		return nil
	})
	if err != nil {
		return err
	}
	return b.served(serverDelay, func(url string) error {
		u, err := measure(b.asks(url, manyJobs, file))
		if err != nil {
			return err
		}
		turns := (b.replies + manyJobs - 1) / manyJobs
		ideal := float64(turns) * serverDelay.Seconds()
		what := fmt.Sprintf("reply -j %d, answers after %v: time against %.1f s", manyJobs, serverDelay, ideal)
		b.atMost(what, u.wall.Seconds()/ideal, 1.5, "%.2f×")
		return nil
	})
}

func (b *bench) asks(url string, jobs int, file string) program {
	return program{args: []string{
		b.convo, "reply", "-q", "-m", "bench", "--base-url", url, "--protocol", "openai-chat",
		"-f", "openai-chat", "-j", strconv.Itoa(jobs), file,
	}}
}

// served runs something while a server in another process answers.
func (b *bench) served(delay time.Duration, do func(url string) error) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	server := exec.Command(self, "-helper", "serve", delay.String())
	out, err := server.StdoutPipe()
	if err != nil {
		return err
	}
	if err := server.Start(); err != nil {
		return err
	}
	defer func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	}()
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return fmt.Errorf("no server: %w", err)
	}
	return do(strings.TrimSpace(url))
}

// serve is the helper that answers every request, after a delay, until it is
// killed. It first prints its URL.
func serve(args []string) error {
	delay, err := time.ParseDuration(args[0])
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/v1\n", listener.Addr())
	return http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		time.Sleep(delay)
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, streamed)
	}))
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
func ask(args []string) error {
	url, file := args[0], args[2]
	jobs, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: jobs}}
	questions, failures := make(chan []byte), make(chan error, jobs)
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			for line := range questions {
				if err := post(client, url, line); err != nil {
					failures <- err
					return
				}
			}
		})
	}
	err = eachLine(file, func(line []byte) error {
		select {
		case questions <- bytes.Clone(line):
			return nil
		case err := <-failures:
			return err
		}
	})
	close(questions)
	workers.Wait()
	select {
	case failed := <-failures:
		err = errors.Join(err, failed)
	default:
	}
	return err
}

func post(client *http.Client, url string, line []byte) error {
	response, err := client.Post(url, "application/json", bytes.NewReader(line))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(append(line, answer...))
	return err
}
