package chat

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"convo/commands/internal/frame"
	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
	"convo/providers/catalog"
)

// modelChoice is what the command line says of whom to ask.
type modelChoice struct {
	p         *frame.Program
	model     string
	fallbacks []string
	baseURL   string
	protocol  string
	told      *sync.Once  // the note about the default model
	local     *localFinds // what local: means
}

func newModelChoice(p *frame.Program, flags *frame.Flags) modelChoice {
	return modelChoice{
		told: &sync.Once{}, local: &localFinds{models: map[string]providers.Address{}}, p: p, model: flags.String("model"), fallbacks: flags.StringSlice("fallback"),
		baseURL: flags.String("base-url"), protocol: flags.String("protocol"),
	}
}

// callees are the models to ask for the next message of a conversation, one
// after the other.
func (c *modelChoice) callees(doc *conv.Conversation) ([]*providers.Endpoint, error) {
	name, from, err := c.named(doc)
	if err != nil {
		return nil, err
	}
	first, err := c.callee(providers.Address{Model: name, BaseURL: c.baseURL, Protocol: c.protocol}, from)
	if err != nil {
		return nil, err
	}
	all := []*providers.Endpoint{first}
	for _, name := range c.fallbacks {
		next, err := c.callee(providers.Address{Model: name}, "--fallback")
		if err != nil {
			return nil, err
		}
		all = append(all, next)
	}
	return all, nil
}

// endpoint finds the model of an address that somebody named.
func (c *modelChoice) callee(a providers.Address, from string) (*providers.Endpoint, error) {
	if own, err := builtIn(a.Model, from); own != nil || err != nil {
		return own, err
	}
	a, err := c.located(a, from)
	if err != nil {
		return nil, err
	}
	found, err := c.local.calleeOf(a, c.p.Getenv)
	if err == nil {
		c.tellUnlisted(found, a)
		return found, nil
	}
	f := frame.Misnamed(from, err)
	var unknown *providers.UnknownTarget
	if errors.As(err, &unknown) && len(unknown.Near()) == 0 {
		f.Hint = "write VENDOR/MODEL, such as openai/gpt-5.4-mini, or give its server with --base-url"
	}
	return nil, f
}

// tellUnlisted says once that the catalog lacks a model of a vendor whose models
// it lists. The vendor may have it all the same.
func (c *modelChoice) tellUnlisted(endpoint *providers.Endpoint, a providers.Address) {
	doubt := endpoint.Doubt()
	if doubt == "" || a.BaseURL != "" {
		return
	}
	if _, told := c.local.unlisted.LoadOrStore(endpoint.String(), true); !told {
		c.p.Note("%s", doubt)
	}
}

// given is the model that the command line, the conversation or the
// environment names, and which of them; "" is none.
func (c *modelChoice) given(doc *conv.Conversation) (name, from string) {
	if c.model != "" {
		return c.model, "-m"
	}
	return providers.ModelOf(doc, c.baseURL, c.p.Getenv)
}

// named is the name of the model to ask and who named it: if nobody did, the
// key that is set.
func (c *modelChoice) named(doc *conv.Conversation) (name, from string, err error) {
	if name, from := c.given(doc); name != "" {
		return name, from, nil
	}
	name, variable := providers.Usual(c.p.Getenv)
	switch {
	case c.baseURL != "":
		return "", "", frame.UsageError("--base-url needs a model: add -m MODEL")
	case name == "":
		return "", "", nobodyToAsk(doc)
	}
	c.told.Do(func() { c.p.Note("asking %s because %s is set and no model is named", name, variable) })
	return name, variable, nil
}

// nobodyToAsk helps who has named no model and set no key.
func nobodyToAsk(doc *conv.Conversation) *frame.Failure {
	const what = "no model: set CONVO_MODEL, pass -m, or set a vendor's API key"
	for _, m := range slices.Backward(doc.Messages) {
		a, ok := m.(*conv.AssistantMessage)
		switch {
		case !ok:
			continue
		case a.Provider == "script" || a.Provider == "echo":
			f := &frame.Failure{Code: frame.ExitAuth, What: what}
			return f.WithHint("the last answer came from %s; to go on with it: -m %[1]s", terminal.ShellWord(a.Model))
		}
		break
	}
	return &frame.Failure{
		Code: frame.ExitAuth,
		What: what,
		Hint: "export OPENAI_API_KEY=… (or ANTHROPIC_API_KEY, GEMINI_API_KEY, …)\n" +
			"a server on this machine needs no key: -m local:, or --base-url http://localhost:8000/v1 -m MODEL",
	}
}

