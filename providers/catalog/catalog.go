// Package catalog is compiled-in data about vendors and their models.
//
// The rule of the room: rows and the search for one, nothing else. A vendor
// is a row of vendors.go, a model a row of models.go; what a row says is a
// fact of the vendor's documentation, with its source beside the table.
package catalog

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/providers/internal/protocol"
)

// Vendor is somebody who serves models over one of the protocols.
type Vendor struct {
	Name     string // as VENDOR/MODEL has it, and the provider of answers
	Protocol string // the id of the format of its requests
	Also     string // that of another protocol that it speaks, "" if none
	Default  string // the model to ask if none is named; "": one has to be

	// BaseURL is where it is reached, as its own SDK takes it; in {braces}
	// the name of the variable that says a part of it. See [Vendor.Base].
	BaseURL  string
	BaseVars []string // variables with another address, the first one set counts
	HostVars []string // the same, but the path may be missing from them
	// KeyVars are variables with the key, the first one set counts.
	KeyVars []string
	// Local: it runs on this machine, and may need no key.
	Local bool
	// Unasked: its key being set does not mean that it is meant.
	Unasked bool

	Auth    protocol.Header   // what carries the key; zero: as the protocol has it
	Headers []protocol.Header // what every request says beside the protocol's
	// Limit is the member that limits an answer, whatever the model is
	// called; "": as the protocol has it.
	Limit string
	// NoUsage: it refuses to be asked for the usage of a stream, which it
	// tells unasked.
	NoUsage bool
	// Refuses are parameters that it answers with an error.
	Refuses conv.Params

	// Amend changes the protocol's rules to the vendor's own; nil: they are
	// the same.
	Amend func(*conv.Rules)
	// Developer: its models that reason take instructions as the developer's
	// in chat completions.
	Developer bool
	// AnyModel: it serves others' models, too many to list. Nothing is known
	// of one that has no row.
	AnyModel bool
}

// Model is one model of a vendor. Sizes are in tokens. Without a Context
// nothing is known of it but its ID.
type Model struct {
	Vendor string
	ID     string // as requests name it

	Input     conv.Blocks // the media it takes beside text
	Reasoning bool        // it reasons, or can
	Efforts   string      // of reasoning that it takes, the highest last; "": not known, or none
	Tools     bool        // it calls tools that a request defines
	Context   int         // of input and output together
	MaxOutput int         // of one answer, reasoning included

	// Refuses are parameters that it answers with an error, beside its
	// vendor's.
	Refuses conv.Params
	// Amend changes its vendor's rules to the model's own; nil: none.
	Amend func(*conv.Rules)
}

// UnknownVendor is the error of a name that is no vendor's, nor a model's.
type UnknownVendor struct{ Name string }

func (e *UnknownVendor) Error() string { return `unknown vendor or model "` + e.Name + `"` }

// UnknownModel is the error of a model that a vendor is not known to have.
type UnknownModel struct{ Vendor, Name string }

func (e *UnknownModel) Error() string { return `unknown model "` + e.Name + `" of ` + e.Vendor }

// Find finds VENDOR/MODEL, or a MODEL by itself, whose row tells the vendor,
// or a VENDOR, for which the model is nil. A model's ID may have a date or
// "latest" behind it: claude-sonnet-4-5-20250929 is a claude-sonnet-4-5, and
// keeps its name. The error is an *UnknownVendor or an *UnknownModel.
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

// Vendors are the names of the vendors.
func Vendors() []string {
	var names []string
	for i := range vendors {
		names = append(names, vendors[i].Name)
	}
	return names
}

// Models are the models, in the order of the table, a vendor's together.
func Models() []Model { return slices.Clone(models) }

func vendorNamed(name string) *Vendor {
	for i := range vendors {
		if vendors[i].Name == name {
			return &vendors[i]
		}
	}
	return nil
}

// modelOf is a vendor's model by its ID or a dated one, under the name that
// was asked for. The vendor "" is any.
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
