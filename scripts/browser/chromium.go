package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"convo/scripts/must"
)

// patience is how long a browser may take for one answer.
const patience = 60 * time.Second

// chromium is a browser without a window, which is told what to do through a pipe
// (https://chromedevtools.github.io/devtools-protocol/).
type chromium struct {
	cmd     *exec.Cmd
	dir     string
	in      io.WriteCloser
	session string

	mu      sync.Mutex
	last    int
	waiting map[int]chan answer
	events  []event
	came    chan struct{} // something came
}

type answer struct {
	Result json.RawMessage
	Error  *struct{ Message string }
}

type event struct {
	Method string
	Params json.RawMessage
}

// programs are the names of the browser on systems.
var programs = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}

// findChromium is the program, "" if there is none. CHROMIUM names another.
func findChromium() string {
	for _, name := range append([]string{os.Getenv("CHROMIUM")}, programs...) {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

func start(program string) *chromium {
	dir := must.Get(os.MkdirTemp("", "convo-browser-"))
	readOrders, orders, err := os.Pipe()
	must.Do(err)
	answers, writeAnswers, err := os.Pipe()
	must.Do(err)
	args := []string{
		"--headless=new", "--remote-debugging-pipe", "--user-data-dir=" + dir, "--disable-gpu", "--hide-scrollbars", "--no-first-run",
		"--disable-extensions", "--disable-background-networking", "--disable-sync", "--force-device-scale-factor=1", "--font-render-hinting=none",
	}
	if os.Getuid() == 0 {
		args = append(args, "--no-sandbox") // it refuses to run as root with one
	}
	c := &chromium{dir: dir, in: orders, waiting: map[int]chan answer{}, came: make(chan struct{}, 1)}
	c.cmd = exec.Command(program, append(args, "about:blank")...)
	c.cmd.Env = append(os.Environ(), "TZ=UTC") // pages show the time of where they are read
	c.cmd.ExtraFiles = []*os.File{readOrders, writeAnswers}
	must.Do(c.cmd.Start())
	readOrders.Close()
	writeAnswers.Close()
	go c.listen(answers)
	c.open()
	return c
}

func (c *chromium) close() {
	c.in.Close()
	_ = c.cmd.Process.Kill()
	_ = c.cmd.Wait()
	os.RemoveAll(c.dir)
}

// open makes a page and asks for all that happens in it.
func (c *chromium) open() {
	var target struct{ TargetID string }
	c.do("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	c.do("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	c.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network", "Log", "DOM"} {
		c.do(domain+".enable", nil, nil)
	}
}

// listen takes what comes, each a JSON text with a zero byte behind it.
func (c *chromium) listen(r io.Reader) {
	lines := bufio.NewReaderSize(r, 1<<20)
	for {
		text, err := lines.ReadBytes(0)
		if err != nil {
			return
		}
		var m struct {
			ID int
			answer
			event
		}
		if json.Unmarshal(text[:len(text)-1], &m) != nil {
			continue
		}
		c.mu.Lock()
		if wait := c.waiting[m.ID]; m.ID != 0 && wait != nil {
			delete(c.waiting, m.ID)
			wait <- m.answer
		} else if m.Method != "" {
			c.events = append(c.events, m.event)
		}
		c.mu.Unlock()
		select {
		case c.came <- struct{}{}:
		default:
		}
	}
}

// do gives an order and waits for the answer.
func (c *chromium) do(method string, params map[string]any, into any) {
	wait := make(chan answer, 1)
	c.mu.Lock()
	c.last++
	order := map[string]any{"id": c.last, "method": method}
	c.waiting[c.last] = wait
	c.mu.Unlock()
	if params != nil {
		order["params"] = params
	}
	if c.session != "" {
		order["sessionId"] = c.session
	}
	text := must.Get(json.Marshal(order))
	must.Get(c.in.Write(append(text, 0)))
	select {
	case got := <-wait:
		if got.Error != nil {
			must.Fail("%s: %s", method, got.Error.Message)
		}
		if into != nil {
			must.Do(json.Unmarshal(got.Result, into))
		}
	case <-time.After(patience):
		must.Fail("%s: no answer within %v", method, patience)
	}
}

// await waits for an event.
func (c *chromium) await(method string) {
	limit := time.After(patience)
	for {
		c.mu.Lock()
		here := slices.ContainsFunc(c.events, func(e event) bool { return e.Method == method })
		c.mu.Unlock()
		if here {
			return
		}
		select {
		case <-c.came:
		case <-limit:
			must.Fail("no %s within %v", method, patience)
		}
	}
}

// visit opens an address and waits until all of it is there.
func (c *chromium) visit(address string) {
	c.mu.Lock()
	c.events = nil
	c.mu.Unlock()
	c.do("Page.navigate", map[string]any{"url": address}, nil)
	c.await("Page.loadEventFired")
}

// eval runs a script in the page and takes its value.
func (c *chromium) eval(script string, into any) {
	var out struct {
		Result struct {
			Value       json.RawMessage
			Description string
		}
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	c.do("Runtime.evaluate", map[string]any{"expression": script, "returnByValue": true, "awaitPromise": true}, &out)
	if e := out.ExceptionDetails; e != nil {
		must.Fail("the script of the test: %s %s", e.Text, e.Exception.Description)
	}
	if into != nil {
		must.Do(json.Unmarshal(out.Result.Value, into))
	}
}

// troubles are what a page must not do: say something on the console, fail, ask
// for anything, or open a dialog.
func (c *chromium) troubles(address string) (all []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.events {
		switch e.Method {
		case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded", "Page.javascriptDialogOpening", "Page.windowOpen", "Page.downloadWillBegin":
			all = append(all, e.Method+" "+string(e.Params))
		case "Network.requestWillBeSent":
			var sent struct{ Request struct{ URL string } }
			_ = json.Unmarshal(e.Params, &sent)
			url, _, _ := strings.Cut(sent.Request.URL, "#")
			if url != address && !strings.HasPrefix(url, "data:") {
				all = append(all, "asks for "+url)
			}
		}
	}
	return all
}
