package training

import "strings"

// Turn is a turn of a text that a chat template made.
type Turn struct{ Role, Text string }

// template is how a chat template begins turns: a word between two texts. The words are
// those for the system, the user, the assistant and a tool.
type template struct {
	before, after string
	words         [4]string
}

// templates are those of ChatML, Llama 3, Gemma, Zephyr and Phi, Llama 2, Baize, Guanaco,
// HH-RLHF, and Vicuna and Glaive.
var templates = [...]template{
	{"<|im_start|>", "\n", [4]string{"system", "user", "assistant", "tool"}},
	{"<|start_header_id|>", "<|end_header_id|>", [4]string{"system", "user", "assistant", "ipython"}},
	{"<start_of_turn>", "\n", [4]string{"", "user", "model", ""}},
	{"<|", "|>", [4]string{"system", "user", "assistant", "tool"}},
	{"[", "]", [4]string{"", "INST", "/INST", ""}},
	{"[|", "|]", [4]string{"", "Human", "AI", ""}},
	{"### ", ":", [4]string{"System", "Human", "Assistant", ""}},
	{"\n\n", ":", [4]string{"", "Human", "Assistant", ""}},
	{"", ":", [4]string{"SYSTEM", "USER", "ASSISTANT", "FUNCTION RESPONSE"}},
}

var templateRoles = [...]string{"system", "user", "assistant", "tool"}

// marks are tokens around turns that say nothing.
var marks = []string{
	"<|im_end|>", "<|eot_id|>", "<end_of_turn>", "<|end|>", "<|endoftext|>", "<|begin_of_text|>", "<bos>", "<eos>", "<s>", "</s>",
}

// next is where the next turn begins, where its text does, and whose it is.
func (t *template) next(text string, from int) (at, end int, role string) {
	for at = from; at < len(text); at++ {
		n := strings.Index(text[at:], t.before)
		if n < 0 {
			break
		}
		at += n
		rest := text[at+len(t.before):]
		for i, word := range t.words {
			if after, ok := strings.CutPrefix(rest, word); ok && word != "" && strings.HasPrefix(after, t.after) &&
				(t.before != "" || at == 0 || strings.IndexByte(" \n>", text[at-1]) >= 0) {
				return at, len(text) - len(after) + len(t.after), templateRoles[i]
			}
		}
	}
	return len(text), len(text), ""
}

// Turns are the turns of a text that a chat template made, nil if it is no such text. What
// stands before them is the system's.
func Turns(text string) (turns []Turn) {
	first, of := len(text), -1
	for i := range templates {
		if at, _, _ := templates[i].next(text[:first], 0); at < first {
			first, of = at, i
		}
	}
	if of < 0 {
		return nil
	}
	role := "system"
	for from, at := 0, first; ; {
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
		_, from, role = templates[of].next(text, at)
		at, _, _ = templates[of].next(text, from)
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
