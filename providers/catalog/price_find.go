package catalog

import (
	"slices"
	"strings"
)

// Find finds a model's price. The vendor that served it decides; without one,
// the vendor in the model's name, or the vendor whose model it is. The name may
// end with a date. It returns nil if the table has no price.
func (p *Prices) Find(vendor, model string) *Price {
	model = strings.ToLower(strings.TrimSpace(model))
	if model == "" {
		return nil
	}
	if v := vendorNamed(vendor); v != nil && v.Local {
		return &Price{Vendor: vendor, ID: model, Free: true, rates: make([]Rates, 1)}
	}
	if found := p.of(p.vendor(AnyVendor), model); found != nil {
		return found
	}
	if vendor = strings.ToLower(strings.TrimSpace(vendor)); vendor != "" {
		return p.of(p.vendor(vendor), model)
	}
	model = strings.TrimPrefix(model, "models/")
	if first, rest, ok := strings.Cut(model, "/"); ok {
		if found := p.of(p.vendor(first), rest); found != nil {
			return found
		}
	}
	for i := range p.vendors {
		if v := &p.vendors[i]; matchesAny(v.owns, model) {
			return p.of(v, model)
		}
	}
	return nil
}

// vendor finds a vendor by name, nil if there is none.
func (p *Prices) vendor(name string) *priced {
	for i := range p.vendors {
		if p.vendors[i].name == name {
			return &p.vendors[i]
		}
	}
	for i := range p.vendors {
		if matchesAny(p.vendors[i].names, name) {
			return &p.vendors[i]
		}
	}
	return nil
}

// of returns a vendor's price of a model, under the first spelling that the
// table has.
func (p *Prices) of(v *priced, model string) *Price {
	if v == nil {
		return nil
	}
	for _, name := range spellings(v.name, model) {
		if found := p.exactly(v, name); found != nil {
			return found
		}
		for _, other := range v.others {
			if found := p.exactly(p.vendor(other), name); found != nil {
				return found
			}
		}
	}
	return nil
}

func (p *Prices) exactly(v *priced, model string) *Price {
	if v == nil {
		return nil
	}
	c := p.modelsOf(v)
	for range c.Elements {
		if price := readPrice(c); matchesAny(price.match, model) {
			price.Vendor = v.name
			return price
		}
	}
	return nil
}

// spellings are the names that a model may have in a vendor's table: its own,
// its own with the date as 2025-09-29, its own after the last slash, each
// without the date, and each with -latest.
func spellings(vendor, model string) []string {
	names := []string{model}
	add := func(name string) {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if i := strings.LastIndexByte(model, '/'); i >= 0 && (model[:i] == vendor || strings.HasSuffix(model[:i], "models")) {
		add(model[i+1:])
	}
	for _, name := range slices.Clone(names) {
		if plain, latest := strings.CutSuffix(name, "-latest"); latest {
			add(plain)
			continue
		}
		i := strings.LastIndexAny(name, "-@")
		if i < 0 {
			continue
		}
		if date := name[i+1:]; len(date) == 8 && isDate(date) {
			add(name[:i+1] + date[:4] + "-" + date[4:6] + "-" + date[6:])
			add(name[:i])
		} else if i > 5 && i+3 == len(name) && len(name) > 11 && isDate(name[len(name)-10:]) {
			add(name[:len(name)-11])
		}
	}
	for _, name := range slices.Clone(names) {
		add(name + "-latest")
	}
	return names
}

// matchesAny reports whether a name matches a pattern, and none of the patterns
// that begin with "!".
func matchesAny(patterns []string, name string) bool {
	found := false
	for _, pattern := range patterns {
		if not, excludes := strings.CutPrefix(pattern, "!"); !excludes {
			found = found || like(pattern, name)
		} else if like(not, name) {
			return false
		}
	}
	return found
}

// like reports whether a name matches a pattern: # is a digit, * is any text.
func like(pattern, name string) bool {
	for i := 0; i < len(pattern); i++ {
		if pattern[i] == '*' {
			for skip := 0; skip <= len(name)-i; skip++ {
				if like(pattern[i+1:], name[i+skip:]) {
					return true
				}
			}
			return false
		}
		if i >= len(name) || pattern[i] != name[i] && (pattern[i] != '#' || name[i] < '0' || name[i] > '9') {
			return false
		}
	}
	return len(pattern) == len(name)
}
