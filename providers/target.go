package providers

import (
	"errors"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/conv/training"
	"convo/providers/catalog"
)

// Target is what a conversation is adapted for: a format, and what is known of
// the vendor and the model that will read it.
type Target struct {
	Format *format.Format
	Model  format.TargetModel
	// NoTools means that the model calls no tools; adapt.Flatten comes first.
	NoTools bool

	vendor   *catalog.Vendor // nil: the protocol alone
	model    *catalog.Model  // nil: any
	unlisted bool            // the catalog lists the vendor's models, and not this one
}

// TargetNamed finds VENDOR/MODEL, MODEL, VENDOR, or a protocol: the name of a
// format that servers take. A model that the catalog lacks goes by the rules of its
// vendor, and [Target.Doubt] says so. The error is an *UnknownTarget.
func TargetNamed(name string) (*Target, error) {
	v, m, listed, err := modelNamed(name)
	if err == nil {
		g, err := goalOf(v, m, v.Protocol)
		if err == nil {
			g.unlisted = !listed && !v.Local
		}
		return g, err
	}
	f, unknown := Lookup(name)
	switch {
	case unknown != nil:
		return nil, &UnknownTarget{err}
	case f.Rules == (format.Rules{}):
		return nil, &UnknownTarget{errors.New(name + " is a format, but not one to call a model with")}
	}
	if f.History == format.WholeHistory {
		f.History = format.SentHistory
	}
	return &Target{Format: f}, nil
}

// modelNamed finds a vendor and a model, which is nil for a vendor's name alone. Of
// a model that the catalog does not list only the name is known.
func modelNamed(name string) (v *catalog.Vendor, m *catalog.Model, listed bool, err error) {
	v, m, err = catalog.Find(name)
	unlisted := (*catalog.UnknownModel)(nil)
	if !errors.As(err, &unlisted) || unlisted.Name == "" {
		return v, m, err == nil, err
	}
	v, _, err = catalog.Find(unlisted.Vendor)
	return v, &catalog.Model{Vendor: unlisted.Vendor, ID: unlisted.Name, Tools: true}, false, err
}

// Doubt says that the catalog lacks the model, which its vendor may have all the
// same, and which models may have been meant. "" if it has the model.
func (g *Target) Doubt() string {
	if !g.unlisted {
		return ""
	}
	return doubt(g.vendor.Name, g.model.ID)
}

func doubt(vendor, model string) string {
	hint := "see convo models"
	if near := nearGoals(&catalog.UnknownModel{Vendor: vendor, Name: model}); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, " or ") + "?"
	}
	return "convo does not know the model " + vendor + "/" + model + "; " + hint
}

// WithWholeHistory returns the target without compaction: a call sends all messages,
// and summaries where they stand.
func (g *Target) WithWholeHistory() *Target {
	out, f := *g, *g.Format
	f.History = format.WholeHistory
	out.Format = &f
	return &out
}

// NearGoals returns the models, vendors and protocols that a name was likely meant
// for.
func NearGoals(name string) []string {
	_, _, err := catalog.Find(name)
	return nearGoals(err)
}

// nearGoals returns the names that were likely meant.
func nearGoals(err error) []string {
	var known []string
	var unknown *catalog.UnknownModel
	name := ""
	if errors.As(err, &unknown) {
		name = unknown.Vendor + "/" + unknown.Name
		for _, m := range catalog.Models() {
			if m.Vendor == unknown.Vendor {
				known = append(known, m.Vendor+"/"+m.ID)
			}
		}
	} else if v := (*catalog.UnknownVendor)(nil); errors.As(err, &v) {
		name = v.Name
		known = catalog.Vendors()
		for _, p := range protocols() {
			if !slices.Contains(known, p) {
				known = append(known, p)
			}
		}
		for _, m := range catalog.Models() {
			known = append(known, m.Vendor+"/"+m.ID)
			if !strings.Contains(name, "/") {
				known = append(known, m.ID)
			}
		}
	}
	near := modelsWith(name)
	if len(near) == 0 {
		near = Nearest(name, known)
	}
	const most = 4
	return near[:min(len(near), most)]
}

// modelsWith returns the models whose names contain a name of some length, such
// as sonnet or llama3, the shortest first.
func modelsWith(name string) (found []string) {
	squeeze := strings.NewReplacer("-", "", ".", "", "_", "", " ", "").Replace
	part := squeeze(strings.ToLower(name))
	if len(part) < 4 || strings.Contains(name, "/") {
		return nil
	}
	for _, m := range catalog.Models() {
		if strings.Contains(squeeze(strings.ToLower(m.ID)), part) && !slices.Contains(found, m.Vendor+"/"+m.ID) {
			found = append(found, m.Vendor+"/"+m.ID)
		}
	}
	slices.SortStableFunc(found, func(a, b string) int { return len(a) - len(b) })
	return found
}

