package commands

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// batchVendor is a server that takes batches as one of the vendors documents it.
type batchVendor struct {
	name string // as in -m

	mu     sync.Mutex
	files  map[string]string // by id
	jobs   []*batchOfTest    // oldest first
	ended  bool              // what is made from now on
	change func(results []string) []string

	asked  int
	killAt int    // the request at which the client dies; 0: none
	how    string // before or after the server has taken it; half: half of its answer came; error: it does not say so
	kill   func() // ends the client
	first  func() // done at the first request
}

type batchOfTest struct {
	id, name string
	lines    []string
	canceled bool
}

var batchVendors = []struct{ name, model, base, key string }{
	{"openai-responses", "openai/gpt-5.4-mini", "/v1", "OPENAI_API_KEY"},
	{"openai-chat", "openai/gpt-5.4-mini", "/v1", "OPENAI_API_KEY"},
	{"anthropic", "anthropic/claude-sonnet-5", "", "ANTHROPIC_API_KEY"},
	{"gemini", "google/gemini-3.8-flash", "/v1beta", "GEMINI_API_KEY"},
	{"mistral", "mistral/mistral-medium-3.5", "/v1", "MISTRAL_API_KEY"},
}

func (v *batchVendor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	v.mu.Lock()
	if v.asked++; v.asked == 1 && v.first != nil {
		v.first()
	}
	dies := v.asked == v.killAt
	if dies && v.how == "before" {
		v.kill()
	} else {
		rec := httptest.NewRecorder()
		v.serve(rec, r, string(body))
		switch {
		case dies && v.how == "error":
			rec = httptest.NewRecorder()
			rec.Code = 500
		case dies && v.how == "after":
			v.kill()
		}
		w.Header().Set("Content-Type", "application/json")
		if dies && v.how == "half" {
			w.Header().Set("Content-Length", strconv.Itoa(rec.Body.Len()))
			_, _ = w.Write(rec.Body.Next(rec.Body.Len() / 2))
			w.(http.Flusher).Flush()
			v.kill()
		}
		if rec.Code != 200 {
			w.WriteHeader(rec.Code)
		}
		_, _ = w.Write(rec.Body.Bytes())
	}
	v.mu.Unlock()
}

// texts are the elements of a list in JSON, a line each.
func texts(list json.RawMessage) (all []string) {
	var raw []json.RawMessage
	_ = json.Unmarshal(list, &raw)
	for _, r := range raw {
		all = append(all, string(r))
	}
	return all
}

func (v *batchVendor) serve(w http.ResponseWriter, r *http.Request, body string) {
	if r.Header.Get("Authorization")+r.Header.Get("X-Api-Key")+r.Header.Get("X-Goog-Api-Key") == "" {
		w.WriteHeader(401)
		return
	}
	path := strings.TrimPrefix(r.URL.Path, "/v1beta")
	path = strings.TrimPrefix(path, "/v1")
	root := map[string]string{"anthropic": "/messages/batches", "mistral": "/batch/jobs"}[v.name]
	if root == "" {
		root = "/batches"
	}
	rest, isBatch := strings.CutPrefix(path, root)
	switch {
	case r.Method == "POST" && path == "/files":
		_, file, _ := strings.Cut(body, "application/jsonl\r\n\r\n")
		file, _, _ = strings.Cut(file, "\r\n--")
		id := fmt.Sprint("file-", len(v.files))
		v.files[id] = file
		fmt.Fprintf(w, `{"id":%q,"purpose":"batch"}`, id)
	case strings.HasPrefix(path, "/files/"):
		id := strings.Split(path, "/")[2]
		for _, j := range v.jobs {
			if "of-"+j.id == id {
				fmt.Fprint(w, strings.Join(v.results(j), "\n"))
			}
		}
	case r.Method == "POST" && (isBatch && rest == "" || strings.HasSuffix(path, ":batchGenerateContent")):
		v.create(w, body)
	case isBatch && rest == "" && r.Method == "GET":
		var all []string
		for _, j := range slices.Backward(v.jobs) {
			all = append(all, v.job(j))
		}
		list := map[string]string{"gemini": "operations"}[v.name]
		if list == "" {
			list = "data"
		}
		if r.URL.Query().Get("page") != "" {
			all = nil
		}
		fmt.Fprintf(w, `{%q:[%s],"has_more":false}`, list, strings.Join(all, ","))
	case isBatch:
		id, order := strings.TrimPrefix(rest, "/"), ""
		if at := strings.IndexAny(id, "/:"); at >= 0 {
			id, order = id[:at], id[at+1:]
		}
		for _, j := range v.jobs {
			if strings.TrimPrefix(j.id, "batches/") != id {
				continue
			}
			if j.canceled = j.canceled || order == "cancel"; order == "results" {
				fmt.Fprint(w, strings.Join(v.results(j), "\n"))
			} else {
				fmt.Fprint(w, v.job(j))
			}
			return
		}
		w.WriteHeader(404)
		fmt.Fprint(w, `{"error":{"message":"No batch found with that id"}}`)
	default:
		w.WriteHeader(404)
	}
}

