// Package catalog is compiled-in data about vendors and their models.
//
// The rule of the room: tables and their search, nothing else. A vendor is a
// row of vendors.go, a model is a row of models.go. Each row states facts of
// the vendor's documentation. The sources are above the table.
package catalog

import (
	"slices"
	"strings"

	"convo/conv/format"
	"convo/providers/internal/protocol"
)

// Vendor serves models over one of the protocols.
type Vendor struct {
	Name     string // in VENDOR/MODEL, and the provider of answers
	Protocol string // the format of its requests
	Also     string // the format of another protocol that it speaks, "" if none
	Default  string // the default model; "": a model must be named

	// BaseURL is its address, as its own SDK takes it. A part in {braces} is
	// the name of the variable that sets it. See [Vendor.Base].
	BaseURL  string
	BaseVars []string // variables with another address; the first one set counts
	HostVars []string // the same, but their paths may be missing
	// KeyVars are variables with the key. The first one set counts.
	KeyVars []string
	// Local means that it runs on this machine and may need no key.
	Local bool
	// Unasked means that its key is often set for other purposes: the key alone
	// does not choose the vendor.
	Unasked bool

	Auth    protocol.Header   // the header with the key; zero: the protocol's
	Headers []protocol.Header // headers of every request, besides the protocol's
	// Limit is the field that limits an answer, for every model. "": the
	// protocol's.
	Limit string
	// NoUsage means that a request may not ask for a stream's usage, which
	// comes anyway.
	NoUsage bool
	// Refuses are parameters that its servers refuse.
	Refuses format.Params

	// Amend changes the protocol's rules to the vendor's own. nil: no change.
	Amend func(*format.Rules)
	// Developer means that its reasoning models take instructions in developer
	// messages in Chat Completions.
	Developer bool
	// AnyModel means that it serves models of others, too many to list. A model
	// without a row is unknown but accepted.
	AnyModel bool
}

// Model is one model of a vendor. Sizes are in tokens. Without a Context only
// the ID is known.
type Model struct {
	Vendor string
	ID     string // the name in requests

	Input     format.Blocks // media that it accepts besides text
	Reasoning bool          // it reasons, or can
	Efforts   string        // efforts of reasoning, the highest last; "": unknown, or none
	Tools     bool          // it calls tools that a request defines
	Context   int           // input and output together
	MaxOutput int           // one answer, reasoning included

	// Refuses are parameters that it refuses, besides its vendor's.
	Refuses format.Params
	// Amend changes its vendor's rules to the model's own. nil: no change.
	Amend func(*format.Rules)
}

// UnknownVendor is the error of a name that is neither a vendor's nor a
// model's.
type UnknownVendor struct{ Name string }

func (e *UnknownVendor) Error() string { return `unknown vendor or model "` + e.Name + `"` }

// UnknownModel is the error of a model that the vendor does not have, as far as
// the catalog knows.
type UnknownModel struct{ Vendor, Name string }

func (e *UnknownModel) Error() string { return `unknown model "` + e.Name + `" of ` + e.Vendor }

// Find finds VENDOR/MODEL, a MODEL alone, whose row names the vendor, or a
// VENDOR, for which the model is nil. A model's ID may end with a date or
// "latest": claude-sonnet-4-5-20250929 is a claude-sonnet-4-5 and keeps its
// name. The error is an *UnknownVendor or an *UnknownModel.
func Find(name string) (*Vendor, *Model, error) {
	vendor, id, both := strings.Cut(name, "/")
	v := vendorNamed(vendor)
	if v == nil {
		m := modelOf("", name)
		if m == nil {
			return nil, nil, &UnknownVendor{name}
		}
		return vendorNamed(m.Vendor), m, nil
	}
	if !both {
		return v, nil, nil
	}
	m := modelOf(v.Name, id)
	if m == nil && v.AnyModel && id != "" {
		m = &Model{Vendor: v.Name, ID: id, Tools: true}
	}
	if m == nil {
		return nil, nil, &UnknownModel{v.Name, id}
	}
	return v, m, nil
}

// Vendors returns the names of the vendors.
func Vendors() []string {
	var names []string
	for i := range vendors {
		names = append(names, vendors[i].Name)
	}
	return names
}

// Models returns the models in the order of the table, grouped by vendor.
func Models() []Model { return slices.Clone(models) }

func vendorNamed(name string) *Vendor {
	for i := range vendors {
		if vendors[i].Name == name {
			return &vendors[i]
		}
	}
	return nil
}

// modelOf finds a vendor's model by its ID, which may end with a date, and
// returns it under that name. The vendor "" is any vendor.
func modelOf(vendor, id string) *Model {
	var found *Model
	for i := range models {
		m := &models[i]
		if vendor != "" && m.Vendor != vendor || !isVersion(id, m.ID) {
			continue
		}
		if found == nil || len(m.ID) > len(found.ID) {
			found = m
		}
	}
	if found == nil {
		return nil
	}
	named := *found
	named.ID = id
	return &named
}

// isVersion reports whether id is name, or name and a date: 20250929,
// 2026-03-05, 0813, latest.
func isVersion(id, name string) bool {
	rest, ok := strings.CutPrefix(id, name)
	if !ok || rest == "" {
		return ok
	}
	return (rest[0] == '-' || rest[0] == '@') && (rest[1:] == "latest" || isDate(rest[1:]))
}

func isDate(s string) bool {
	shape := []byte(s)
	for i, c := range shape {
		if c >= '0' && c <= '9' {
			shape[i] = '0'
		}
	}
	switch string(shape) {
	case "0000", "00000000", "0000-00-00", "00-00", "00-0000":
		return true
	}
	return false
}