// localFinds is what was found on this machine, for all answers of a run.
type localFinds struct {
	mu       sync.Mutex
	models   map[string]providers.Address
	unlisted sync.Map // models that were said to be unknown
	callees  sync.Map // *providers.Endpoint by providers.Address
}

// calleeOf is the model of an address. Each is made once and never changed: most
// runs ask one model again and again.
func (l *localFinds) calleeOf(a providers.Address, getenv func(string) string) (*providers.Endpoint, error) {
	if known, ok := l.callees.Load(a); ok {
		return known.(*providers.Endpoint), nil
	}
	made, err := a.Endpoint(getenv)
	if err != nil {
		return nil, err
	}
	known, _ := l.callees.LoadOrStore(a, made)
	return known.(*providers.Endpoint), nil
}

// located is an address whose model, if it is named local:, was found on this
// machine. The search runs once and is reported.
func (c *modelChoice) located(a providers.Address, from string) (providers.Address, error) {
	if !strings.HasPrefix(a.Model, providers.LocalPrefix) {
		return a, nil
	}
	if err := unchosen(a.Model, from); err != nil {
		return a, err
	}
	if a.BaseURL != "" || a.Protocol != "" {
		return a, frame.UsageError("%s %s finds its server: remove --base-url and --protocol", from, a.Model)
	}
	c.local.mu.Lock()
	defer c.local.mu.Unlock()
	if found, ok := c.local.models[a.Model]; ok {
		return found, nil
	}
	if err := c.p.Online(askNobody); err != nil {
		return a, err
	}
	m, err := c.find(a.Model)
	if err != nil {
		return a, err
	}
	c.p.Note("asking %s/%s at %s", m.Vendor, m.Model, catalog.Shown(m.BaseURL))
	found := providers.Address{Model: m.Vendor + "/" + m.Model, BaseURL: m.BaseURL}
	c.local.models[a.Model] = found
	return found, nil
}

// find looks for a local: model, not long, for a server that is there answers
// at once.
func (c *modelChoice) find(name string) (*providers.LocalModel, error) {
	ctx, got, end := c.p.UntilSignal()
	defer end()
	client := providers.NewClient(providers.LocalLimits())
	m, err := providers.FindLocal(ctx, client, name, c.p.Getenv)
	if signal := got(); signal != nil {
		return nil, frame.Interruption(signal)
	}
	var none *providers.NoLocal
	if errors.As(err, &none) {
		return nil, &frame.Failure{Code: frame.ExitOffline, What: none.Error(), Hint: none.Hint()}
	}
	return m, err
}

// builtIn is the model of a name that needs no server: script:FILE or echo:.
// nil is a name of another kind. A document may not choose one: a name of
// its could make convo read any file.
func builtIn(name, from string) (*providers.Endpoint, error) {
	file, isScript := strings.CutPrefix(name, "script:")
	switch {
	case !isScript && name != "echo:":
		return nil, nil
	case unchosen(name, from) != nil:
		return nil, unchosen(name, from)
	case !isScript:
		return &providers.Endpoint{Provider: "echo", Model: name, Own: providers.Echo{}}, nil
	case file == "":
		return nil, frame.UsageError("%s: script: needs a file", from).WithHint("use -m script:FILE; see convo help script")
	}
	s, err := readScript(file)
	if err != nil {
		return nil, err
	}
	return &providers.Endpoint{Provider: "script", Model: "script:" + filepath.Base(file), Own: s}, nil
}

// unchosen is the failure of a name that only who calls may choose, and that
// something else chose; nil: it did not.
func unchosen(name, from string) error {
	switch from {
	case "-m", "--fallback", "CONVO_MODEL":
		return nil
	}
	return frame.UsageError("%s: %s must be chosen with -m, --fallback or CONVO_MODEL", from, name).WithHint("use -m %s", terminal.ShellWord(name))
}

func readScript(file string) (*providers.Script, error) {
	data, err := frame.BytesOf(file)
	if err != nil {
		return nil, err
	}
	s, err := providers.ReadScript(filepath.Base(file), data)
	var broken *rawjson.Error
	switch {
	case errors.As(err, &broken):
		return nil, frame.InFile(file, data, broken)
	case err != nil:
		return nil, err
	}
	s.Wait = pause
	return s, nil
}

// pause passes a time, or less if ctx ends.
func pause(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