func (v *batchVendor) create(w http.ResponseWriter, body string) {
	var b struct {
		Requests   json.RawMessage
		InputFile  string   `json:"input_file_id"`
		InputFiles []string `json:"input_files"`
		Metadata   map[string]string
		Batch      struct {
			DisplayName string
			InputConfig struct {
				Requests struct{ Requests json.RawMessage }
			}
		}
	}
	if err := json.Unmarshal([]byte(body), &b); err != nil {
		w.WriteHeader(400)
		return
	}
	j := &batchOfTest{id: fmt.Sprint("bj-", len(v.jobs)), name: b.Metadata["convo"]}
	switch v.name {
	case "anthropic":
		j.lines = texts(b.Requests)
	case "gemini":
		j.id, j.name, j.lines = "batches/"+j.id, b.Batch.DisplayName, texts(b.Batch.InputConfig.Requests.Requests)
	default:
		file := v.files[b.InputFile+strings.Join(b.InputFiles, "")]
		j.lines = strings.Split(strings.TrimSpace(file), "\n")
	}
	v.jobs = append(v.jobs, j)
	fmt.Fprint(w, v.job(j))
}

// job is a batch in the vendor's words.
func (v *batchVendor) job(j *batchOfTest) string {
	n, over := len(j.lines), v.ended || j.canceled
	word := func(going, ended string) string {
		if over {
			return ended
		}
		return going
	}
	switch v.name {
	case "anthropic":
		done := 0
		if over {
			done = n
		}
		return fmt.Sprintf(`{"id":%q,"type":"message_batch","processing_status":%q,"request_counts":{"processing":%d,"succeeded":%d,"errored":0,"canceled":0,"expired":0},"created_at":"2099-01-01T00:00:00Z"}`,
			j.id, word("in_progress", "ended"), n-done, done)
	case "gemini":
		end := ""
		if over {
			end = fmt.Sprintf(`,"done":true,"response":{"inlinedResponses":{"inlinedResponses":[%s]}}`, strings.Join(v.results(j), ","))
		}
		return fmt.Sprintf(`{"name":%q,"metadata":{"displayName":%q,"state":%q,"batchStats":{"requestCount":"%d"}}%s}`, j.id, j.name, word("BATCH_STATE_RUNNING", "BATCH_STATE_SUCCEEDED"), n, end)
	case "mistral":
		return fmt.Sprintf(`{"id":%q,"status":%q,"total_requests":%d,"metadata":{"convo":%q},"output_file":%q}`, j.id, word("RUNNING", "SUCCESS"), n, j.name, word("", "of-"+j.id))
	}
	return fmt.Sprintf(`{"id":%q,"object":"batch","status":%q,"request_counts":{"total":%d},"metadata":{"convo":%q},"output_file_id":%q}`, j.id, word("in_progress", "completed"), n, j.name, word("", "of-"+j.id))
}

