package catalog

import (
	"net/url"
	"strings"
)

// Base is the address of a vendor's servers as its own SDK takes it, and the
// variable that says so, "" if none does. The address is "" where a variable
// has to say it and does not.
func (v *Vendor) Base(getenv func(string) string) (address, variable string) {
	if address, variable = firstSet(v.BaseVars, getenv); variable != "" {
		return address, variable
	}
	if address, variable = firstSet(v.HostVars, getenv); variable != "" {
		return v.hosted(address), variable
	}
	before, rest, open := strings.Cut(v.BaseURL, "{")
	name, after, _ := strings.Cut(rest, "}")
	if !open {
		return v.BaseURL, ""
	}
	if value := getenv(name); value != "" {
		return before + value + after, name
	}
	return "", ""
}

// Shown is an address as people may see it: without what it may have of a
// secret.
func Shown(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "an address that is none"
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

// Key is a vendor's key and the variable that it comes from; both are "" if
// none is set.
func (v *Vendor) Key(getenv func(string) string) (key, variable string) {
	return firstSet(v.KeyVars, getenv)
}

// AddressVars are the variables that can say where a vendor is.
func (v *Vendor) AddressVars() []string {
	names := append(append([]string{}, v.BaseVars...), v.HostVars...)
	if _, rest, open := strings.Cut(v.BaseURL, "{"); open {
		name, _, _ := strings.Cut(rest, "}")
		names = append(names, name)
	}
	return names
}

// Usual is the first vendor that can be asked without naming a model: its key
// is set and it has a default model. nil: there is none.
func Usual(getenv func(string) string) *Vendor {
	for i := range vendors {
		v := &vendors[i]
		if _, set := v.Key(getenv); set != "" && v.Default != "" && !v.Local && !v.Unasked {
			return v
		}
	}
	return nil
}

func firstSet(names []string, getenv func(string) string) (value, name string) {
	for _, name := range names {
		if value := strings.TrimSpace(getenv(name)); value != "" {
			return value, name
		}
	}
	return "", ""
}

// hosted completes the address that a variable has: 0.0.0.0:11434 is what
// Ollama listens at, and https://name.openai.azure.com is how Azure tells an
// endpoint. What is missing is as in the vendor's own address.
func (v *Vendor) hosted(address string) string {
	scheme, rest, _ := strings.Cut(v.BaseURL, "://")
	usual, path, _ := strings.Cut(rest, "/")
	name, port, _ := strings.Cut(usual, ":")
	if given, host, has := strings.Cut(address, "://"); has {
		scheme, address, port = given, host, ""
	}
	host, given, _ := strings.Cut(strings.TrimRight(address, "/"), "/")
	if given != "" {
		path = given
	}
	if i := strings.LastIndex(host, ":"); i >= 0 && !strings.HasSuffix(host, "]") {
		host, port = host[:i], host[i+1:]
	}
	switch host {
	case "", "0.0.0.0", "[::]":
		host = name
	}
	if port != "" {
		port = ":" + port
	}
	return scheme + "://" + host + port + "/" + path
}
