package providers

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers/internal/protocol"
	"convo/providers/internal/wire"
)

// BatchServer is a server that takes batches, for one model.
//
// Sources: the API references of OpenAI (batch, files), Anthropic (message batches),
// Google (ai.google.dev/gemini-api/docs/batch-api) and Mistral (batch jobs, files).
type BatchServer struct {
	Call
	kind batchKind

	// Requests and Bytes are how much one batch may have.
	Requests, Bytes int
}

type batchKind int

const (
	openAIBatches batchKind = iota
	mistralBatches
	anthropicBatches
	geminiBatches
)

// BatchJob is a batch as its server describes it.
type BatchJob struct {
	ID, State string // in the server's words
	Ended     bool   // nothing more will come
	Failed    string // why the whole batch failed; "": it did not
	Total     int64  // requests in it; 0: unknown
	Done      int64  // that have an answer or an error
	Name      string // that it was created with; "": the server keeps none
	Created   string // as the server says it

	files []string // with results
}

// Batches is the server that takes batches for a model. Google takes up to 20 MB in
// one request; more would need its file service.
func (c *Endpoint) Batches() *BatchServer {
	b := &BatchServer{Call: *c.Call(), kind: openAIBatches, Requests: 50_000, Bytes: 200e6}
	switch {
	case c.Provider == "mistral":
		b.kind, b.Requests, b.Bytes = mistralBatches, 1_000_000, 500e6
	case c.Protocol.Format == "anthropic":
		b.kind, b.Requests, b.Bytes = anthropicBatches, 100_000, 256e6
	case c.Protocol.Format == "gemini":
		b.kind, b.Requests, b.Bytes = geminiBatches, 1_000_000, 20e6
	}
	return b
}

// Line is a request of a batch, on one line.
func (b *BatchServer) Line(id string, body []byte) []byte {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	switch b.kind {
	case geminiBatches:
		w.RawField("request", conv.Raw(body))
		w.ObjectField("metadata")
		w.Field("key", id)
		w.EndObject()
	default:
		w.Field("custom_id", id)
		key := "body"
		switch b.kind {
		case openAIBatches:
			w.Field("method", "POST")
			w.Field("url", b.endpoint())
		case anthropicBatches:
			key = "params"
		}
		w.RawField(key, conv.Raw(body))
	}
	w.EndObject()
	w.Text("\n")
	return bytes.Clone(w.Bytes())
}

func (b *BatchServer) endpoint() string {
	if b.Protocol.Format == "openai-responses" {
		return "/v1/responses"
	}
	return "/v1/chat/completions"
}

// TakesFiles reports whether requests are uploaded before a batch is made of them.
func (b *BatchServer) TakesFiles() bool { return b.kind == openAIBatches || b.kind == mistralBatches }

// KeepsNames reports whether a batch can be found by the name it was created with.
func (b *BatchServer) KeepsNames() bool { return b.kind != anthropicBatches }

// Upload uploads requests and returns the id of the file. An upload that is repeated
// costs nothing.
func (b *BatchServer) Upload(ctx context.Context, x Exchange, name string, lines []byte) (string, error) {
	const boundary = "convo-part-of-a-form-5b1d09c2"
	var form bytes.Buffer
	part := func(head string) {
		form.WriteString("--" + boundary + "\r\nContent-Disposition: form-data; " + head + "\r\n\r\n")
	}
	part(`name="purpose"`)
	form.WriteString("batch\r\n")
	part(`name="file"; filename="` + name + ".jsonl\"\r\nContent-Type: application/jsonl")
	form.Write(lines)
	form.WriteString("\r\n--" + boundary + "--\r\n")
	answer, err := b.ask(ctx, x, "POST", "/files", form.Bytes(), "multipart/form-data; boundary="+boundary)
	return b.idIn(answer, err)
}

// Create makes a batch of requests: of an uploaded file, or of lines. A call that
// fails may have made it all the same: see Find.
func (b *BatchServer) Create(ctx context.Context, x Exchange, name, file string, lines []byte) (string, error) {
	w := rawjson.NewWriter(nil)
	w.BeginObject()
	path := "/batches"
	switch b.kind {
	case openAIBatches:
		w.Field("input_file_id", file)
		w.Field("endpoint", b.endpoint())
		w.Field("completion_window", "24h")
	case mistralBatches:
		path = "/batch/jobs"
		w.StringsField("input_files", []string{file})
		w.Field("endpoint", b.endpoint())
		w.Field("model", b.Model)
	case anthropicBatches:
		path = "/v1/messages/batches"
		b.list(w, "requests", lines)
	case geminiBatches:
		path = "/{model}:batchGenerateContent"
		w.ObjectField("batch")
		w.Field("displayName", name)
		w.ObjectField("inputConfig")
		w.ObjectField("requests")
		b.list(w, "requests", lines)
		w.EndObject()
		w.EndObject()
		w.EndObject()
	}
	if b.TakesFiles() {
		w.ObjectField("metadata")
		w.Field("convo", name)
		w.EndObject()
	}
	w.EndObject()
	answer, err := b.ask(ctx, x, "POST", path, w.Bytes(), "application/json")
	return b.idIn(answer, err)
}

