package chat

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/commands/internal/prices"
	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
	"convo/providers/catalog"
)

// batch is the batches of a receipt, and the requests or answers in them.
type batch struct {
	p        *frame.Program
	r        *reply
	endpoint *providers.Endpoint
	server   *providers.BatchServer
	receipt  *receipt

	seen    map[[sha256.Size / 2]byte]int32 // how many conversations are alike so far, by what they say
	lines   *os.File                        // the requests
	size    int64                           // of lines
	filling []byte                          // the requests of the last batch
	count   int                             // how many those are

	over    error // of the first request that could cost too much
	answers batchAnswers
}

// newBatch reads the flags that all commands about batches share.
func newBatch(p *frame.Program, flags *frame.Flags) (*batch, error) {
	plan, err := pipe.ReadCallPlan(p, flags)
	if err != nil {
		return nil, err
	}
	r, err := newReply(p, flags, plan)
	if err != nil {
		return nil, err
	}
	if r.tape != nil {
		return nil, frame.UsageError("batches cannot be recorded or replayed").WithHint("unset CONVO_CASSETTE")
	}
	r.streamed, r.budget.batch, r.budget.watched = false, true, true
	b := &batch{p: p, r: r, seen: map[[sha256.Size / 2]byte]int32{}}
	r.batch = b
	return b, nil
}

// open finds the server of the model that is asked.
func (b *batch) open() error {
	all, err := b.r.asked.callees(&conv.Conversation{})
	if err != nil {
		return aboutCall(nil, err)
	}
	b.endpoint = all[0]
	if b.endpoint.Own != nil {
		return frame.UsageError("%s takes no batches", b.endpoint.Model)
	}
	b.server = b.endpoint.Batches()
	b.server.PlainText = b.r.insecure
	return nil
}

// unlock reads the key, before the first call.
func (b *batch) unlock() error {
	if err := b.p.Online("no server can be asked"); err != nil {
		return err
	}
	key, err := b.r.keys.of(b.endpoint)
	if err != nil {
		return err
	}
	b.server.Key = key.text
	return nil
}

// Files are large: a server has some time for one.
const (
	batchTime   = 10 * time.Minute
	mostResults = 64 << 30
)

// exchange is how the server is asked. A call that may not be repeated is made once.
func (b *batch) exchange(once bool) providers.Exchange {
	client := b.r.client(b.endpoint)
	client.Whole, client.Event, client.Answer = batchTime, mostResults, mostResults
	if once {
		client.Retries = 0
	}
	return client
}

// failure is why the server did not do what it was asked for.
func (b *batch) failure(err error) error {
	return b.r.failure(b.endpoint, &conv.Conversation{}, err)
}

// idOf is the id of the request for a conversation. Conversations that are alike have
// ids of their own.
func (b *batch) idOf(base *conv.Conversation) string {
	w := rawjson.NewWriter(nil)
	w.Respell = true
	conv.Native.Write(w, base)
	digest := digestOf(w.Bytes())
	key := idKey(digest)
	b.seen[key]++
	return b.receipt.name + "-" + digest + "-" + strconv.Itoa(int(b.seen[key]))
}

// add adds the request for a conversation.
func (b *batch) add(base *conv.Conversation, asked *providers.Prepared) error {
	line := b.server.Line(b.idOf(base), asked.Call.Body(asked.Sent))
	if len(line) > b.server.Bytes {
		return &frame.Failure{Code: frame.ExitInvalid, What: "the request is longer than a batch of " + b.endpoint.Where() + " may be"}
	}
	if b.count == b.server.Requests || len(b.filling)+len(line) > b.server.Bytes {
		if err := b.fill(); err != nil {
			return err
		}
	}
	b.filling = append(b.filling, line...)
	b.count++
	return nil
}

// fill ends a batch, and keeps its requests.
func (b *batch) fill() error {
	if b.count == 0 {
		return nil
	}
	if _, err := b.lines.Write(b.filling); err != nil {
		return &frame.Failure{Code: frame.ExitOther, What: "the requests cannot be kept: " + err.Error()}
	}
	from := b.size
	b.size += int64(len(b.filling))
	b.receipt.batches = append(b.receipt.batches, sentBatch{requests: b.count, digest: digestOf(b.filling), from: from, to: b.size})
	b.filling, b.count = b.filling[:0], 0
	return nil
}

