package chat

import (
	"maps"
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
	"convo/providers"
)

// keyVariable is the variable that stands for a key where a request is
// shown; "" if none would be sent.
func (r *reply) keyVariable(callee *providers.Callee) string {
	switch _, variable := r.keyFromEnvironment(callee); {
	case variable != "":
		return variable
	case len(callee.KeyVars) > 0 && !callee.Keyless:
		return callee.KeyVars[0]
	case r.keyFile != "":
		return "API_KEY"
	}
	return ""
}

// showRequest writes what would be sent, with a variable for the key.
func (r *reply) showRequest(call *providers.Call, sent *conv.Conversation, variable string) error {
	shown := *call
	if shown.Key = ""; variable != "" {
		shown.Key = "$" + variable
	}
	request := shown.Request(sent)
	header := [][2]string{}
	for _, name := range slices.Sorted(maps.Keys(request.Header)) {
		header = append(header, [2]string{name, strings.Join(request.Header[name], ", ")})
	}
	w := rawjson.NewWriter(r.pipe.Output.Text())
	switch r.dryRun {
	case "http":
		writeHTTP(w, request.Method+" "+request.URL, header, request.Body)
	case "curl":
		writeCurl(w, request.URL, header, request.Body, shown.Key)
	case "json":
		writeRequestJSON(w, request.Method, request.URL, header, request.Body)
	}
	return w.Flush()
}

func writeHTTP(w *rawjson.Writer, line string, header [][2]string, body []byte) {
	w.Text(line + "\n")
	for _, h := range header {
		w.Text(h[0] + ": " + h[1] + "\n")
	}
	w.Text("\n" + string(body) + "\n")
}

// writeCurl writes a command for sh. The body goes in on stdin, for an
// argument has a limit, and may be no secret that others see in a list of
// processes.
func writeCurl(w *rawjson.Writer, url string, header [][2]string, body []byte, key string) {
	w.Text("curl -sS --no-buffer --fail-with-body " + quotedForShell(url) + " \\\n")
	for _, h := range header {
		value := quotedForShell(h[0] + ": " + h[1])
		if before, found := strings.CutSuffix(h[1], key); found && key != "" {
			value = `"` + h[0] + ": " + before + "$" + `{` + strings.TrimPrefix(key, "$") + `:?}"`
		}
		w.Text("  -H " + value + " \\\n")
	}
	w.Text("  --data-binary @- <<'CONVO'\n" + string(body) + "\nCONVO\n")
}

// quotedForShell is a word for sh.
func quotedForShell(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func writeRequestJSON(w *rawjson.Writer, method, url string, header [][2]string, body []byte) {
	w.BeginObject()
	w.Field("method", method)
	w.Field("url", url)
	w.ObjectField("headers")
	for _, h := range header {
		w.Field(h[0], h[1])
	}
	w.EndObject()
	w.Key("body")
	w.Raw(rawjson.Raw(body))
	w.EndObject()
	w.Text("\n")
}