func (b *BatchServer) list(w *rawjson.Writer, key string, lines []byte) {
	w.ArrayField(key)
	for line := range bytes.Lines(lines) {
		w.Raw(conv.Raw(bytes.TrimSpace(line)))
	}
	w.EndArray()
}

func (b *BatchServer) idIn(answer conv.Raw, err error) (string, error) {
	id := cmp.Or(answer.Lookup("id").Text(), answer.Lookup("name").Text())
	if err == nil && id == "" {
		err = errors.New("the answer of the server has no id")
	}
	return id, err
}

// Jobs yields the batches of the account, newest first, until yield returns false.
func (b *BatchServer) Jobs(ctx context.Context, x Exchange, yield func(BatchJob) bool) error {
	path, list, next := "/batches?limit=100", "data", "after"
	switch b.kind {
	case mistralBatches:
		path, next = "/batch/jobs?page_size=100", "page"
	case anthropicBatches:
		path, next = "/v1/messages/batches?limit=100", "after_id"
	case geminiBatches:
		path, list, next = "/batches?pageSize=100", "operations", "pageToken"
	}
	const most = 1000 // pages, of a server that repeats itself
	page := path
	for n := 1; n < most; n++ {
		answer, err := b.ask(ctx, x, "GET", page, nil, "")
		if err != nil {
			return err
		}
		last, count := "", 0
		for raw := range answer.Lookup(list).Elements {
			job := b.job(raw)
			last = job.ID
			if count++; !yield(job) {
				return nil
			}
		}
		switch more := answer.Lookup("nextPageToken").Text(); {
		case b.kind == geminiBatches && more != "":
			last = more
		case b.kind == geminiBatches, count == 0, b.kind != mistralBatches && answer.Lookup("has_more") != "true":
			return nil
		case b.kind == mistralBatches:
			last = strconv.Itoa(n)
		}
		page = path + "&" + next + "=" + url.QueryEscape(last)
	}
	return nil
}

// Job asks for a batch.
func (b *BatchServer) Job(ctx context.Context, x Exchange, id string) (BatchJob, error) {
	answer, err := b.ask(ctx, x, "GET", b.jobPath(id), nil, "")
	return b.job(answer), err
}

// Cancel asks the server to end a batch. What is answered by then stays.
func (b *BatchServer) Cancel(ctx context.Context, x Exchange, id string) error {
	end := "/cancel"
	if b.kind == geminiBatches {
		end = ":cancel"
	}
	_, err := b.ask(ctx, x, "POST", b.jobPath(id)+end, []byte("{}"), "application/json")
	return err
}

func (b *BatchServer) jobPath(id string) string {
	base := "/batches/"
	switch b.kind {
	case mistralBatches:
		base = "/batch/jobs/"
	case anthropicBatches:
		base = "/v1/messages/batches/"
	}
	return base + url.PathEscape(strings.TrimPrefix(id, "batches/"))
}

// job reads a batch.
func (b *BatchServer) job(raw conv.Raw) BatchJob {
	number := func(path string) int64 {
		n, _ := conv.Number(strings.Trim(string(raw.Lookup(path)), `"`)).Int()
		return n
	}
	j := BatchJob{ID: raw.Lookup("id").Text(), State: raw.Lookup("status").Text(), Name: raw.Lookup("metadata.convo").Text()}
	files := []string{"output_file_id", "error_file_id"}
	over := []string{"completed", "failed", "expired", "cancelled", "SUCCESS", "FAILED", "TIMEOUT_EXCEEDED", "CANCELLED"}
	switch b.kind {
	case openAIBatches:
		j.Total, j.Done = number("request_counts.total"), number("request_counts.completed")+number("request_counts.failed")
		if j.State == "failed" {
			j.Failed = cmp.Or(raw.Lookup("errors.data.0.message").Text(), j.State)
		}
	case mistralBatches:
		files = []string{"output_file", "error_file"}
		j.Total, j.Done = number("total_requests"), number("completed_requests")
		if j.State == "FAILED" {
			j.Failed = cmp.Or(raw.Lookup("errors.0.message").Text(), j.State)
		}
	case anthropicBatches:
		j.State, j.Created = raw.Lookup("processing_status").Text(), raw.Lookup("created_at").Text()
		for _, key := range []string{"succeeded", "errored", "canceled", "expired"} {
			j.Done = rawjson.Sum(j.Done, number("request_counts."+key))
		}
		j.Total = rawjson.Sum(j.Done, number("request_counts.processing"))
		over = []string{"ended"}
	case geminiBatches:
		j.ID, j.Name, j.State = raw.Lookup("name").Text(), raw.Lookup("metadata.displayName").Text(), raw.Lookup("metadata.state").Text()
		j.Total = number("metadata.batchStats.requestCount")
		j.Done = max(j.Total-number("metadata.batchStats.pendingRequestCount"), 0)
		j.Failed = raw.Lookup("error.message").Text()
		over = []string{raw.Lookup("metadata.state").Text()}
		for _, going := range []string{"PENDING", "RUNNING", "UNSPECIFIED"} {
			if strings.HasSuffix(j.State, going) || j.State == "" {
				over = nil
			}
		}
		if raw.Lookup("done") == "true" {
			over = []string{j.State}
		}
	}
	j.Ended = slices.Contains(over, j.State)
	for _, key := range files {
		if id := raw.Lookup(key).Text(); id != "" && b.TakesFiles() {
			j.files = append(j.files, id)
		}
	}
	return j
}

