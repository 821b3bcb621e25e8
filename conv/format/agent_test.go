package format

import "testing"

// The question of a session is the first text that a person typed, and one that a
// program wrote in the person's name only where there is no other.
func TestQuestionOfASession(t *testing.T) {
	for _, tt := range []struct {
		texts []string
		want  string
	}{
		{[]string{" Is it ebb? ", "And now?"}, "Is it ebb?"},
		{[]string{"", SystemMark + "Be brief.", "<environment_context>\nquay</environment_context>", "Is it ebb?", "And now?"}, "Is it ebb?"},
		{[]string{"<environment_context>", SystemMark + "Be brief."}, "<environment_context>"},
		{[]string{"<b>Is it ebb?</b>", "And now?"}, "<b>Is it ebb?</b>"},
		{[]string{"<- is this_ a tag?>", "And now?"}, "<- is this_ a tag?>"},
	} {
		g := &SessionInfo{}
		for _, text := range tt.texts {
			g.Asked(text)
		}
		g.Late = true
		g.Asked("Is it late?")
		if g.Question != tt.want {
			t.Errorf("of %q, the question is %q, want %q", tt.texts, g.Question, tt.want)
		}
	}
}
