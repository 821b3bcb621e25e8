package chat

import (
	"errors"
	"strings"
	"sync"
	"time"

	"convo/commands/internal/frame"
	"convo/providers"
	"convo/providers/catalog"
)

// localFinds is what was found on this machine, for all answers of a run.
type localFinds struct {
	mu     sync.Mutex
	models map[string]providers.Address
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
	if c.local.models == nil {
		c.local.models = map[string]providers.Address{}
	}
	c.local.models[a.Model] = found
	return found, nil
}

// find looks for a local: model, not long, for a server that is there answers
// at once.
func (c *modelChoice) find(name string) (*providers.LocalModel, error) {
	ctx, got, end := c.p.UntilSignal()
	defer end()
	client := providers.NewClient(providers.Limits{Connect: 500 * time.Millisecond, Whole: 2 * time.Second})
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
