package providers

import (
	"net/url"
	"strings"

	"convo/conv/format"
	"convo/providers/catalog"
	"convo/providers/internal/protocol"
)

// Address says which model to call, and where.
type Address struct {
	Model    string // VENDOR/MODEL, or MODEL as its server names it
	BaseURL  string // overrides the vendor's; "": no override
	Protocol string // overrides the vendor's; "": as BaseURL suggests
}

// Endpoint is a model that can be called: what to adapt for, and where it is.
type Endpoint struct {
	Target   *Target
	Protocol *protocol.Protocol
	Provider string // the vendor; "": unknown
	Model    string // as its server names it
	BaseURL  string
	KeyVars  []string // environment variables that may have its key, in order
	Keyless  bool     // it may need no key
	Listed   bool     // the catalog has the model
	Own      Replier  // a built-in model, for which no server is called; nil: a server is called

	vendor *catalog.Vendor
}

// Endpoint finds the model of an address. A name before a slash is the vendor if
// the catalog has it, else part of the model's name. getenv reads the variables
// in which vendors' own programs look for a base URL.
func (a Address) Endpoint(getenv func(string) string) (*Endpoint, error) {
	v, m, listed, err := modelNamed(a.Model)
	switch {
	case err == nil && m == nil:
		return nil, &NoModel{v.Name}
	case err != nil && a.BaseURL == "":
		return nil, &UnknownTarget{err}
	case err != nil:
		return a.stranger()
	}
	c := &Endpoint{Provider: v.Name, Model: m.ID, BaseURL: a.BaseURL, KeyVars: v.KeyVars, Keyless: v.Local || a.BaseURL != "", Listed: listed}
	if c.BaseURL == "" {
		c.BaseURL, _ = v.Base(getenv)
	}
	id := a.Protocol
	if id == "" {
		id = v.Protocol
		if c.BaseURL != v.BaseURL {
			id = protocolAt(c.BaseURL, id)
		}
	}
	return c, c.speak(id, v, m)
}

// stranger is a model of a server that the catalog does not have.
func (a Address) stranger() (*Endpoint, error) {
	c := &Endpoint{Model: a.Model, BaseURL: a.BaseURL, Keyless: true}
	if vendor, _, ok := strings.Cut(a.Model, "/"); ok {
		c.KeyVars = []string{strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(vendor)) + "_API_KEY"}
	}
	id := a.Protocol
	if id == "" {
		id = protocolAt(a.BaseURL, "")
	}
	return c, c.speak(id, nil, &catalog.Model{ID: a.Model, Tools: true})
}

// speak sets the protocol for adapting and calling.
func (c *Endpoint) speak(id string, v *catalog.Vendor, m *catalog.Model) error {
	if c.Protocol = ProtocolOf(id); c.Protocol == nil {
		return &UnknownProtocol{id}
	}
	if c.BaseURL == "" {
		return &NoAddress{c.Provider, v.AddressVars()}
	}
	if v == nil || v.Protocol != id && v.Also != id {
		v = &catalog.Vendor{Name: c.Provider, Protocol: id} // its rules apply to its own protocols
	}
	c.vendor = v
	_, err := c.Protocol.Address(c.BaseURL, c.Model, false)
	if err != nil {
		return err
	}
	c.Target, err = goalOf(v, m, id)
	return err
}

// protocolAt guesses the protocol from a base URL: each vendor's SDK ends it in
// its own way. Compatible servers use Chat Completions. otherwise is the
// protocol of the vendor, if it is known.
func protocolAt(base, otherwise string) string {
	u, err := url.Parse(base)
	if err != nil {
		return otherwise
	}
	path := strings.TrimSuffix(u.Path, "/")
	switch {
	case strings.HasSuffix(path, "/v1beta"):
		return "gemini"
	case strings.HasSuffix(path, "/anthropic"):
		return "anthropic"
	case strings.HasSuffix(path, "/v1"), strings.HasSuffix(path, "/openai"):
		return "openai-chat"
	case otherwise != "":
		return otherwise
	case strings.Contains(u.Host, "anthropic"):
		return "anthropic"
	}
	return "openai-chat"
}

