package chat

import (
	"errors"
	"sync"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/providers"
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
	found, err := a.Callee(c.p.Getenv)
	if err == nil {
		return found, nil
	}
	f := frame.Misnamed(from, err)
	var unknown *providers.UnknownGoal
	if errors.As(err, &unknown) && len(unknown.Near()) == 0 {
		f.Hint = "write VENDOR/MODEL, such as openai/gpt-5.4-mini, or give its server with --base-url"
	}
	return nil, f
}

// given is the model that the command line, the conversation or the
// environment names, and which of them; "" is none.
func (c *modelChoice) given(doc *conv.Conversation) (name, from string) {
	return pipe.ModelOf(doc, c.model, c.baseURL, c.p.Getenv)
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
		return "", "", nobodyToAsk()
	}
	c.told.Do(func() { c.p.Note("asking %s because %s is set and no model is named", name, variable) })
	return name, variable, nil
}

// nobodyToAsk helps who has named no model and set no key.
func nobodyToAsk() *frame.Failure {
	return &frame.Failure{
		Code: frame.ExitAuth,
		What: "no model: set CONVO_MODEL, pass -m, or set a vendor's API key",
		Hint: "export OPENAI_API_KEY=… (or ANTHROPIC_API_KEY, GEMINI_API_KEY, …)\n" +
			"a server on this machine needs no key: -m local:, or --base-url http://localhost:8000/v1 -m MODEL",
	}
}