// results answer each request with its question, in another order.
func (v *batchVendor) results(j *batchOfTest) (all []string) {
	for _, line := range slices.Backward(j.lines) {
		_, question, _ := strings.Cut(line, "question ")
		question, _, _ = strings.Cut(question, `"`)
		var id struct {
			CustomID string `json:"custom_id"`
			Metadata struct{ Key string }
		}
		_ = json.Unmarshal([]byte(line), &id)
		text := "answer " + question
		answer := fmt.Sprintf(`{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":%q},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":1000,"total_tokens":2000}}`, text)
		switch v.name {
		case "anthropic":
			all = append(all, fmt.Sprintf(`{"custom_id":%q,"result":{"type":"succeeded","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":%q}],"stop_reason":"end_turn","usage":{"input_tokens":1000,"output_tokens":1000,"service_tier":"batch"}}}}`, id.CustomID, text))
			continue
		case "gemini":
			all = append(all, fmt.Sprintf(`{"metadata":{"key":%q},"response":{"candidates":[{"content":{"role":"model","parts":[{"text":%q}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":1000,"candidatesTokenCount":1000,"totalTokenCount":2000}}}`, id.Metadata.Key, text))
			continue
		case "openai-responses":
			answer = fmt.Sprintf(`{"id":"r","object":"response","status":"completed","model":"m","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":%q}]}],"usage":{"input_tokens":1000,"output_tokens":1000,"total_tokens":2000}}`, text)
		}
		all = append(all, fmt.Sprintf(`{"id":"b","custom_id":%q,"response":{"status_code":200,"body":%s},"error":null}`, id.CustomID, answer))
	}
	if v.change != nil {
		return v.change(all)
	}
	return all
}

// batchDesk is where a test submits its conversations.
type batchDesk struct {
	t       *testing.T
	v       *batchVendor
	server  *httptest.Server
	model   []string
	dir, in string
	receipt string
	env     []string
	after   time.Duration // when convo is killed; 0: never
}

