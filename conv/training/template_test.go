package training_test

import (
	"strings"
	"testing"

	"convo/conv/training"
)

func TestTurns(t *testing.T) {
	for text, want := range map[string]string{
		"<|start_header_id|>user<|end_header_id|>\n\nHi.<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\nHello.<|eot_id|>": "user:Hi.|assistant:Hello.",
		"<bos><start_of_turn>user\nHi.<end_of_turn>\n<start_of_turn>model\nHello.<end_of_turn>":                                      "user:Hi.|assistant:Hello.",
		"<|user|>\nHi.</s>\n<|assistant|>\nHello.</s>":                                                                               "user:Hi.|assistant:Hello.",
		"A chat. USER: Hi. ASSISTANT: Set MY_USER: x.</s>USER: And?":                                                                 "system:A chat.|user:Hi.|assistant:Set MY_USER: x.|user:And?",
		"[|Human|] Hi.\n[|AI|] Hello.":                                                                                               "user:Hi.|assistant:Hello.",
		"\n\nHuman: Hi.\n\nNote: no.\n\nAssistant:":                                                                                  "user:Hi.\n\nNote: no.",
		"\n\nHuman:":                   "",
		"<|im_start|>user\n</s></s>":   "",
		"The moon [INSTALL] ### Human": "",
		"":                             "",
	} {
		var got []string
		for _, turn := range training.Turns(text) {
			got = append(got, turn.Role+":"+turn.Text)
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
}
