package chat

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"convo/commands/internal/frame"
	"convo/commands/internal/prices"
	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
	"convo/providers/catalog"
)

// openReceipt finds the server of a receipt. The receipt names the model; where to ask
// comes from the catalog, the environment and flags alone.
func openReceipt(p *frame.Program, flags *frame.Flags, name string) (*batch, error) {
	b, err := newBatch(p, flags)
	if err != nil {
		return nil, err
	}
	if name == "" {
		return nil, frame.UsageError("name the receipt of convo batch submit")
	}
	if b.receipt, err = readReceipt(name); err != nil {
		return nil, err
	}
	b.r.asked.model, b.r.asked.protocol = b.receipt.model, b.receipt.protocol
	if err := b.open(); err != nil {
		return nil, err
	}
	if at := catalog.Shown(b.endpoint.BaseURL); at != b.receipt.server {
		f := &frame.Failure{Code: frame.ExitUsage, File: name, What: "the batches are at " + b.receipt.server + ", not at " + at}
		return nil, f.WithHint("name the server with --base-url %s", b.receipt.server)
	}
	return b, b.unlock()
}

// jobs asks for each batch of the receipt.
func (b *batch) jobs(ctx context.Context) ([]providers.BatchJob, error) {
	var all []providers.BatchJob
	for i := range b.receipt.batches {
		s := &b.receipt.batches[i]
		if s.id == "" {
			f := &frame.Failure{Code: frame.ExitUsage, File: b.receipt.file, What: fmt.Sprintf("batch %d is not submitted yet", i+1)}
			return nil, f.WithHint("repeat convo batch submit")
		}
		j, err := b.server.Job(ctx, b.exchange(false), s.id)
		if err != nil {
			f := *frame.AsFailure(b.failure(err))
			if f.Call != nil && f.Call.Status == 404 {
				f.Hint = "is the key of the account that submitted the batch?"
			}
			return nil, &f
		}
		j.Total = int64(s.requests)
		all = append(all, j)
	}
	return all, nil
}

// tell writes the state of each batch, a line each.
func (b *batch) tell(jobs []providers.BatchJob) error {
	w := rawjson.NewWriter(b.p.Stdout)
	for i := range jobs {
		j := &jobs[i]
		w.BeginObject()
		w.Field("id", j.ID)
		w.Field("state", j.State)
		w.BoolField("ended", j.Ended)
		w.IntField("requests", j.Total)
		w.IntField("done", j.Done)
		w.OptField("error", j.Failed)
		w.EndObject()
		w.Text("\n")
	}
	return w.Flush()
}

// BatchStatus is convo batch status.
func BatchStatus(p *frame.Program, flags *frame.Flags) error {
	return withJobs(p, flags, func(_ context.Context, b *batch, jobs []providers.BatchJob) error { return b.tell(jobs) })
}

// BatchCancel is convo batch cancel: it ends what has not ended.
func BatchCancel(p *frame.Program, flags *frame.Flags) error {
	return withJobs(p, flags, func(ctx context.Context, b *batch, jobs []providers.BatchJob) error {
		for i := range jobs {
			if jobs[i].Ended {
				continue
			}
			if err := b.server.Cancel(ctx, b.exchange(false), jobs[i].ID); err != nil {
				return b.failure(err)
			}
		}
		jobs, err := b.jobs(ctx)
		if err != nil {
			return err
		}
		return b.tell(jobs)
	})
}

// BatchWait is convo batch wait: it asks again, ever less often, until all have ended.
func BatchWait(p *frame.Program, flags *frame.Flags) error {
	most := flags.Timeout("timeout", 24*time.Hour)
	every := flags.Timeout("every", 10*time.Second)
	const longest = 5 * time.Minute
	return withJobs(p, flags, func(ctx context.Context, b *batch, jobs []providers.BatchJob) error {
		for began := time.Now(); ; every = min(every*3/2, max(longest, every)) {
			left := 0
			for i := range jobs {
				if !jobs[i].Ended {
					left++
				}
			}
			if left == 0 {
				return b.tell(jobs)
			}
			if time.Since(began)+every > most || ctx.Err() != nil {
				f := &frame.Failure{Code: frame.ExitTemporary, What: fmt.Sprintf("%d of %d batches have not ended", left, len(jobs))}
				return f.WithHint("wait again: convo batch wait %s", terminal.ShellFile(b.receipt.file))
			}
			pause(ctx, every)
			var err error
			if jobs, err = b.jobs(ctx); err != nil {
				return err
			}
		}
	})
}

