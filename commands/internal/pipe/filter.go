package pipe

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/edit"
	"convo/conv/format"
	"convo/conv/note"
	"convo/conv/rawjson"
)

// filter is a program that changes conversations: one as conversation.json
// on its stdin, one on its stdout.
type filter struct {
	name string // as it was given
	path string
	args []string
}

// filterOperation passes each conversation through the program that a
// command names. No shell is between.
func filterOperation(command string) ([]Operation, error) {
	words, err := commandWords(command)
	if err != nil {
		f := frame.AsFailure(err)
		f.What = "--filter " + f.What
		return nil, f
	}
	path, err := exec.LookPath(words[0])
	if err != nil {
		return nil, frame.UsageError("--filter: no program %s", words[0]).WithHint("for a program in this directory, write ./NAME")
	}
	return []Operation{(&filter{words[0], path, words[1:]}).apply}, nil
}

// mostSaid is how much of what a program says on stderr is shown.
const mostSaid = 2 << 10

// apply is what the program makes of a conversation.
func (f *filter) apply(c *conv.Conversation, through Context) (*conv.Conversation, error) {
	in := rawjson.NewWriter(nil)
	conv.Native.Write(in, c)
	in.Text("\n")
	cmd := exec.Command(f.path, f.args...)
	cmd.Stdin = bytes.NewReader(in.Bytes())
	var out bytes.Buffer
	said := &Tail{Most: mostSaid}
	cmd.Stdout, cmd.Stderr = &out, said
	if err := cmd.Run(); err != nil {
		return nil, f.failed(err, said)
	}
	return f.read(out.Bytes(), through.Notes)
}

// failed is the failure of the program, with what it said last.
func (f *filter) failed(err error, said *Tail) error {
	failed := &frame.Failure{Code: frame.ExitOther, What: "--filter " + f.name + ": " + err.Error()}
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() >= 0 {
		failed.What = "--filter " + f.name + ": " + strings.Replace(err.Error(), "exit status", "exit code", 1)
	}
	failed.Hint = said.String()
	return failed
}

// read reads the one conversation that the program wrote.
func (f *filter) read(data []byte, notes *note.Notes) (*conv.Conversation, error) {
	var made *conv.Conversation
	own := &note.Notes{All: notes.All}
	data = bytes.TrimSpace(data)
	for c, err := range format.Native().Decode(data, own) {
		switch {
		case err == nil && made != nil:
			err = errors.New("more than one")
		case err == nil:
			made = c
			continue
		}
		return nil, f.unreadable(data, err)
	}
	if made == nil {
		return nil, f.unreadable(data, errors.New("nothing"))
	}
	for _, n := range own.List() {
		n.Offset = -1 // it is one in what the program wrote
		notes.Add(n)
	}
	edit.UnplaceAll(made)
	return made, nil
}

func (f *filter) unreadable(data []byte, err error) error {
	why := err.Error()
	var at *rawjson.Error
	if errors.As(err, &at) {
		place := rawjson.NewLocator(data).At(at.Offset)
		why = fmt.Sprintf("%d:%d: %s", place.Line, place.Column, at.Msg)
	}
	if len(data) == 0 {
		why = "nothing"
	}
	failed := &frame.Failure{Code: frame.ExitOther, What: "--filter " + f.name + ": the output is not one conversation: " + why}
	return failed.WithHint("a filter reads one conversation.json on stdin and writes one on stdout")
}

// Tail keeps the end of what a program says on stderr.
type Tail struct {
	Most int    // bytes
	Mark string // is before what is left if something was cut
	cut  bool
	kept []byte
}

func (t *Tail) Write(b []byte) (int, error) {
	t.kept = append(t.kept, b...)
	if over := len(t.kept) - t.Most; over > 0 {
		t.kept, t.cut = append(t.kept[:0], t.kept[over:]...), true
	}
	return len(b), nil
}

// String is the end as text, whole lines of it if there are any.
func (t *Tail) String() string {
	text := string(t.kept)
	if _, rest, ok := strings.Cut(text, "\n"); t.cut && ok && rest != "" {
		text = t.Mark + rest
	}
	return strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD"))
}

// commandWords splits a command as a shell does, without being one: blanks
// part words, quotes and backslashes keep them together. What a shell would
// act on is refused, so that nothing means something else than it looks like.
func commandWords(command string) ([]string, error) {
	var (
		words []string
		word  strings.Builder
		in    bool // a word has begun
		quote rune // that is open, 0 for none
	)
	chars := []rune(command)
	for i := 0; i < len(chars); i++ {
		c := chars[i]
		switch {
		case quote == '\'' && c != quote, quote == '"' && !strings.ContainsRune("\"\\$`", c):
			word.WriteRune(c)
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && i+1 == len(chars):
			return nil, frame.UsageError("%q ends with a backslash", command)
		case c == '\\':
			if i++; quote == '"' && !strings.ContainsRune("\"\\$`", chars[i]) {
				word.WriteRune(c)
			}
			word.WriteRune(chars[i])
			in = true
		case strings.ContainsRune("$`", c), quote == 0 && strings.ContainsRune("|&;<>()*?~#\n", c):
			f := frame.UsageError("%q: %q needs a shell, and none is used", command, string(c))
			return nil, f.WithHint(`sh -c '…' runs one; within quotes '…' all is as it stands`)
		case c == '\'' || c == '"':
			quote, in = c, true
		case c == ' ' || c == '\t':
			if in {
				words = append(words, word.String())
			}
			word.Reset()
			in = false
		default:
			word.WriteRune(c)
			in = true
		}
	}
	switch {
	case quote != 0:
		return nil, frame.UsageError("%q: the quote %c is not closed", command, quote)
	case in:
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, frame.UsageError("%q has no program", command)
	}
	return words, nil
}
