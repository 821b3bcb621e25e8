package chat

import (
	"bytes"
	"context"
	"slices"

	"convo/commands/internal/disk"
	"convo/commands/internal/frame"
	"convo/conv"
	"convo/providers"
)

// answerFile is where --response has an answer; nil is nowhere.
type answerFile struct {
	name string
	data []byte
}

// isStdin reports whether stdin is the answer, and so no conversation.
func (a *answerFile) isStdin() bool { return a != nil && a.name == "-" }

// read reads the answer, all of it: it is there already.
func (a *answerFile) read(p *frame.Program) error {
	f, name := p.Stdin, frame.StdinName
	if a.name != "-" {
		opened, _, err := frame.OpenFile(a.name)
		if err != nil {
			return err
		}
		defer opened.Close()
		f, name = opened, a.name
	} else if p.Terminal(p.Stdin) {
		return frame.UsageError("--response -: no answer: pipe it in")
	}
	data, err := frame.ReadAtMost(name, f, frame.MostMedia)
	if err != nil {
		return err
	}
	data = disk.TextOfBytes(data)
	if len(bytes.TrimSpace(data)) == 0 {
		return &frame.Failure{Code: frame.ExitUnreadable, File: name, What: "is empty, not an answer"}
	}
	a.name, a.data = name, data
	return nil
}

// fromFile is the answer of --response, as the model that would be asked
// gives it, or, if none is named, as it looks.
func (r *reply) fromFile(base *conv.Conversation) (*conv.AssistantMessage, error) {
	endpoint := r.answerer(base)
	if endpoint == nil {
		return nil, &frame.Failure{Code: frame.ExitUnreadable, File: r.response.name, What: "is not an answer in a format that convo reads", Hint: "name its format with --protocol, or its model with -m"}
	}
	m, err := r.streamAnswer(endpoint, base, func(_ context.Context, on func(conv.Event)) (*conv.AssistantMessage, error) {
		return endpoint.Call().Read(bytes.NewReader(r.response.data), on)
	})
	if err == nil {
		return m, nil
	}
	f := r.failure(endpoint, base, err)
	return nil, r.noAnswer(f)
}

// answerer is who gave the answer of --response: the model that is named, if
// it gives such answers, else somebody who does. nil is nobody.
func (r *reply) answerer(base *conv.Conversation) *providers.Endpoint {
	found := providers.ProtocolsOf(r.response.data)
	name, from := r.asked.given(base)
	if name != "" {
		endpoint, err := r.asked.callee(providers.Address{Model: name, BaseURL: r.asked.baseURL, Protocol: r.asked.protocol}, from)
		if err == nil && (r.asked.model != "" || len(found) == 0 || slices.Contains(found, endpoint.Protocol.Format)) {
			return endpoint
		}
	}
	if r.asked.protocol != "" {
		found = []string{r.asked.protocol}
	}
	if len(found) == 0 {
		return nil
	}
	return providers.Anonymous(found[0], r.asked.model)
}
