package findings

import (
	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/lint"
	"convo/conv/rawjson"
)

// sarifReport is a log of SARIF 2.1.0.
type sarifReport struct {
	unframed
	w *rawjson.Writer
}

func (r *sarifReport) begin() {
	w := r.w
	w.BeginObject()
	w.Field("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
	w.Field("version", "2.1.0")
	w.ArrayField("runs")
	w.BeginObject()
	w.Field("columnKind", "unicodeCodePoints")
	w.ObjectField("tool")
	w.ObjectField("driver")
	w.Field("name", "convo")
	w.Field("version", frame.Version())
	w.ArrayField("rules")
	for _, rule := range AllRules() {
		writeSARIFRule(w, &rule)
	}
	w.EndArray()
	w.EndObject()
	w.EndObject()
	w.ArrayField("results")
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
	if rule.Severity == conv.Info {
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
	w.ArrayField("locations")
	w.BeginObject()
	w.ObjectField("physicalLocation")
	w.ObjectField("artifactLocation")
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
		w.ArrayField("logicalLocations")
		w.BeginObject()
		w.Field("fullyQualifiedName", f.place.Pointer)
		w.EndObject()
		w.EndArray()
	}
	w.EndObject()
	w.EndArray()
	w.EndObject()
}

func (r *sarifReport) end() error {
	r.w.EndArray()
	r.w.EndObject()
	r.w.EndArray()
	r.w.EndObject()
	r.w.Text("\n")
	return r.w.Flush()
}

// fileURI is the name of a file as a relative reference of RFC 3986.
func fileURI(name string) string {
	const digits = "0123456789ABCDEF"
	var b []byte
	for i := range len(name) {
		switch c := name[i]; {
		case c|0x20 >= 'a' && c|0x20 <= 'z', c >= '0' && c <= '9', c == '/', c == '.', c == '-', c == '_', c == '~':
			b = append(b, c)
		case c == '\\':
			b = append(b, '/')
		default:
			b = append(b, '%', digits[c>>4], digits[c&15])
		}
	}
	return string(b)
}
