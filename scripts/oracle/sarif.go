package main

import (
	"bytes"
	"encoding/json"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// judgeSARIF judges a report of findings by the types and the official JSON
// Schema of SARIF 2.1.0.
func judgeSARIF(body []byte, _ bool) (f findings) {
	var r sarif.Report
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		f.add("/", "the types cannot decode this: %v", err)
		return f
	}
	full, err := sarif.FromBytes(body)
	if err == nil {
		for _, run := range full.Runs { // the types write absent fields, so the value must be the default
			run.Language, run.Tool.Driver.Language, run.NewlineSequences = "en-US", "en-US", []string{"\n"}
		}
		err = full.Validate()
	}
	f.addIf(err != nil, "/", "%v", err)
	f.addIf(len(r.Runs) != 1 || len(r.Runs[0].Results) == 0, "/runs", "want one run with results")
	return f
}
