package chat

import (
	"strings"

	"convo/commands/internal/frame"
	"convo/providers"
)

// key is a callee's key: in the file of --key-file, in its own variables, or
// what the user's command for it prints. A document never says it.
func (r *reply) key(callee *providers.Callee) (string, error) {
	if r.keyFile != "" {
		text, err := frame.TextOf(r.keyFile)
		if err == nil && strings.TrimSpace(text) == "" {
			err = &frame.Failure{Code: frame.ExitAuth, File: r.keyFile, What: "has no key"}
		}
		return strings.TrimSpace(text), err
	}
	if key, _ := r.keyFromEnvironment(callee); key != "" {
		return key, nil
	}
	settings, err := readUserFile(r.p)
	if err != nil {
		return "", err
	}
	if key, err := settings.key(r.p, callee.Provider); key != "" || err != nil {
		return key, err
	}
	if callee.Keyless || len(callee.KeyVars) == 0 {
		return "", nil
	}
	f := &frame.Failure{Code: frame.ExitAuth, What: "no key: " + strings.Join(callee.KeyVars, " or ") + " is not set"}
	return "", f.WithHint("set it with export %s=…, or use --key-file FILE; see convo help keys", callee.KeyVars[0])
}

func (r *reply) keyFromEnvironment(callee *providers.Callee) (key, variable string) {
	for _, name := range callee.KeyVars {
		if key := strings.TrimSpace(r.p.Getenv(name)); key != "" {
			return key, name
		}
	}
	return "", ""
}
