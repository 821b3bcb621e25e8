package atif

import (
	"strings"
	"testing"
)

func TestBadInput(t *testing.T) {
	for _, tt := range []struct{ input, want string }{
		{`17`, "offset 0: want an agent trajectory, got a number"},
		{`{"schema_version":"ATIF-v1.7"}`, "offset 0: not an agent trajectory: steps is missing"},
		{`{"steps":[1]}`, "offset 10: want a step as an object"},
		{`{"steps":{}}`, "offset 9: want a list of steps, got an object"},
		{`{"steps":[],"subagent_trajectories":[1]}`, "offset 37: want an agent trajectory, got a number"},
	} {
		got := ""
		for _, err := range decode([]byte(tt.input), nil) {
			if err != nil {
				got = err.Error()
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.input, got, tt.want)
		}
	}
}

// A helper's trajectory comes after the one that has it, and names its session.
func TestHelpers(t *testing.T) {
	input := `{"session_id":"s","subagent_trajectories":[
		{"trajectory_id":"a","session_id":"s","steps":[{"source":"user","message":"Look."}],"subagent_trajectories":[{"trajectory_id":"b","steps":[]}]},
		{"trajectory_id":"c","steps":[]}],"steps":[{"source":"user","message":"Go."}]}`
	var got []string
	for c, err := range decode([]byte(input), nil) {
		if err != nil {
			t.Fatal(err)
		}
		one := c.ID
		if p := c.Session.Parent; p != nil {
			one += " of " + p.Session
		}
		for range c.Messages {
			one += "."
		}
		got = append(got, one)
	}
	if want := "s., a of s., b of a, c of s"; strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %s", got, want)
	}
}
