package findings

import (
	"net/url"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// sarifReport is a log of SARIF 2.1.0.
type sarifReport struct {
	unframed
	w *rawjson.Writer
}

func (r *sarifReport) begin() {
	w := r.w
	w.Text(`{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[`)
	w.Text(`{"columnKind":"unicodeCodePoints","tool":{"driver":{"name":"convo",`)
	w.Field("version", frame.Version())
	w.ArrayField("rules")
	for _, rule := range AllRules() {
		writeSARIFRule(w, &rule)
	}
	w.EndArray()
	w.Text(`}},"results":[`)
}

func writeSARIFRule(w *rawjson.Writer, rule *lint.Rule) {
	w.BeginObject()
	w.Field("id", rule.ID)
	if rule.Was != "" {
		w.StringsField("deprecatedIds", []string{rule.Was})
	}
	writeSARIFText(w, "shortDescription", rule.Title)
	writeSARIFText(w, "fullDescription", rule.Explain)
	writeSARIFText(w, "help", rule.Fix)
	w.ObjectField("defaultConfiguration")
	w.Field("level", sarifLevel(rule))
	w.EndObject()
	w.EndObject()
}

func writeSARIFText(w *rawjson.Writer, key, text string) {
	w.ObjectField(key)
	w.Field("text", text)
	w.EndObject()
}

// sarifLevel is what SARIF calls a rule's severity.
func sarifLevel(rule *lint.Rule) string {
	if rule.Severity == note.Info {
		return "note"
	}
	return string(rule.Severity)
}

func (r *sarifReport) finding(f *fault) {
	w := r.w
	w.BeginObject()
	w.Field("ruleId", f.rule.ID)
	w.Field("level", sarifLevel(f.rule))
	writeSARIFText(w, "message", f.message)
	w.Text(`,"locations":[{"physicalLocation":{"artifactLocation":{`)
	w.Field("uri", fileURI(f.file))
	w.EndObject()
	if f.place.Line > 0 {
		w.ObjectField("region")
		w.IntField("startLine", int64(f.place.Line))
		w.IntField("startColumn", int64(f.place.Column))
		w.EndObject()
	}
	w.EndObject()
	if f.place.Pointer != "" {
		w.Text(`,"logicalLocations":[{`)
		w.Field("fullyQualifiedName", f.place.Pointer)
		w.Text("}]")
	}
	w.Text("}]")
	w.EndObject()
}

func (r *sarifReport) end() error {
	r.w.Text("]}]}\n")
	return r.w.Flush()
}

// fileURI is the name of a file as a relative reference of RFC 3986.
func fileURI(name string) string {
	query := url.QueryEscape(strings.ReplaceAll(name, `\`, "/"))
	return strings.NewReplacer("+", "%20", "%2F", "/").Replace(query)
}
