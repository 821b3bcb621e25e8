package commands

import (
	"encoding/json"
	"strings"
	"text/template"
)

// newTemplate reads a Go template, to which a missing key is an error.
func newTemplate(source string) (*template.Template, error) {
	return template.New("T").Option("missingkey=error").Parse(source)
}

// templateReason takes apart why a template makes nothing, which the library
// says as template: T:LINE:COLUMN: executing "T" at <.x>: why.
func templateReason(err error) (where, what string) {
	where, what, _ = strings.Cut(strings.TrimPrefix(err.Error(), "template: T:"), ": ")
	return where, strings.TrimPrefix(what, `executing "T" at `)
}

// templateData is JSON as templates read it: numbers as they were written.
func templateData(text string, into any) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return d.Decode(into)
}
