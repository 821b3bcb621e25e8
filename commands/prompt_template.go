package commands

import (
	"maps"
	"strconv"
	"strings"

	"convo/conv/rawjson"
)

// fromTemplate is what a template makes of the variables of -V and --vars.
func (p *program) fromTemplate(name string) (string, error) {
	source, err := textOf(name)
	if err != nil {
		return "", err
	}
	vars, err := p.variables()
	if err != nil {
		return "", err
	}
	t, err := newTemplate(source)
	if err != nil {
		return "", templateFailure(name, err)
	}
	var b strings.Builder
	if err := t.Execute(&b, vars); err != nil {
		return "", templateFailure(name, err)
	}
	return b.String(), nil
}

// variables are those of the --vars files and of -V, where the later counts
// and -V over all files.
func (p *program) variables() (map[string]any, error) {
	vars := map[string]any{}
	for _, s := range p.parsed.settings {
		if s.name != "vars" {
			continue
		}
		if err := addVariables(vars, s.value); err != nil {
			return nil, err
		}
	}
	given, err := p.flagVariables()
	maps.Copy(vars, given)
	return vars, err
}

// flagVariables are those of -V.
func (p *program) flagVariables() (map[string]any, error) {
	vars := map[string]any{}
	for _, s := range p.parsed.settings {
		if s.name != "var" {
			continue
		}
		key, value, ok := strings.Cut(s.value, "=")
		if !ok || key == "" {
			return nil, usageError("-V %q: want K=V", s.value)
		}
		vars[key] = value
	}
	return vars, nil
}

// addVariables adds the members of the object in a file. A null is none:
// a template that asks for it is to fail.
func addVariables(vars map[string]any, name string) error {
	data, err := jsonFile(name)
	if err != nil {
		return err
	}
	if k := rawjson.NewCursor(data).Kind(); k != rawjson.Object {
		return &failure{code: exitUnreadable, file: name, what: "variables are an object, and this is " + k.String()}
	}
	more := map[string]any{}
	if err := templateData(string(data), &more); err != nil {
		return &failure{code: exitUnreadable, file: name, what: err.Error()}
	}
	withoutNulls(more)
	for key, value := range more {
		vars[key] = value
	}
	return nil
}

func withoutNulls(m map[string]any) {
	for key, value := range m {
		switch value := value.(type) {
		case nil:
			delete(m, key)
		case map[string]any:
			withoutNulls(value)
		}
	}
}

// templateFailure says where and why the template of a file makes nothing.
func templateFailure(name string, err error) *failure {
	where, what := templateReason(err)
	f := &failure{code: exitUnreadable, file: name + ":" + where, what: what}
	_, key, missing := strings.Cut(what, `map has no entry for key "`)
	if key, _, _ = strings.Cut(key, `"`); missing {
		f.code, f.what = exitUsage, "no value for "+strconv.Quote(key)
		return f.withHint("give it with -V %s=VALUE or in a --vars FILE", key)
	}
	return f
}