func newBatchDesk(t *testing.T, i, conversations int) *batchDesk {
	t.Helper()
	at := batchVendors[i]
	d := &batchDesk{t: t, v: &batchVendor{name: at.name, files: map[string]string{}}, dir: t.TempDir()}
	d.server = httptest.NewServer(d.v)
	t.Cleanup(d.server.Close)
	d.in, d.receipt = filepath.Join(d.dir, "in.jsonl"), filepath.Join(d.dir, "receipt.json")
	var lines strings.Builder
	for n := range conversations {
		fmt.Fprintf(&lines, `{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"question %d"}]}]}`+"\n", n)
	}
	if err := os.WriteFile(d.in, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	d.model = []string{"-m", at.model}
	if strings.HasPrefix(at.name, "openai") {
		d.model = append(d.model, "--protocol", at.name)
	}
	d.env = append(os.Environ(), at.key+"=secret-of-the-test", "HOME="+d.dir, "XDG_CONFIG_HOME="+d.dir)
	return d
}

// command is convo batch NAME.
func (d *batchDesk) command(name string, args ...string) *exec.Cmd {
	all := slices.Concat([]string{"batch", name}, args, []string{"--base-url", d.server.URL + batchVendors[slices.IndexFunc(batchVendors, func(v struct{ name, model, base, key string }) bool { return v.name == d.v.name })].base})
	cmd := exec.Command("convo", all...)
	cmd.Env = d.env
	return cmd
}

// run runs convo batch NAME.
func (d *batchDesk) run(name string, args ...string) (out, told string, code int) {
	d.t.Helper()
	cmd := d.command(name, args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	d.v.mu.Lock() // the server sees what the test has set, and later the test what the server has
	err := cmd.Start()
	d.v.kill = func() { _ = cmd.Process.Kill() }
	if d.after > 0 {
		time.AfterFunc(d.after, d.v.kill)
	}
	d.v.mu.Unlock()
	if err != nil {
		d.t.Fatal(err)
	}
	_ = cmd.Wait()
	d.v.mu.Lock()
	defer d.v.mu.Unlock()
	return stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
}

func (d *batchDesk) submit() (told string, code int) {
	_, told, code = d.run("submit", append(d.model, "-o", d.receipt, d.in)...)
	return told, code
}

// answers are the texts of the answers of a fetch, in order.
func (d *batchDesk) answers(args ...string) (answers []string, told string, code int) {
	out, told, code := d.run("fetch", append(args, "--receipt", d.receipt, d.in)...)
	for line := range strings.Lines(out) {
		_, text, _ := strings.Cut(line, `"text":"answer `)
		text, _, _ = strings.Cut(text, `"`)
		answers = append(answers, text)
	}
	return answers, told, code
}

// taken are the questions that the server was sent, in all batches.
func (d *batchDesk) taken() (all []string) {
	for _, j := range d.v.jobs {
		for _, line := range j.lines {
			_, question, _ := strings.Cut(line, "question ")
			question, _, _ = strings.Cut(question, `"`)
			all = append(all, question)
		}
	}
	slices.Sort(all)
	return all
}

// Conversations are submitted, waited for, fetched in their order, and canceled, at
// the server of each vendor. The price is that of batches.
func TestBatchesOfEachVendor(t *testing.T) {
	for i, vendor := range batchVendors {
		t.Run(vendor.name, func(t *testing.T) {
			d := newBatchDesk(t, i, 5)
			if told, code := d.submit(); code != 0 || !strings.Contains(told, "5 requests submitted") {
				t.Fatalf("submit: exit %d, %s", code, told)
			}
			if out, told, code := d.run("status", d.receipt); code != 0 || !strings.Contains(out, `"ended":false,"requests":5`) {
				t.Errorf("status: exit %d, %s%s", code, out, told)
			}
			if _, told, code := d.answers(); code != 75 || !strings.Contains(told, "has not ended") {
				t.Errorf("fetch before the end: exit %d, %s", code, told)
			}
			if _, told, code := d.run("wait", "--timeout", "20ms", "--every", "10ms", d.receipt); code != 75 || !strings.Contains(told, "1 of 1 batches have not ended") {
				t.Errorf("wait: exit %d, %s", code, told)
			}
			if out, told, code := d.run("cancel", d.receipt); code != 0 || !strings.Contains(out, `"ended":true`) {
				t.Errorf("cancel: exit %d, %s%s", code, out, told)
			}
			if out, told, code := d.run("wait", d.receipt); code != 0 || !strings.Contains(out, `"ended":true`) {
				t.Errorf("wait: exit %d, %s%s", code, out, told)
			}
			answers, told, code := d.answers()
			if got := strings.Join(answers, " "); code != 0 || got != "0 1 2 3 4" || !strings.Contains(told, "5 answers at the prices of batches: $") {
				t.Errorf("fetch: exit %d, %s, %s", code, got, told)
			}
			receipt, _ := os.ReadFile(d.receipt)
			if bytes.Contains(receipt, []byte("secret-of-the-test")) {
				t.Error("the key is in the receipt")
			}
		})
	}
}

// Whenever submit is killed, before or after the server has taken a request, or the
// server fails after it has taken it, the same command goes on, and in the end the server has each conversation once.
func TestBatchSubmitSurvivesKills(t *testing.T) {
	for i, vendor := range batchVendors {
		for n := 1; n <= 3; n++ {
			for _, how := range []string{"before", "after", "error"} {
				t.Run(fmt.Sprint(vendor.name, "/", n, "/", how), func(t *testing.T) {
					t.Parallel()
					d := newBatchDesk(t, i, 3)
					d.v.killAt, d.v.how = n, how
					_, first := d.submit()
					d.v.killAt = 0
					told, code := d.submit()
					if code == 75 && vendor.name == "anthropic" { // it cannot know yet whose the batch is
						d.v.ended = true
						told, code = d.submit()
					}
					if code != 0 {
						t.Fatalf("exit %d, %s", code, told)
					}
					if first == 0 && n == 1 && (how != "error" || !strings.HasPrefix(vendor.name, "openai") && vendor.name != "mistral") {
						t.Fatal("nothing went wrong")
					}
					if got := strings.Join(d.taken(), " "); got != "0 1 2" {
						t.Errorf("the server has %s", got)
					}
					d.v.ended = true
					if answers, told, code := d.answers(); code != 0 || strings.Join(answers, " ") != "0 1 2" {
						t.Errorf("fetch: exit %d, %q, %s", code, answers, told)
					}
				})
			}
		}
	}
}

var moments = flag.Int("moments", 51, "kill convo batch `N` times")

var anyTime = flag.Bool("any-time", false, "kill convo batch at random times, not at certain requests")

// Submit, wait and fetch are each killed at some request, or at any time. The same
// command goes on, no file is torn, and in the end each conversation has one answer.
func TestBatchesSurviveKills(t *testing.T) {
	seed := uint64(1)
	if *anyTime {
		seed = rand.Uint64()
		t.Logf("seed %d", seed)
	}
	for n := range (*moments + 2) / 3 {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(seed, uint64(n)))
			d := newBatchDesk(t, random.IntN(len(batchVendors)), 1+random.IntN(9))
			out := filepath.Join(d.dir, "out.jsonl")
			requests := map[string]int{"submit": 1, "wait": 1, "fetch": 2}
			if d.v.name == "mistral" || strings.HasPrefix(d.v.name, "openai") {
				requests["submit"] = 2
			}
			args := map[string][]string{"submit": append(d.model, "-o", d.receipt, d.in), "wait": {d.receipt}, "fetch": {"--receipt", d.receipt, "-o", out, d.in}}
			for _, step := range []string{"submit", "wait", "fetch"} {
				if *anyTime {
					d.after = 1 + time.Duration(random.Int64N(int64(100*time.Millisecond)))
				} else {
					d.v.killAt, d.v.how = d.v.asked+1+random.IntN(requests[step]), []string{"before", "half", "after"}[random.IntN(3)]
				}
				if _, told, code := d.run(step, args[step]...); code != -1 && !*anyTime {
					t.Fatalf("%s was not killed: exit %d, %s", step, code, told)
				}
				d.v.killAt, d.after, d.v.ended = 0, 0, step != "submit"
				_, told, code := d.run(step, args[step]...)
				if code == 75 && d.v.name == "anthropic" { // it cannot know yet whose the batch is
					d.v.ended = true
					_, told, code = d.run(step, args[step]...)
				}
				if code != 0 {
					t.Fatalf("%s after a kill: exit %d, %s", step, code, told)
				}
				d.v.ended = true
			}
			var want, got strings.Builder
			for i := range len(d.taken()) {
				fmt.Fprintln(&want, i)
			}
			text, _ := os.ReadFile(out)
			for line := range strings.Lines(string(text)) {
				_, answer, _ := strings.Cut(line, `"text":"answer `)
				answer, _, _ = strings.Cut(answer, `"`)
				fmt.Fprintln(&got, answer)
			}
			in, _ := os.ReadFile(d.in)
			if got.String() != want.String() || len(d.taken()) != bytes.Count(in, []byte("\n")) {
				t.Errorf("the server has %v, the answers are\n%s", d.taken(), got.String())
			}
		})
	}
}

