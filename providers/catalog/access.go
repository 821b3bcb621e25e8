package catalog

import (
	"net/url"
	"strings"
)

// Base returns the address of a vendor's servers, as its own SDK takes it, and
// the variable that sets it, "" if none does. The address is "" if a variable
// must set it and none does.
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

// Shown returns an address without the parts that may be secret.
func Shown(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "an invalid address"
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

// Key returns a vendor's key and the variable that it comes from; both are ""
// if none is set.
func (v *Vendor) Key(getenv func(string) string) (key, variable string) {
	return firstSet(v.KeyVars, getenv)
}

// AddressVars returns the variables that can set the address of a vendor.
func (v *Vendor) AddressVars() []string {
	names := append(append([]string{}, v.BaseVars...), v.HostVars...)
	if _, rest, open := strings.Cut(v.BaseURL, "{"); open {
		name, _, _ := strings.Cut(rest, "}")
		names = append(names, name)
	}
	return names
}

// Usual returns the first vendor that needs no model name: its key is set and
// it has a default model. It returns nil if there is none.
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

// hosted completes the address in a variable: 0.0.0.0:11434 is where Ollama
// listens, and https://name.openai.azure.com is an endpoint of Azure. The
// missing parts come from the vendor's own address.
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