// Doubt says that the catalog lacks the model, as [Target.Doubt] does, where the catalog
// has all usual models of the vendor and the vendor's own address is called.
func (c *Endpoint) Doubt() string {
	v := c.vendor
	if c.Listed || v == nil || v.Name != c.Provider || v.AnyModel || v.Local || c.BaseURL != v.BaseURL {
		return ""
	}
	return doubt(c.Provider, c.Model)
}

// Call returns a call of the model, without a key.
func (c *Endpoint) Call() *Call {
	call := &Call{Protocol: c.Protocol, Provider: c.Provider, Model: c.Model, BaseURL: c.BaseURL}
	if v := c.vendor; v != nil {
		call.Auth, call.Header, call.Limit, call.NoUsage = v.Auth, v.Headers, v.Limit, v.NoUsage
	}
	return call
}

// Where names the vendor, or else the server's address.
func (c *Endpoint) Where() string {
	if c.Provider != "" {
		return c.Provider
	}
	return "the server at " + catalog.Shown(c.BaseURL)
}

// Anonymous returns an endpoint that speaks a protocol and has no vendor, nil if
// format is not a protocol.
func Anonymous(format, model string) *Endpoint {
	p := ProtocolOf(format)
	if p == nil {
		return nil
	}
	return &Endpoint{Protocol: p, Model: model, Keyless: true}
}

// ProtocolsOf returns the protocols that an answer looks like, whole or as a
// stream.
func ProtocolsOf(answer []byte) []string {
	var found []string
	all, _ := Detect(format.NewProbe(answer))
	for _, f := range all {
		name := strings.TrimSuffix(strings.TrimSuffix(f.Name, "-stream"), "-response")
		if name != f.Name && ProtocolOf(name) != nil {
			found = append(found, name)
		}
	}
	return found
}

// Usual returns a model of the first vendor whose key is set, as VENDOR/MODEL,
// and the variable with the key; both are "" if there is none.
func Usual(getenv func(string) string) (model, variable string) {
	v := catalog.Usual(getenv)
	if v == nil {
		return "", ""
	}
	_, variable = v.Key(getenv)
	return v.Name + "/" + v.Default, variable
}

// String is the name to call it by: VENDOR/MODEL.
func (c *Endpoint) String() string {
	if c.Provider == "" || c.Own != nil {
		return c.Model
	}
	return c.Provider + "/" + c.Model
}

// NoModel is the error of a vendor's name where a model is needed.
type NoModel struct{ Vendor string }

func (e *NoModel) Error() string { return e.Vendor + " is a vendor, not a model" }

// Hint names a model of the vendor.
func (e *NoModel) Hint() string {
	for _, m := range catalog.Models() {
		if m.Vendor == e.Vendor {
			return "for example " + m.Vendor + "/" + m.ID
		}
	}
	return "want " + e.Vendor + "/MODEL"
}

// NoAddress is the error of a vendor without an address.
type NoAddress struct {
	Vendor string
	Vars   []string // variables that can set it
}

func (e *NoAddress) Error() string { return e.Vendor + " needs an address" }

// Hint names what can set the address.
func (e *NoAddress) Hint() string {
	return strings.Join(append([]string{"set it with --base-url"}, e.Vars...), ", or ")
}

// UnknownProtocol is the error of a name that is not a protocol.
type UnknownProtocol struct{ Name string }

func (e *UnknownProtocol) Error() string { return `unknown protocol "` + e.Name + `"` }

// Hint lists the protocols.
func (e *UnknownProtocol) Hint() string {
	var names []string
	for _, p := range callable() {
		names = append(names, p.Format)
	}
	return "the protocols are " + strings.Join(names, ", ")
}
