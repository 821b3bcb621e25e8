package openaichat

import (
	"testing"

	"convo/providers/internal/roomtest"
)

// The old fields become tools and a choice, and come back as they were,
// whatever else the request has.
func TestOldFunctions(t *testing.T) {
	f := Formats()[0]
	const (
		a = `{"name":"a","description":"A","parameters":{"type":"object"},"x":1}`
		m = `"messages":[{"role":"user","content":"x"}]`
	)
	for _, test := range []struct {
		name, body string
		tools      int
		choice     string
	}{
		{"alone", `{` + m + `,"functions":[` + a + `],"function_call":"auto"}`, 1, "auto"},
		{"one is named", `{` + m + `,"functions":[` + a + `],"function_call":{"name":"a"}}`, 1, "tool"},
		{"beside tools", `{` + m + `,"functions":[` + a + `],"tools":[{"type":"function","function":{"name":"b"}}]}`, 1, ""},
		{"behind tools", `{` + m + `,"tools":[{"type":"function","function":{"name":"b"}}],"functions":[` + a + `]}`, 1, ""},
		{"beside a choice", `{` + m + `,"functions":[` + a + `],"function_call":"none","tool_choice":"auto"}`, 1, "auto"},
		{"behind a choice", `{` + m + `,"functions":[` + a + `],"tool_choice":"auto","function_call":"none"}`, 1, "auto"},
		{"none", `{` + m + `,"functions":[],"function_call":"none"}`, 0, "none"},
		{"no functions", `{` + m + `,"functions":[{"name":7}],"function_call":{"name":"a","x":1}}`, 0, ""},
		{"no list", `{` + m + `,"functions":"a","function_call":"any"}`, 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := roomtest.Decode(t, &f, []byte(test.body))
			choice := ""
			if c.Request.ToolChoice != nil {
				choice = string(c.Request.ToolChoice.Mode)
			}
			if len(c.Tools) != test.tools || choice != test.choice {
				t.Errorf("%d tools, choice %q", len(c.Tools), choice)
			}
			if d := roomtest.APIDiff(t, &f, []byte(test.body), roomtest.Written(&f, c)); d != "" {
				t.Errorf("it comes back different: %s\n%s", d, roomtest.Written(&f, c))
			}
		})
	}
}

// An edited request is written in the new form.
func TestOldFunctionsEdited(t *testing.T) {
	f := Formats()[0]
	c := roomtest.Decode(t, &f, []byte(`{"messages":[{"role":"user","content":"x"}],"functions":[{"name":"a"}],"function_call":{"name":"a"}}`))
	c.Tools[0].Name, c.Request.ToolChoice.Name = "b", "b"
	want := `{"messages":[{"role":"user","content":"x"}],"tools":[{"type":"function","function":{"name":"b"}}],"tool_choice":{"type":"function","function":{"name":"b"}}}`
	if got := string(roomtest.Written(&f, c)); got != want {
		t.Errorf("got %s", got)
	}
}
