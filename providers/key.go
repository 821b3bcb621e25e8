package providers

import "strings"

// KeyIn returns the endpoint's key and the variable that it comes from; both are
// "" if none is set.
func (c *Endpoint) KeyIn(getenv func(string) string) (key, variable string) {
	for _, name := range c.KeyVars {
		if key := strings.TrimSpace(getenv(name)); key != "" {
			return key, name
		}
	}
	return "", ""
}

// Key returns the endpoint's key, "" if it may need none. The error is a *NoKey.
func (c *Endpoint) Key(getenv func(string) string) (string, error) {
	key, _ := c.KeyIn(getenv)
	if key == "" && !c.Keyless && len(c.KeyVars) > 0 {
		return "", &NoKey{c.KeyVars}
	}
	return key, nil
}

// NoKey is the error of a vendor whose key is not set.
type NoKey struct {
	Vars []string // variables that can have it
}

func (e *NoKey) Error() string { return "no key: " + strings.Join(e.Vars, " or ") + " is not set" }

// Hint says how to set it.
func (e *NoKey) Hint() string { return "set it with export " + e.Vars[0] + "=…" }
