package providers

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"convo/conv/rawjson"
	"convo/providers/catalog"
	"convo/providers/internal/wire"
)

// LocalPrefix starts the name of a model of a server on this machine: local: is
// the first model found, local:MODEL a certain one.
const LocalPrefix = "local:"

// LocalLimits are short: a server on this machine answers at once.
func LocalLimits() Limits { return Limits{Connect: 500 * time.Millisecond, Whole: 2 * time.Second} }

// LocalModel is a model of a server on this machine.
type LocalModel struct {
	Vendor  string // the kind of server, by its answer
	Model   string
	BaseURL string
}

// FindLocal finds the model of a name that begins with LocalPrefix: on the
// first server, in the order of the catalog, that lists it. x should wait only
// a short time. The error is a *NoLocal, or a *WireError if ctx ended.
func FindLocal(ctx context.Context, x Exchange, name string, getenv func(string) string) (*LocalModel, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	failed := &NoLocal{Model: strings.TrimPrefix(name, LocalPrefix)}
	for _, answer := range probes(ctx, x, getenv) {
		probe := <-answer
		if aborted := (*WireError)(nil); errors.As(probe.err, &aborted) && aborted.Kind == wire.Aborted {
			return nil, aborted
		}
		if model := probe.model(failed.Model); model != "" {
			return &LocalModel{Vendor: probe.kind(), Model: model, BaseURL: probe.base}, nil
		}
		failed.Tried = append(failed.Tried, probe.told())
	}
	return nil, failed
}

// probes asks all servers at once. The answers are in the order of the catalog.
func probes(ctx context.Context, x Exchange, getenv func(string) string) []chan localProbe {
	var answers []chan localProbe
	for _, name := range catalog.Vendors() {
		v, _, err := catalog.Find(name)
		if err != nil || !v.Local {
			continue
		}
		p := localProbe{vendor: v}
		p.base, p.variable = v.Base(getenv)
		p.key, _ = v.Key(getenv)
		answer := make(chan localProbe, 1)
		answers = append(answers, answer)
		go func() {
			p.ask(ctx, x)
			answer <- p
		}()
	}
	return answers
}

// localProbe is a question to one server, and its answer.
type localProbe struct {
	vendor         *catalog.Vendor
	base, variable string // its address, and the variable that sets it, "" if none does
	key            string
	models         []served
	err            error // why the server sent no list of models
}

// served is a model in a server's list.
type served struct{ id, owner string }

// ask gets the list of models (GET /v1/models), which all of these servers
// have.
func (p *localProbe) ask(ctx context.Context, x Exchange) {
	request := &wire.Request{Method: "GET", URL: p.base + "/models", Header: wire.Header{}}
	if p.key != "" {
		request.Header.Set("Authorization", "Bearer "+p.key)
		request.Secrets = []string{p.key}
	}
	resp, err := x.Do(ctx, request)
	if err != nil {
		p.err = err
		return
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 4<<20))
	switch {
	case err != nil:
		p.err = err
	case resp.Status == 401 || resp.Status == 403:
		p.err = errors.New("it needs a key: " + strings.Join(p.vendor.KeyVars, " or "))
	case resp.Status == 503:
		p.err = errors.New("it is not ready yet")
	default:
		p.models, p.err = servedBy(body)
	}
}

// servedBy reads a list of models. Other servers send none.
func servedBy(body []byte) ([]served, error) {
	notOne := errors.New("it is not a model server")
	var list []served
	isList := false
	c := rawjson.NewCursor(body)
	for key := range c.FieldsOnly {
		if key != "data" || c.Kind() != rawjson.Array {
			continue
		}
		isList = true
		for range c.Elements {
			model := c.Raw()
			if id := model.Lookup("id").Text(); id != "" {
				list = append(list, served{id, model.Lookup("owned_by").Text()})
			}
		}
	}
	if c.End() != nil || !isList {
		return nil, notOne
	}
	return list, nil
}

// model returns the server's name of a model, "" if it does not have it. ""
// asks for its first that is not for embeddings. llama3.2 is also
// llama3.2:latest.
func (p *localProbe) model(asked string) string {
	for _, m := range p.models {
		switch {
		case asked == "" && !strings.Contains(strings.ToLower(m.id), "embed"),
			asked != "" && (m.id == asked || m.id == asked+":latest"):
			return m.id
		}
	}
	return ""
}

// madeBy is the kind of server that an owner in a list of models shows,
// wherever it listens; "" for other owners.
func madeBy(owner string) string {
	switch owner {
	case "library":
		return "ollama"
	case "llamacpp":
		return "llama.cpp"
	case "organization_owner":
		return "lmstudio"
	case "vllm":
		return "vllm"
	}
	return ""
}

// kind returns the kind of server: by its answer, else by its address.
func (p *localProbe) kind() string {
	for _, m := range p.models {
		if name := madeBy(m.owner); name != "" {
			return name
		}
	}
	return p.vendor.Name
}

// told returns the result of the probe.
func (p *localProbe) told() LocalTried {
	t := LocalTried{Vendor: p.vendor.Name, BaseURL: p.base, Variable: p.variable}
	switch {
	case p.err != nil:
		t.Why = p.err.Error()
	case len(p.models) == 0:
		t.Why = "it has no models"
	default:
		t.Vendor, t.Why = p.kind(), "it has no such model"
		for _, m := range p.models {
			t.Models = append(t.Models, m.id)
		}
	}
	return t
}

// NoLocal is the error of a local: model that no server on this machine has.
type NoLocal struct {
	Model string // "": any model
	Tried []LocalTried
}

// LocalTried is an address that was tried.
type LocalTried struct {
	Vendor, BaseURL string
	Variable        string // that sets the address; "": none
	Why             string // why there is no such model
	Models          []string
}

// Error lists every address that was tried, with the result.
func (e *NoLocal) Error() string {
	what := "no model server answers on this machine"
	if e.Model != "" && slices.ContainsFunc(e.Tried, func(t LocalTried) bool { return len(t.Models) > 0 }) {
		what = "no server on this machine has the model " + e.Model
	}
	var tried []string
	for _, t := range e.Tried {
		where := t.Vendor + " at " + catalog.Shown(t.BaseURL)
		if t.Variable != "" {
			where += " (" + t.Variable + ")"
		}
		tried = append(tried, where+": "+t.Why)
	}
	return what + ": " + strings.Join(tried, "; ")
}

// Hint lists the models that these servers have, or says how to start one.
func (e *NoLocal) Hint() string {
	var have []string
	for _, t := range e.Tried {
		have = append(have, t.Models...)
	}
	const most = 8
	if len(have) > most {
		have = append(have[:most:most], "…")
	}
	if len(have) > 0 {
		return "these servers have " + strings.Join(have, ", ")
	}
	return "start one, such as ollama serve, or give its address with --base-url"
}