// A submit that runs while another has the receipt waits for it, and then finds that
// all is done.
func TestBatchSubmitTwiceAtOnce(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no locks here")
	}
	d := newBatchDesk(t, 0, 3)
	var second *exec.Cmd
	first := make(chan string, 1) // what the second says first
	d.v.first = func() {
		second = d.command("submit", append(d.model, "-o", d.receipt, d.in)...)
		told, err := second.StderrPipe()
		if err == nil {
			err = second.Start()
		}
		if err != nil {
			first <- err.Error()
			return
		}
		in := bufio.NewReader(told)
		line, _ := in.ReadString('\n')
		first <- line
		go io.Copy(io.Discard, in)
	}
	if told, code := d.submit(); code != 0 {
		t.Fatalf("exit %d, %s", code, told)
	}
	if line := <-first; !strings.Contains(line, "waiting for another convo process") {
		t.Errorf("the second says %q", line)
	}
	if err := second.Wait(); err != nil {
		t.Errorf("the second: %v", err)
	}
	if got := strings.Join(d.taken(), " "); got != "0 1 2" {
		t.Errorf("the server has %s", got)
	}
	if left, _ := filepath.Glob(d.receipt + ".*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// Results that are missing, come twice or are of others are named, and cost no answer.
func TestBatchResultsThatDoNotFit(t *testing.T) {
	d := newBatchDesk(t, 1, 3)
	if told, code := d.submit(); code != 0 {
		t.Fatal(told)
	}
	d.v.ended = true
	d.v.change = func(all []string) []string {
		return []string{all[2], all[2], strings.Replace(all[1], `"custom_id":"`, `"custom_id":"other`, 1), all[0]}
	}
	answers, told, code := d.answers("--on-error", "skip")
	if code != 13 || strings.Join(answers, " ") != "0 2" {
		t.Errorf("exit %d, %q", code, answers)
	}
	for _, want := range []string{"has two results; the first counts", "is not of this receipt", "the batches have no result for the conversation"} {
		if !strings.Contains(told, want) {
			t.Errorf("%q is not in %s", want, told)
		}
	}
}

// A request that expired is an error that can be tried again, and the others are
// written.
func TestBatchThatExpired(t *testing.T) {
	d := newBatchDesk(t, 2, 2)
	if told, code := d.submit(); code != 0 {
		t.Fatal(told)
	}
	d.v.ended = true
	d.v.change = func(all []string) []string {
		id, _, _ := strings.Cut(all[0], `,"result"`)
		return []string{id + `,"result":{"type":"expired"}}`, all[1]}
	}
	answers, told, code := d.answers("--on-error", "skip")
	if code != 13 || strings.Join(answers, " ") != "0" || !strings.Contains(told, "result of the batch: expired") {
		t.Errorf("exit %d, %q, %s", code, answers, told)
	}
}

// A receipt that was edited, is of another account, of another server or of other
// conversations is refused, with what to do.
func TestReceiptsThatDoNotFit(t *testing.T) {
	d := newBatchDesk(t, 0, 2)
	if told, code := d.submit(); code != 0 {
		t.Fatal(told)
	}
	good, err := os.ReadFile(d.receipt)
	if err != nil {
		t.Fatal(err)
	}
	write := func(file string, text []byte) {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(d.receipt, bytes.Replace(good, []byte(`"requests":2`), []byte(`"requests":3`), 1))
	if _, told, code := d.run("status", d.receipt); code != 3 || !strings.Contains(told, "was changed after convo wrote it") {
		t.Errorf("edited: exit %d, %s", code, told)
	}
	write(d.receipt, []byte(`{"convo":1}`))
	if told, code := d.submit(); code != 3 || !strings.Contains(told, "is not a receipt") {
		t.Errorf("no receipt: exit %d, %s", code, told)
	}
	write(d.receipt, good)
	jobs := d.v.jobs
	d.v.jobs = nil
	if _, told, code := d.run("status", d.receipt); code != 11 || !strings.Contains(told, "is the key of the account that submitted the batch?") {
		t.Errorf("another account: exit %d, %s", code, told)
	}
	d.v.jobs = jobs
	write(d.in, []byte(`{"convo":1,"messages":[{"role":"user","content":[{"type":"text","text":"question 9"}]}]}`))
	if told, code := d.submit(); code != 2 || !strings.Contains(told, "is the receipt of other requests") {
		t.Errorf("other conversations: exit %d, %s", code, told)
	}
	cmd := exec.Command("convo", "batch", "status", d.receipt)
	cmd.Env = d.env
	if told, _ := cmd.CombinedOutput(); !strings.Contains(string(told), "--base-url "+d.server.URL+"/v1") {
		t.Errorf("another server: %s", told)
	}
}

// Nothing is uploaded if it could cost more than it may, and offline nothing is asked.
func TestBatchBudget(t *testing.T) {
	d := newBatchDesk(t, 2, 3)
	args := append(slices.Clone(d.model), "-o", d.receipt, "--max-tokens", "1000", d.in)
	if _, told, code := d.run("submit", append(args, "--max-usd", "0.000001")...); code != 8 || d.v.asked > 0 {
		t.Errorf("exit %d, %s", code, told)
	}
	d.env = append(d.env, "CONVO_OFFLINE=1")
	if _, told, code := d.run("submit", args...); code != 12 || d.v.asked > 0 {
		t.Errorf("offline: exit %d, %s", code, told)
	}
	if _, err := os.Stat(d.receipt); err == nil {
		t.Error("there is a receipt of nothing")
	}
	d.env[len(d.env)-1] = "CONVO_CASSETTE=tape.jsonl"
	if _, told, code := d.run("submit", args...); code != 2 || !strings.Contains(told, "unset CONVO_CASSETTE") {
		t.Errorf("cassette: exit %d, %s", code, told)
	}
	d.env = d.env[:len(d.env)-1]
	if _, told, code := d.run("submit", append(args, "--on-error", "skip", "--max-usd", "0.01")...); code != 8 || d.v.asked > 0 {
		t.Errorf("some are within the limit: exit %d, %s", code, told)
	}
	if _, told, code := d.run("submit", append(args, "--max-usd", "1")...); code != 0 || !strings.Contains(told, "3 requests may cost $") {
		t.Errorf("exit %d, %s", code, told)
	}
}
