package training

import "strings"

// Turn is a turn of a text that a chat template made.
type Turn struct{ Role, Text string }

// templates are what begins turns of the system, the user, the assistant and a tool in the
// chat templates of ChatML, Llama 3, Gemma, Zephyr and Phi, Llama 2, Baize, Guanaco, HH-RLHF,
// and Vicuna and Glaive.
var templates = [...][4]string{
	{"<|im_start|>system\n", "<|im_start|>user\n", "<|im_start|>assistant\n", "<|im_start|>tool\n"},
	{"<|start_header_id|>system<|end_header_id|>", "<|start_header_id|>user<|end_header_id|>", "<|start_header_id|>assistant<|end_header_id|>", "<|start_header_id|>ipython<|end_header_id|>"},
	{"", "<start_of_turn>user\n", "<start_of_turn>model\n", ""},
	{"<|system|>", "<|user|>", "<|assistant|>", "<|tool|>"},
	{"", "[INST]", "[/INST]", ""},
	{"", "[|Human|]", "[|AI|]", ""},
	{"### System:", "### Human:", "### Assistant:", ""},
	{"", "\n\nHuman:", "\n\nAssistant:", ""},
	{"SYSTEM:", "USER:", "ASSISTANT:", "FUNCTION RESPONSE:"},
}

var templateRoles = [...]string{"system", "user", "assistant", "tool"}

// marks are tokens around turns that say nothing.
var marks = []string{
	"<|im_end|>", "<|eot_id|>", "<end_of_turn>", "<|end|>", "<|endoftext|>", "<|begin_of_text|>", "<bos>", "<eos>", "<s>", "</s>",
}

// next is where the next turn of a template begins, -1 for any, where its text does, and
// whose it is.
func next(text string, from, of int) (at, end, template int, role string) {
	for at = from; at < len(text); at++ {
		if strings.IndexByte("<[#\nSUAF", text[at]) < 0 || text[at] >= 'A' && text[at] <= 'Z' && at > 0 && strings.IndexByte(" \n>", text[at-1]) < 0 {
			continue
		}
		for i := range templates {
			for k, mark := range templates[i] {
				if (of < 0 || of == i) && mark != "" && strings.HasPrefix(text[at:], mark) {
					return at, at + len(mark), i, templateRoles[k]
				}
			}
		}
	}
	return at, at, of, ""
}

// Turns are the turns of a text that a chat template made, nil if it is no such text. What
// stands before them is the system's.
func Turns(text string) (turns []Turn) {
	at, end, of, following := next(text, 0, -1)
	if of < 0 {
		return nil
	}
	for from, role := 0, "system"; ; {
		said := unmarked(text[from:at])
		if rest, ok := strings.CutPrefix(said, "<<SYS>>"); ok { // of Llama 2, in a question
			system, asked, _ := strings.Cut(rest, "<</SYS>>")
			turns, said = append(turns, Turn{"system", strings.TrimSpace(system)}), strings.TrimSpace(asked)
		}
		if said != "" {
			turns = append(turns, Turn{role, said})
		}
		if at == len(text) {
			return turns
		}
		from, role = end, following
		at, end, _, following = next(text, from, of)
	}
}

// unmarked is a text without the marks and the white space around it.
func unmarked(text string) string {
	for was := -1; was != len(text); {
		was = len(text)
		text = strings.TrimSpace(text)
		for _, m := range marks {
			text = strings.TrimPrefix(strings.TrimSuffix(text, m), m)
		}
	}
	return text
}
