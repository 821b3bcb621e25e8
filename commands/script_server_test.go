package commands

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// scriptedServer answers each request with the next part of a file, and the
// last part to all that follow. Parts are separated by lines of ===. In a
// part, lines that begin with # are orders, and others are sent as they are,
// those before an empty line together:
//
//	#status 429           before the first line that is sent
//	#header Name: value
//	#until FILE TEXT      wait until a file of the script holds a text
//	#cut                  break the connection
//	#ping                 send comments until the client is gone
//	#hold                 say that we hold, and wait until the client is gone
//
// What was asked is written to request-1, request-2 and so on.
type scriptedServer struct {
	parts []string
	asked atomic.Int32
	dir   string
	holds chan string // what was sent last before each hold
}

// servers are those of the scripts that run.
var servers sync.Map

// scriptServe is the command: serve FILE sets $SERVER to the address.
func scriptServe(ts *testscript.TestScript, neg bool, args []string) {
	s := &scriptedServer{parts: strings.Split(ts.ReadFile(args[0]), "===\n"), dir: ts.MkAbs("."), holds: make(chan string, 8)}
	server := httptest.NewServer(s)
	ts.Defer(server.Close)
	ts.Setenv("SERVER", server.URL)
	servers.Store(ts, s)
}

func (s *scriptedServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := int(s.asked.Add(1))
	body, _ := io.ReadAll(r.Body)
	var asked bytes.Buffer
	fmt.Fprintf(&asked, "%s %s\n", r.Method, r.URL)
	_ = r.Header.Write(&asked)
	fmt.Fprintf(&asked, "\n%s\n", body)
	if err := os.WriteFile(fmt.Sprint(s.dir, "/request-", n), bytes.ReplaceAll(asked.Bytes(), []byte("\r\n"), []byte("\n")), 0o666); err != nil {
		panic(err)
	}
	var event, sent string
	send := func() {
		if event != "" {
			_, _ = io.WriteString(w, event)
			w.(http.Flusher).Flush()
			event, sent = "", strings.TrimSpace(event)
		}
	}
	for line := range strings.Lines(s.parts[min(n, len(s.parts))-1]) {
		order, isOrder := strings.CutPrefix(line, "#")
		if !isOrder {
			if event += line; line == "\n" {
				send()
			}
			continue
		}
		send()
		s.obey(strings.TrimSpace(order), sent, w, r)
	}
	send()
}

func (s *scriptedServer) obey(order, sent string, w http.ResponseWriter, r *http.Request) {
	verb, rest, _ := strings.Cut(order, " ")
	switch verb {
	case "status":
		code, _ := strconv.Atoi(rest)
		w.WriteHeader(code)
	case "header":
		name, value, _ := strings.Cut(rest, ": ")
		w.Header().Set(name, value)
	case "until":
		file, text, _ := strings.Cut(rest, " ")
		for {
			if data, err := os.ReadFile(s.dir + "/" + file); err == nil && bytes.Contains(data, []byte(text)) || r.Context().Err() != nil {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	case "cut":
		panic(http.ErrAbortHandler)
	case "ping":
		for r.Context().Err() == nil {
			_, _ = io.WriteString(w, ": ping\n\n")
			w.(http.Flusher).Flush()
			time.Sleep(10 * time.Millisecond)
		}
	case "hold":
		s.holds <- sent
		<-r.Context().Done()
	default:
		panic("no such order: " + order)
	}
}

// scriptSignal is the command: signal NAME CODE PROGRAM ARG… runs a program,
// sends it a signal when the server holds, and checks its exit code. Its
// output goes to the files out and err. If the server has sent something, the
// program must run with -vv: the signal is sent when it has read that. With
// NAME@FILE, the signal is sent when FILE is there.
func scriptSignal(ts *testscript.TestScript, neg bool, args []string) {
	name, file, isFile := strings.Cut(args[0], "@")
	signal := map[string]os.Signal{"INT": os.Interrupt, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP, "QUIT": syscall.SIGQUIT}[name]
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	path, err := exec.LookPath(args[2])
	ts.Check(err)
	cmd := exec.Command(path, args[3:]...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = os.Environ()
	for _, name := range []string{"PATH", "OPENAI_API_KEY", "OPENAI_BASE_URL", "CONVO_MODEL"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	var stdout bytes.Buffer
	var stderr heard
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	ended := make(chan struct{})
	ready := func() {
		for {
			if _, err := os.Stat(ts.MkAbs(file)); err == nil {
				time.Sleep(200 * time.Millisecond) // what made the file ends
				return
			}
			select {
			case <-ended:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}
	if !isFile {
		found, _ := servers.Load(ts)
		s := found.(*scriptedServer)
		for len(s.holds) > 0 { // by what ran before
			<-s.holds
		}
		ready = func() {
			select {
			case sent := <-s.holds:
				stderr.wait(sent, ended)
			case <-ended:
			}
		}
	}
	ts.Check(cmd.Start())
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	ready()
	_ = cmd.Process.Signal(signal)
	<-ended
	ts.Check(os.WriteFile(ts.MkAbs("out"), stdout.Bytes(), 0o666))
	ts.Check(os.WriteFile(ts.MkAbs("err"), []byte(stderr.String()), 0o666))
	if got := cmd.ProcessState.ExitCode(); got != want {
		ts.Fatalf("exit code is %d, want %d\n%s", got, want, &stderr)
	}
}
