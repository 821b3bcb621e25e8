package pipe

import (
	"encoding/json"
	"strings"
	"text/template"
)

// NewTemplate reads a Go template, to which a missing key is an error.
func NewTemplate(source string) (*template.Template, error) {
	return template.New("T").Option("missingkey=error").Parse(source)
}

// TemplateReason takes apart why a template makes nothing, which the library
// says as template: T:LINE:COLUMN: executing "T" at <.x>: why.
func TemplateReason(err error) (where, what string) {
	where, what, _ = strings.Cut(strings.TrimPrefix(err.Error(), "template: T:"), ": ")
	return where, strings.TrimPrefix(what, `executing "T" at `)
}

// TemplateData is JSON as templates read it: numbers as they were written.
func TemplateData(text string, into any) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return d.Decode(into)
}