// withJobs does something with the batches of the receipt that is the operand.
func withJobs(p *frame.Program, flags *frame.Flags, do func(context.Context, *batch, []providers.BatchJob) error) error {
	if flags.NArg() != 1 {
		return frame.UsageError("want one RECEIPT")
	}
	b, err := openReceipt(p, flags, flags.Args().First())
	if err != nil {
		return err
	}
	ctx, signal, end := p.UntilSignal()
	defer end()
	jobs, err := b.jobs(ctx)
	if err == nil {
		err = do(ctx, b, jobs)
	}
	if got := signal(); got != nil {
		return frame.Interruption(got)
	}
	return err
}

// BatchFetch is convo batch fetch: it appends the answers to the conversations, as
// convo reply does.
func BatchFetch(p *frame.Program, flags *frame.Flags) error {
	if err := errors.Join(p.Apart(), p.ApartFrom(flags.Args().Slice(), false)); err != nil {
		return err
	}
	b, err := openReceipt(p, flags, flags.String("receipt"))
	if err != nil {
		return err
	}
	defer b.answers.spool.Close()
	ctx, _, end := p.UntilSignal()
	defer end()
	jobs, err := b.jobs(ctx)
	if err != nil {
		return err
	}
	for i := range jobs {
		switch j := &jobs[i]; {
		case !j.Ended:
			f := &frame.Failure{Code: frame.ExitTemporary, What: "batch " + j.ID + " has not ended: " + j.State}
			return f.WithHint("convo batch wait %s", terminal.ShellFile(b.receipt.file))
		case j.Failed != "" && j.Done == 0:
			return &frame.Failure{Code: frame.ExitRejected, What: "batch " + j.ID + " failed: " + j.Failed}
		}
		if err := b.server.Results(ctx, b.exchange(false), jobs[i], b.take); err != nil {
			return b.failure(err)
		}
	}
	r := b.r
	to, inputs, err := r.begin(flags)
	if err != nil {
		return err
	}
	r.view = noView{}
	err = r.pipe.Do(to, func(edited *frame.Input) error {
		if err := r.pipe.All(edited, inputs); err != nil {
			return err
		}
		return b.leftOver()
	})
	if cost := r.budget.spent; cost > 0 {
		p.Note("%s at the prices of batches: %s", frame.Plural(r.run.answered, "answer"), prices.Rounded(cost))
	}
	return r.run.verdict(r.pipe.Failed, err)
}

// batchAnswers are what calls would have been answered with, in a file without a
// name. Of each, memory holds some 50 bytes.
type batchAnswers struct {
	spool frame.Spool
	size  int64
	found map[[sha256.Size / 2]byte]batchAnswer // by idKey of the request
	taken int
}

// batchAnswer is where an answer is.
type batchAnswer struct {
	at     int64
	length uint32
	status int16
}

// idKey stands for the id of a request.
func idKey(id string) [sha256.Size / 2]byte {
	sum := sha256.Sum256([]byte(id))
	return [sha256.Size / 2]byte(sum[:])
}

// take keeps a result of a batch. If a request has two, the first counts.
func (b *batch) take(id string, status int, body conv.Raw) error {
	a, key := &b.answers, idKey(id)
	switch _, twice := a.found[key]; {
	case !strings.HasPrefix(id, b.receipt.name+"-"):
		b.p.Note("result %q is not of this receipt", id)
	case twice:
		b.p.Note("request %s has two results; the first counts", id)
	default:
		if _, err := io.WriteString(&a.spool, string(body)); err != nil {
			return &frame.Failure{Code: frame.ExitOther, What: "the results cannot be kept: " + err.Error()}
		}
		if a.found == nil {
			a.found = map[[sha256.Size / 2]byte]batchAnswer{}
		}
		a.found[key] = batchAnswer{a.size, uint32(len(body)), int16(status)}
		a.size += int64(len(body))
	}
	return nil
}

// answerTo is an exchange with the answer to a conversation.
func (b *batch) answerTo(base *conv.Conversation) providers.Exchange {
	key := idKey(b.idOf(base))
	return providers.ExchangeFunc(func(context.Context, *providers.WireRequest) (*providers.WireResponse, error) {
		a, ok := b.answers.found[key]
		if !ok {
			f := &frame.Failure{Code: frame.ExitRejected, What: "the batches have no result for the conversation"}
			return nil, f.WithHint("is it one of those that were submitted? A conversation that changed is another one")
		}
		b.answers.taken++
		body := io.NewSectionReader(&b.answers.spool, a.at, int64(a.length))
		return &providers.WireResponse{Status: int(a.status), Body: io.NopCloser(body)}, nil
	})
}

// leftOver says how many results no conversation took.
func (b *batch) leftOver() error {
	if left := len(b.answers.found) - b.answers.taken; left > 0 {
		b.p.Note("%s belong to no conversation that was read", frame.Plural(left, "result"))
	}
	return nil
}