// Submit is convo batch submit: it sends conversations as batches.
func Submit(p *frame.Program, flags *frame.Flags) error {
	name := flags.String("output")
	if err := errors.Join(p.Apart(), p.ApartFrom(flags.Args().Slice(), false)); err != nil {
		return err
	}
	b, err := newBatch(p, flags)
	if err != nil {
		return err
	}
	switch {
	case name == "" || frame.IsStdout(name):
		return frame.UsageError("name the receipt: -o FILE")
	case !flags.IsSet("model"):
		return frame.UsageError("name the model: -m VENDOR/MODEL")
	}
	if err := b.open(); err != nil {
		return err
	}
	unlock, err := p.LockBeside(name)
	if err != nil {
		return err
	}
	defer unlock()
	b.receipt = &receipt{file: name, name: newName(), model: flags.String("model"), protocol: b.endpoint.Protocol.Format, server: catalog.Shown(b.endpoint.BaseURL)}
	_, missing := os.Stat(name)
	before, err := readReceipt(name)
	switch {
	case err == nil:
		b.receipt.name = before.name
	case !errors.Is(missing, fs.ErrNotExist):
		return err
	}
	if err := b.gather(flags); err != nil {
		return err
	}
	if b.r.budget.most != nil {
		p.Note("%s may cost %s at the prices of batches", frame.Plural(b.requests(), "request"), prices.Rounded(b.r.budget.held))
	}
	if before != nil {
		if err := b.goOn(before); err != nil {
			return err
		}
	}
	return b.send()
}

// gather makes the requests of all conversations. Nothing is sent.
func (b *batch) gather(flags *frame.Flags) error {
	r := b.r
	r.dryRun, r.tools = "batch", nil
	if err := r.bulk(); err != nil {
		return err
	}
	inputs, err := b.p.Inputs(flags.Args().Slice(), flags.Bool("no-input"))
	if err != nil {
		return err
	}
	if err := r.chooseView(flags, pipe.Targets{}); err != nil {
		return err
	}
	if err := r.complete(); err != nil {
		return err
	}
	if b.lines, err = os.CreateTemp("", "convo-batch-"); err != nil {
		return &frame.Failure{Code: frame.ExitOther, What: err.Error()}
	}
	_ = os.Remove(b.lines.Name()) // it lives as long as it is open
	r.pipe.Output.Raw = io.Discard
	if err := r.pipe.All(nil, inputs); err != nil {
		return err
	}
	if b.over != nil {
		return b.over
	}
	if err := b.fill(); err != nil {
		return err
	}
	if len(b.receipt.batches) == 0 {
		return &frame.Failure{Code: frame.ExitUnreadable, What: "no conversation to submit"}
	}
	return nil
}

// requests is how many requests there are.
func (b *batch) requests() (n int) {
	for i := range b.receipt.batches {
		n += b.receipt.batches[i].requests
	}
	return n
}

// goOn takes what an earlier run has done. It refuses other requests: they need a
// receipt of their own.
func (b *batch) goOn(before *receipt) error {
	same := len(before.batches) == len(b.receipt.batches) && before.model == b.receipt.model && before.server == b.receipt.server
	for i := range b.receipt.batches {
		if !same || before.batches[i].digest != b.receipt.batches[i].digest {
			f := &frame.Failure{Code: frame.ExitUsage, File: before.file, What: "is the receipt of other requests"}
			return f.WithHint("repeat the command that wrote it, or name another receipt with -o")
		}
		now, was := &b.receipt.batches[i], before.batches[i]
		now.file, now.sent, now.id = was.file, was.sent, was.id
	}
	return nil
}

// send uploads what is not uploaded, and makes the batches that are not made.
func (b *batch) send() error {
	if err := b.unlock(); err != nil {
		return err
	}
	if err := b.receipt.save(b.p); err != nil {
		return err
	}
	ctx, signal, end := b.p.UntilSignal()
	defer end()
	for i := range b.receipt.batches {
		err := b.sendOne(ctx, i)
		if got := signal(); got != nil {
			return frame.Interruption(got)
		}
		if err != nil {
			f := *frame.AsFailure(err)
			return f.WithHint("%s", strings.TrimPrefix(f.Hint+"\nrepeat the command to go on: nothing is sent twice", "\n"))
		}
	}
	b.p.Note("%s submitted; batches: %d", frame.Plural(b.requests(), "request"), len(b.receipt.batches))
	if n := b.r.pipe.Failed.Count; n > 0 {
		return &frame.Failure{Code: frame.ExitPartial, What: frame.Plural(n, "conversation") + " failed; the others were submitted"}
	}
	return nil
}

