package commands

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"convo/conv"
	"convo/providers"
)

// modelChoice is what the command line says of whom to ask.
type modelChoice struct {
	p         *program
	model     string
	fallbacks []string
	baseURL   string
	protocol  string
	told      *sync.Once  // that nobody named the model
	local     *localFinds // what local: means
}

func (p *program) newModelChoice(flags *flagReader) modelChoice {
	return modelChoice{
		told: &sync.Once{}, local: &localFinds{}, p: p, model: flags.String("model"), fallbacks: flags.StringSlice("fallback"),
		baseURL: flags.String("base-url"), protocol: flags.String("protocol"),
	}
}

// callees are the models to ask for the next message of a conversation, one
// after the other.
func (c *modelChoice) callees(doc *conv.Conversation) ([]*providers.Callee, error) {
	name, from, err := c.named(doc)
	if err != nil {
		return nil, err
	}
	first, err := c.callee(providers.Address{Model: name, BaseURL: c.baseURL, Protocol: c.protocol}, from)
	if err != nil {
		return nil, err
	}
	all := []*providers.Callee{first}
	for _, name := range c.fallbacks {
		next, err := c.callee(providers.Address{Model: name}, "--fallback")
		if err != nil {
			return nil, err
		}
		all = append(all, next)
	}
	return all, nil
}

// callee finds the model of an address that somebody named.
func (c *modelChoice) callee(a providers.Address, from string) (*providers.Callee, error) {
	if own, err := builtIn(a.Model, from); own != nil || err != nil {
		return own, err
	}
	a, err := c.located(a, from)
	if err != nil {
		return nil, err
	}
	found, err := a.Callee(c.p.getenv)
	if err == nil {
		return found, nil
	}
	f := asFailure(err)
	f.code, f.what = exitUsage, from+": "+f.what
	var unknown *providers.UnknownGoal
	if errors.As(err, &unknown) && len(unknown.Near()) == 0 {
		f.hint = "want VENDOR/MODEL, such as openai/gpt-5.4-mini, or say with --base-url where it is"
	}
	return nil, f
}

// given is the model that the command line, the conversation or the
// environment names, and which of them; "" is none.
func (c *modelChoice) given(doc *conv.Conversation) (name, from string) {
	return modelOf(doc, c.model, c.baseURL, c.p.getenv)
}

// modelOf is the model that -m, a conversation or the environment names, and
// which of them; "" is none. At an address that --base-url gives nobody
// answered before.
func modelOf(doc *conv.Conversation, given, baseURL string, getenv func(string) string) (name, from string) {
	switch {
	case given != "":
		return given, "-m"
	case doc.Request != nil && doc.Request.Model != "":
		return doc.Request.Model, "the model of the conversation"
	}
	if name := lastModel(doc); name != "" && baseURL == "" {
		return name, "the model that answered last"
	}
	return getenv("CONVO_MODEL"), "CONVO_MODEL"
}

// named is the name of the model to ask and who named it: if nobody did, the
// key that is set.
func (c *modelChoice) named(doc *conv.Conversation) (name, from string, err error) {
	if name, from := c.given(doc); name != "" {
		return name, from, nil
	}
	name, variable := providers.Usual(c.p.getenv)
	switch {
	case c.baseURL != "":
		return "", "", usageError("--base-url says where to ask, and nothing whom: name the model with -m")
	case name == "":
		return "", "", nobodyToAsk()
	}
	if !c.p.quiet {
		c.told.Do(func() {
			fmt.Fprintf(c.p.stderr, "convo: asking %s, for %s is set and no model is named\n", name, variable)
		})
	}
	return name, variable, nil
}

// lastModel is who answered last, as VENDOR/MODEL, if that can be asked.
func lastModel(doc *conv.Conversation) string {
	for i := len(doc.Messages) - 1; i >= 0; i-- {
		m, ok := doc.Messages[i].(*conv.AssistantMessage)
		if !ok || m.Model == "" {
			continue
		}
		name := m.Model
		if m.Provider != "" {
			name = m.Provider + "/" + name
		}
		if _, err := (providers.Address{Model: name}).Callee(func(string) string { return "" }); err != nil {
			return ""
		}
		return name
	}
	return ""
}

// nobodyToAsk helps who has named no model and set no key.
func nobodyToAsk() *failure {
	return &failure{
		code: exitAuth,
		what: "no model is named, and no vendor's key is set",
		hint: "export OPENAI_API_KEY=… (or ANTHROPIC_API_KEY, GEMINI_API_KEY, …) and name a model with -m\n" +
			"a server on this machine needs no key: -m local:, or --base-url http://localhost:8000/v1 -m MODEL",
	}
}

// key is a callee's key: in the file of --key-file, in its own variables, or
// what the user's command for it prints. A document never says it.
func (r *reply) key(callee *providers.Callee) (string, error) {
	if r.keyFile != "" {
		text, err := textOf(r.keyFile)
		if err == nil && strings.TrimSpace(text) == "" {
			err = &failure{code: exitAuth, file: r.keyFile, what: "there is no key in it"}
		}
		return strings.TrimSpace(text), err
	}
	if key, _ := r.keyFromEnvironment(callee); key != "" {
		return key, nil
	}
	settings, err := r.p.userFile()
	if err != nil {
		return "", err
	}
	if key, err := settings.key(r.p, callee.Provider); key != "" || err != nil {
		return key, err
	}
	if callee.Keyless || len(callee.KeyVars) == 0 {
		return "", nil
	}
	f := &failure{code: exitAuth, what: "no key: " + strings.Join(callee.KeyVars, " or ") + " is not set"}
	return "", f.withHint("export %s=…, or --key-file FILE; convo help keys", callee.KeyVars[0])
}

func (r *reply) keyFromEnvironment(callee *providers.Callee) (key, variable string) {
	for _, name := range callee.KeyVars {
		if key := strings.TrimSpace(r.p.getenv(name)); key != "" {
			return key, name
		}
	}
	return "", ""
}
