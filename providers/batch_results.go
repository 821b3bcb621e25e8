package providers

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"math"
	"net/url"

	"convo/conv"
	"convo/conv/rawjson"
)

// Results passes each result of a batch that has ended, until pass fails: the id of
// its request, and the status and the body that a call would have been answered with.
// The texts are only valid during the call. Google sends the results of a batch in one
// JSON text, the others a line at a time: no more than that is held in memory.
func (b *BatchServer) Results(ctx context.Context, x Exchange, j BatchJob, pass func(id string, status int, body conv.Raw) error) error {
	paths := []string{b.jobPath(j.ID) + "/results"}
	switch b.kind {
	case geminiBatches:
		job, err := b.ask(ctx, x, "GET", b.jobPath(j.ID), nil, "")
		if err != nil {
			return err
		}
		results := cmp.Or(job.Lookup("response.inlinedResponses.inlinedResponses"), job.Lookup("metadata.output.inlinedResponses.inlinedResponses"))
		for raw := range results.Elements {
			if err := b.result(raw, pass); err != nil {
				return err
			}
		}
		return nil
	case openAIBatches, mistralBatches:
		paths = nil
		for _, id := range j.files {
			paths = append(paths, "/files/"+url.PathEscape(id)+"/content")
		}
	}
	for _, path := range paths {
		if err := b.lines(ctx, x, path, pass); err != nil {
			return err
		}
	}
	return nil
}

// lines passes the results in a file, a line each.
func (b *BatchServer) lines(ctx context.Context, x Exchange, path string, pass func(id string, status int, body conv.Raw) error) error {
	body, err := b.open(ctx, x, "GET", path, nil, "")
	if err != nil {
		return err
	}
	defer body.Close()
	in := bufio.NewScanner(body)
	in.Buffer(nil, math.MaxInt32)
	for in.Scan() {
		line := bytes.TrimSpace(in.Bytes())
		if len(line) == 0 {
			continue
		}
		c := rawjson.NewCursor(line)
		raw := c.Raw()
		if err := c.End(); err != nil {
			return errors.New("a line of the results is not JSON: " + err.Error())
		}
		if err := b.result(raw, pass); err != nil {
			return err
		}
	}
	return in.Err()
}
