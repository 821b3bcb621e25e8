package providers

import (
	"errors"
	"net/url"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers/catalog"
	"convo/providers/internal/protocol"
)

// Address says which model is asked, and where.
type Address struct {
	Model    string // VENDOR/MODEL, or MODEL as its server knows it
	BaseURL  string // in place of the vendor's; ""
	Protocol string // in place of the vendor's; "": as BaseURL looks
}

// Callee is a model that can be asked: what to adapt for, and where it is.
type Callee struct {
	Goal     *Goal
	Protocol *protocol.Protocol
	Provider string // the vendor; "" is nobody known
	Model    string // as its server knows it
	BaseURL  string
	KeyVars  []string // the environment variables that may have its key, the first first
	Keyless  bool     // it may need none
	Listed   bool     // the catalog has the model
	Own      Replier  // of a model that is built in: nobody is called; nil: it is called

	vendor *catalog.Vendor
}

// Callee finds the model of an address. A name before a slash is the vendor
// if the catalog knows it, and else part of the model's own name. getenv
// reads the variables in which vendors' own programs look for a base URL.
func (a Address) Callee(getenv func(string) string) (*Callee, error) {
	v, m, err := catalog.Find(a.Model)
	listed := err == nil && m != nil
	if unlisted := (*catalog.UnknownModel)(nil); errors.As(err, &unlisted) && unlisted.Name != "" {
		v, _, err = catalog.Find(unlisted.Vendor)
		m = &catalog.Model{Vendor: unlisted.Vendor, ID: unlisted.Name, Tools: true}
	}
	switch {
	case err == nil && m == nil:
		return nil, &NoModel{v.Name}
	case err != nil && a.BaseURL == "":
		return nil, &UnknownGoal{err}
	case err != nil:
		return a.stranger()
	}
	c := &Callee{Provider: v.Name, Model: m.ID, BaseURL: a.BaseURL, KeyVars: v.KeyVars, Keyless: v.Local || a.BaseURL != "", Listed: listed}
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

// stranger is a model of a server that the catalog does not know.
func (a Address) stranger() (*Callee, error) {
	c := &Callee{Model: a.Model, BaseURL: a.BaseURL, Keyless: true}
	if vendor, _, ok := strings.Cut(a.Model, "/"); ok {
		c.KeyVars = []string{strings.ToUpper(strings.NewReplacer("-", "_", ".", "_").Replace(vendor)) + "_API_KEY"}
	}
	id := a.Protocol
	if id == "" {
		id = protocolAt(a.BaseURL, "")
	}
	return c, c.speak(id, nil, &catalog.Model{ID: a.Model, Tools: true})
}

// speak settles the protocol, by which the model is adapted for and called.
func (c *Callee) speak(id string, v *catalog.Vendor, m *catalog.Model) error {
	if c.Protocol = ProtocolOf(id); c.Protocol == nil {
		return &UnknownProtocol{id}
	}
	if c.BaseURL == "" {
		return &NoAddress{c.Provider, v.AddressVars()}
	}
	if v == nil || v.Protocol != id && v.Also != id {
		v = &catalog.Vendor{Name: c.Provider, Protocol: id} // its rules are those of its own protocols
	}
	c.vendor = v
	var err error
	if c.Goal, err = goalOf(v, m, id); err != nil {
		return err
	}
	if rules := c.Goal.Target.Rules; m != nil && m.MaxOutput > 0 && rules.MaxTokens != "" {
		rules.MaxTokens = rawjson.NumberOf(int64(min(m.MaxOutput, longAnswer)))
	}
	return nil
}

// longAnswer is the limit, in tokens, of an answer that nobody limited where
// the protocol demands a limit: what stops a model that runs away, and no
// answer that is wanted.
const longAnswer = 32000

// protocolAt is the protocol that a base URL looks like: each vendor's SDK
// ends it in a way of its own. Servers like OpenAI's all speak chat
// completions. otherwise is that of the vendor, if it is known.
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

// Call is a call of the model, without a key.
func (c *Callee) Call() *Call {
	call := &Call{Protocol: c.Protocol, Provider: c.Provider, Model: c.Model, BaseURL: c.BaseURL}
	if v := c.vendor; v != nil {
		call.Auth, call.Header, call.Limit, call.NoUsage = v.Auth, v.Headers, v.Limit, v.NoUsage
	}
	return call
}

// Where is the vendor, or the server of one whom nobody knows.
func (c *Callee) Where() string {
	if c.Provider != "" {
		return c.Provider
	}
	return "the server at " + c.BaseURL
}

// Anonymous is somebody who speaks a protocol, nil if that is none.
func Anonymous(format, model string) *Callee {
	p := ProtocolOf(format)
	if p == nil {
		return nil
	}
	return &Callee{Protocol: p, Model: model, Keyless: true}
}

// ProtocolsOf are the protocols that an answer looks like, at rest or as a
// stream.
func ProtocolsOf(answer []byte) []string {
	var found []string
	all, _ := Detect(conv.NewProbe(answer))
	for _, f := range all {
		name := strings.TrimSuffix(strings.TrimSuffix(f.Name, "-stream"), "-response")
		if name != f.Name && ProtocolOf(name) != nil {
			found = append(found, name)
		}
	}
	return found
}

// Usual is a model of the first vendor whose key is set, as VENDOR/MODEL, and
// the variable that has the key; both are "" if there is none.
func Usual(getenv func(string) string) (model, variable string) {
	v := catalog.Usual(getenv)
	if v == nil {
		return "", ""
	}
	_, variable = v.Key(getenv)
	return v.Name + "/" + v.Default, variable
}

// String is the name to ask for: VENDOR/MODEL.
func (c *Callee) String() string {
	if c.Provider == "" || c.Own != nil {
		return c.Model
	}
	return c.Provider + "/" + c.Model
}

// NoModel is the error of a vendor by itself, where a model is needed.
type NoModel struct{ Vendor string }

func (e *NoModel) Error() string { return e.Vendor + " is a vendor: which of its models?" }

// Hint is a second line for people: models that it has.
func (e *NoModel) Hint() string {
	for _, m := range catalog.Models() {
		if m.Vendor == e.Vendor {
			return "for example " + m.Vendor + "/" + m.ID
		}
	}
	return "want " + e.Vendor + "/MODEL"
}

// NoAddress is the error of a vendor whose address nothing says.
type NoAddress struct {
	Vendor string
	Vars   []string // variables that could say it
}

func (e *NoAddress) Error() string { return "nothing says where " + e.Vendor + " is" }

// Hint is a second line for people: what could say it.
func (e *NoAddress) Hint() string {
	return strings.Join(append([]string{"--base-url names it"}, e.Vars...), ", or ")
}

// UnknownProtocol is the error of a name that no protocol has.
type UnknownProtocol struct{ Name string }

func (e *UnknownProtocol) Error() string { return `no protocol is "` + e.Name + `"` }

// Hint is a second line for people: what there is.
func (e *UnknownProtocol) Hint() string {
	var names []string
	for _, p := range callable() {
		names = append(names, p.Format)
	}
	return "there are " + strings.Join(names, ", ")
}