// protocols returns the names of the formats in which models are called.
func protocols() []string {
	var names []string
	for f := range unguarded {
		if f.Rules != (format.Rules{}) {
			names = append(names, f.Name)
		}
	}
	return names
}

// In returns the target in another format, if its vendor takes it too. In the format of
// a batch, the id and the fields of a line stay. Where training data is written, both
// answers of a pair and what is learned of an answer stay. Else it is g itself.
func (g *Target) In(format string) *Target {
	for _, b := range batches {
		if b.name == format {
			out := *g.In(b.host()[0].Name)
			f := *out.Format
			b.hold(&f.Capabilities)
			out.Format = &f
			return &out
		}
	}
	if to, err := Lookup(format); err == nil && to.Capabilities.GuestFamily == training.Family {
		out, f := *g, *g.Format
		f.Capabilities.GuestFamily = training.Family
		out.Format = &f
		return &out
	}
	if g.vendor == nil || format == "" || format != g.vendor.Also {
		return g
	}
	in, err := goalOf(g.vendor, g.model, format)
	if err != nil {
		return g
	}
	in.unlisted = g.unlisted
	return in
}

// goalOf returns the target of rows of the catalog, in one of the vendor's
// protocols. The model may be nil.
func goalOf(v *catalog.Vendor, m *catalog.Model, protocol string) (*Target, error) {
	f, err := Lookup(protocol)
	if err != nil {
		return nil, errors.New(v.Name + " speaks " + protocol + ", which this build cannot write")
	}
	rules := f.Rules
	if v.Amend != nil {
		v.Amend(&rules)
	}
	f.Capabilities.Params &^= v.Refuses
	g := &Target{Format: f, Model: format.TargetModel{Provider: v.Name, Rules: &rules, Signer: Signer}, vendor: v, model: m}
	if m == nil {
		return g, nil
	}
	f.Capabilities.Params &^= m.Refuses
	if m.MaxOutput > 0 && rules.MaxTokens != "" {
		rules.MaxTokens = rawjson.NumberOf(int64(min(m.MaxOutput, longAnswer)))
	}
	if m.Efforts != "" {
		rules.Efforts = " " + m.Efforts + " "
	}
	if m.Amend != nil {
		m.Amend(&rules)
	}
	g.Model.Model, g.NoTools = m.ID, !m.Tools
	g.Model.Window, g.Model.Room = int64(m.Context), g.Room()
	if m.Context > 0 {
		g.Model.Input, g.Model.KnowsInput, g.Model.NoReasoning = m.Input, true, !m.Reasoning
	}
	if v.Developer && m.Reasoning && f.Family == "openai-chat" { // other formats have no role for instructions
		g.Model.Instructions = conv.RoleDeveloper
	}
	return g, nil
}

// longAnswer is the token limit of an answer if the protocol demands one and
// nobody asked for one. It stops a model that runs away, and no useful answer.
const longAnswer = 32000

// Unsupported returns the parameters of a request that the target's format cannot
// express or its model refuses, under their names in conversation.json. The
// request may be nil.
func (g *Target) Unsupported(r *conv.Request) []string {
	refused := ^g.Format.Capabilities.Params
	if rules := g.Model.Rules; rules != nil && r.Reasons() {
		refused |= rules.ReasoningExcludes
	}
	names := refused.In(r)
	if g.Model.NoReasoning && r.Reasons() {
		names = append(names, "reasoning")
	}
	return names
}

// UnknownTarget is the error of a name that is not a model, vendor or protocol.
type UnknownTarget struct{ Err error }

// Near returns names that may have been meant.
func (e *UnknownTarget) Near() []string { return nearGoals(e.Err) }

func (e *UnknownTarget) Error() string { return e.Err.Error() }

func (e *UnknownTarget) Unwrap() error { return e.Err }

// Hint says what may have been meant, or what is available.
func (e *UnknownTarget) Hint() string {
	var parts []string
	near := e.Near()
	if len(near) > 0 {
		parts = append(parts, "did you mean "+strings.Join(near, " or ")+"?")
	}
	var model *catalog.UnknownModel
	switch {
	case errors.As(e.Err, &model):
		parts = append(parts, "--for "+model.Vendor+" adapts to its protocol alone")
	case len(near) == 0:
		parts = append(parts, "want VENDOR/MODEL, a vendor ("+strings.Join(catalog.Vendors(), ", ")+
			") or a protocol ("+strings.Join(protocols(), ", ")+")")
	}
	return strings.Join(parts, " ")
}