// The statuses of requests that no server answered.
const (
	statusRefused = 400
	statusTooLate = 408 // also a canceled one: it can be asked again
)

func (b *BatchServer) result(raw conv.Raw, pass func(id string, status int, body conv.Raw) error) error {
	id, inError := raw.Lookup("custom_id").Text(), func(error conv.Raw) conv.Raw { return `{"error":` + error + `}` }
	switch b.kind {
	case geminiBatches:
		id = raw.Lookup("metadata.key").Text()
		if body := raw.Lookup("response"); body != "" {
			return pass(id, 200, body)
		}
		status, _ := conv.Number(raw.Lookup("error.code")).Int()
		if status < 400 || status > 599 { // a code of gRPC
			status = statusRefused
		}
		return pass(id, int(status), inError(cmp.Or(raw.Lookup("error"), "null")))
	case anthropicBatches:
		switch word := raw.Lookup("result.type").Text(); word {
		case "succeeded":
			return pass(id, 200, raw.Lookup("result.message"))
		case "errored":
			return pass(id, statusRefused, raw.Lookup("result.error"))
		default:
			return pass(id, statusTooLate, inError(rawjson.Quoted(resultPrefix+word)))
		}
	default:
		if body := raw.Lookup("response.body"); body != "" {
			status, _ := conv.Number(raw.Lookup("response.status_code")).Int()
			return pass(id, int(cmp.Or(status, 200)), body)
		}
		status := statusRefused
		if code := raw.Lookup("error.code").Text(); code == "batch_expired" || code == "batch_cancelled" {
			status = statusTooLate
		}
		return pass(id, status, inError(cmp.Or(raw.Lookup("error"), "null")))
	}
}

func (b *BatchServer) ask(ctx context.Context, x Exchange, method, path string, body []byte, kind string) (conv.Raw, error) {
	text, err := b.text(ctx, x, method, path, body, kind)
	if err != nil {
		return "", err
	}
	c := rawjson.NewCursor(text)
	if raw := c.Raw(); c.End() == nil {
		return raw, nil
	}
	return "", errors.New("the answer is not JSON: is the base URL right?")
}

// text asks the server, and returns its answer.
func (b *BatchServer) text(ctx context.Context, x Exchange, method, path string, body []byte, kind string) ([]byte, error) {
	answer, err := b.open(ctx, x, method, path, body, kind)
	if err != nil {
		return nil, err
	}
	defer answer.Close()
	return io.ReadAll(answer)
}

// open asks the server. The answer must be closed.
func (b *BatchServer) open(ctx context.Context, x Exchange, method, path string, body []byte, kind string) (io.ReadCloser, error) {
	p := *b.Protocol
	p.Path = path
	address, err := p.Address(b.BaseURL, b.Model, false)
	if err != nil {
		return nil, err
	}
	r := b.to(method, address)
	r.Streamed = method == "GET" // it may be long
	if body != nil {
		r.Body = body
		r.Header.Set("Content-Type", kind)
	}
	resp, err := x.Do(ctx, r)
	if err != nil {
		return nil, err
	}
	if resp.Status >= 400 {
		defer resp.Body.Close()
		return nil, failed(resp, r.Private())
	}
	return resp.Body, nil
}

// to is a request to a server, with the key and what the vendor demands.
func (call *Call) to(method, address string) *wire.Request {
	r := &wire.Request{
		Method: method, URL: address, PlainText: call.PlainText, Header: wire.Header{},
		Final: func(status int, body []byte) bool {
			switch protocol.ReadFailure(status, body).Kind {
			case protocol.Credit, protocol.Overflow:
				return true
			}
			return false
		},
	}
	for _, h := range slices.Concat(call.Protocol.Header, call.Header) {
		r.Header.Set(h.Name, h.Value)
	}
	if call.Key != "" {
		auth := cmp.Or(call.Auth, call.Protocol.Auth)
		r.Header.Set(auth.Name, auth.Value+call.Key)
		r.Secrets = []string{call.Key}
	}
	return r
}