// sendOne makes one batch. Once the receipt says that the server was asked for it,
// it is only made again if the server does not have it.
func (b *batch) sendOne(ctx context.Context, i int) error {
	s := &b.receipt.batches[i]
	if s.id != "" {
		return nil
	}
	name := b.receipt.name + "-" + strconv.Itoa(i+1)
	if s.sent != "" {
		if err := b.find(ctx, name, s); err != nil || s.id != "" {
			return err
		}
	}
	lines := make([]byte, s.to-s.from)
	if _, err := b.lines.ReadAt(lines, s.from); err != nil {
		return &frame.Failure{Code: frame.ExitOther, What: err.Error()}
	}
	if b.server.TakesFiles() && s.file == "" {
		file, err := b.server.Upload(ctx, b.exchange(false), name, lines)
		if err != nil {
			return b.failure(err)
		}
		if s.file = file; b.receipt.save(b.p) != nil {
			return b.receipt.save(b.p)
		}
	}
	if s.sent == "" {
		s.sent = time.Now().UTC().Format(time.RFC3339)
		if err := b.receipt.save(b.p); err != nil {
			return err
		}
	}
	id, err := b.server.Create(ctx, b.exchange(true), name, s.file, lines)
	if err != nil {
		return b.failure(err)
	}
	s.id = id
	return b.receipt.save(b.p)
}

// find looks for a batch that the server may have made: by its name or, where the
// server keeps none, by its time and its number of requests.
func (b *batch) find(ctx context.Context, name string, s *sentBatch) error {
	const apart = 10 * time.Minute // of two clocks
	sent, _ := time.Parse(time.RFC3339, s.sent)
	var alike []providers.BatchJob
	err := b.server.Jobs(ctx, b.exchange(false), func(j providers.BatchJob) bool {
		if b.server.KeepsNames() {
			if j.Name == name {
				s.id = j.ID
			}
			return s.id == ""
		}
		made, err := time.Parse(time.RFC3339, j.Created)
		if err == nil && made.Before(sent.Add(-apart)) {
			return false // those that follow are older
		}
		known := slices.ContainsFunc(b.receipt.batches, func(own sentBatch) bool { return own.id == j.ID })
		if j.Total == int64(s.requests) && !known {
			alike = append(alike, j)
		}
		return true
	})
	if err != nil {
		return b.failure(err)
	}
	for _, j := range alike {
		switch own, err := b.isOurs(ctx, j); {
		case err != nil:
			return err
		case own:
			s.id = j.ID
		}
	}
	if s.id != "" {
		return b.receipt.save(b.p)
	}
	return nil
}

// isOurs reports whether a batch without a name has our requests. Only its results
// show that.
func (b *batch) isOurs(ctx context.Context, j providers.BatchJob) (own bool, err error) {
	if !j.Ended {
		f := &frame.Failure{Code: frame.ExitTemporary, What: "batch " + j.ID + " may be one that an interrupted run has made: its results will tell"}
		return false, f.WithHint("wait until it has ended")
	}
	err = b.server.Results(ctx, b.exchange(false), j, func(id string, _ int, _ conv.Raw) error {
		if own = strings.HasPrefix(id, b.receipt.name+"-"); own {
			return io.EOF // one is enough
		}
		return nil
	})
	if own || err == nil {
		return own, nil
	}
	return false, b.failure(err)
}

// atBatchPrice is an answer that says it came in a batch, which sets its price.
func atBatchPrice(m *conv.AssistantMessage, family string) *conv.AssistantMessage {
	if m == nil || m.Usage == nil {
		return m
	}
	if t, _ := catalog.TermsOf(m); t.Percent < 100 {
		return m
	}
	key := "service_tier"
	if family == "gemini" {
		key = "serviceTier"
	}
	own, usage := *m, *m.Usage
	usage.Extensions = usage.Extensions.Clone()
	usage.Extensions.Set(family, key, `"batch"`)
	own.Usage = &usage
	return &own
}
