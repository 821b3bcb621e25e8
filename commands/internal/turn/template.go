package turn

import (
	"maps"
	"strconv"
	"strings"
	"text/template"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv/rawjson"
)

// fromTemplate is what a template makes of the variables of -V and --vars.
func fromTemplate(p *frame.Program, name string) (string, error) {
	t, err := readTemplate(name)
	if err != nil {
		return "", err
	}
	vars, err := variables(p)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := t.Execute(&b, vars); err != nil {
		return "", templateFailure(name, err)
	}
	return b.String(), nil
}

func readTemplate(name string) (*template.Template, error) {
	source, err := frame.TextOf(name)
	if err != nil {
		return nil, err
	}
	t, err := pipe.NewTemplate(source)
	if err != nil {
		return nil, templateFailure(name, err)
	}
	return t, nil
}

// variables are those of the --vars files and of -V, where the later counts
// and -V over all files.
func variables(p *frame.Program) (map[string]any, error) {
	vars := map[string]any{}
	for _, s := range p.Parsed.Settings {
		if s.Name != "vars" {
			continue
		}
		if err := addVariables(vars, s.Value); err != nil {
			return nil, err
		}
	}
	given, err := flagVariables(p)
	maps.Copy(vars, given)
	return vars, err
}

// flagVariables are those of -V.
func flagVariables(p *frame.Program) (map[string]any, error) {
	vars := map[string]any{}
	for _, s := range p.Parsed.Settings {
		if s.Name != "var" {
			continue
		}
		key, value, ok := strings.Cut(s.Value, "=")
		if !ok || key == "" {
			return nil, frame.UsageError("-V %q: want K=V", s.Value)
		}
		vars[key] = value
	}
	return vars, nil
}

// addVariables adds the fields of the object in a file. A null is left out, so
// that a template that uses it fails.
func addVariables(vars map[string]any, name string) error {
	data, err := frame.JSONFile(name)
	if err != nil {
		return err
	}
	if k := rawjson.NewCursor(data).Kind(); k != rawjson.Object {
		return &frame.Failure{Code: frame.ExitUnreadable, File: name, What: "variables are an object, not " + k.String()}
	}
	more := map[string]any{}
	if err := pipe.TemplateData(string(data), &more); err != nil {
		return &frame.Failure{Code: frame.ExitUnreadable, File: name, What: err.Error()}
	}
	withoutNulls(more)
	maps.Copy(vars, more)
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

// templateFailure says where and why a template failed.
func templateFailure(name string, err error) *frame.Failure {
	where, what := pipe.TemplateReason(err)
	f := &frame.Failure{Code: frame.ExitUnreadable, File: name + ":" + where, What: what}
	_, key, missing := strings.Cut(what, `map has no entry for key "`)
	if key, _, _ = strings.Cut(key, `"`); missing {
		f.Code, f.What = frame.ExitUsage, "no value for "+strconv.Quote(key)
		return f.WithHint("set it with -V %s=VALUE or in a --vars FILE", key)
	}
	return f
}
