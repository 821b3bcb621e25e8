package commands

import (
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"unicode/utf8"

	"convo/conv"
	"convo/providers"
)

// hear finds out what stdin is. What it returns is a conversation, nil if
// there is none; text becomes a part of the turn.
func (p *program) hear(flags *flagReader, t *turn, inPlace string) (*input, error) {
	as := flags.choice("stdin", "auto", "conversation", "text", "none")
	if flags.err != nil {
		return nil, flags.err
	}
	silent := flags.Bool("no-input") || as == "none"
	// With -i the conversation is the file, and stdin is not waited for
	// unless it has to say what the command line does not.
	needless := inPlace != "" && as == "auto" && t.changes()
	if named := t.stdinNamed(); named > 0 {
		return nil, p.mayName(named, as, silent, flags.IsSet("from") && inPlace == "")
	}
	if flags.IsSet("from") && inPlace == "" {
		if as == "text" || as == "none" {
			return nil, usageError("-f names the format of a conversation, and --stdin %s says that stdin is none", as)
		}
		as = "conversation"
	}
	switch {
	case as == "conversation" && inPlace != "":
		return nil, usageError("-i %s is the conversation, so stdin is none", inPlace)
	case as == "conversation" && flags.Bool("no-input"):
		return nil, usageError("-n forbids stdin, and the conversation is to come from there")
	case as == "conversation" && p.terminal(p.stdin):
		return nil, usageError("a conversation is needed: pipe one in, or name a FILE with -i")
	case as == "text" && (silent || p.terminal(p.stdin)):
		return nil, usageError("--stdin text: stdin is not read, or is a terminal")
	case silent || needless || p.terminal(p.stdin):
		return nil, t.mustSay(inPlace == "")
	}
	return p.listen(t, as, inPlace)
}

// listen reads stdin as far as it takes to tell what it is.
func (p *program) listen(t *turn, as, inPlace string) (*input, error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // see isFault
	in, err := p.open("-")
	if err != nil {
		return nil, err
	}
	first, err := in.first()
	if err != nil {
		in.close()
		return nil, err
	}
	if isBlank(first) && isOneFile(p.stdin, p.stdout) {
		in.close()
		return nil, usageError("stdin and stdout are one file, which the shell has emptied").withHint("to extend a file: convo prompt -i FILE")
	}
	if as == "auto" && !isBlank(first) {
		as = p.judge(in, first)
	}
	switch {
	case as == "conversation" && inPlace != "":
		in.close()
		return nil, usageError("stdin is a conversation, and so is -i %s", inPlace).withHint("--stdin text makes text of it")
	case as == "conversation":
		return in, t.mustSay(isBlank(first))
	}
	defer in.close()
	if t.heard, err = in.text(); err != nil {
		return nil, err
	}
	if strings.TrimSpace(t.heard) == "" {
		t.heard = ""
		return nil, t.mustSay(inPlace == "")
	}
	return nil, nil
}

// isOneFile reports whether two streams are the same regular file.
func isOneFile(a, b *os.File) bool {
	infoA, errA := a.Stat()
	infoB, errB := b.Stat()
	return errA == nil && errB == nil && infoA.Mode().IsRegular() && os.SameFile(infoA, infoB)
}

// judge tells by its beginning whether an input is a conversation, in any
// format, or text. Text that a conversation was likely meant by is told.
func (p *program) judge(in *input, first []byte) string {
	probe := conv.NewProbe(first)
	if len(providers.Detect(probe)) > 0 {
		return "conversation"
	}
	if head, err := in.frames.Head(); err == nil {
		probe = conv.NewProbe(head)
	}
	if len(providers.Detect(probe)) > 0 {
		return "conversation"
	}
	if slices.ContainsFunc([]string{"messages", "[].role", "choices", "contents"}, probe.Has) {
		p.remark(in.name, "looks like messages, but of no format that convo knows; taken as text")
	}
	return "text"
}

// text is all of an input, as text: without the end of its last line.
func (in *input) text() (string, error) {
	all, err := in.frames.Rest()
	if err != nil {
		return "", fileFailure(exitOther, in.name, err)
	}
	return plainText(in.name, string(all.Data))
}

// plainText is what a file has as text: UTF-8, without the end of its last
// line.
func plainText(name, text string) (string, error) {
	if !utf8.ValidString(text) {
		f := &failure{code: exitUnreadable, file: name, what: "is not text in UTF-8"}
		if name == stdinName {
			name = "-"
		}
		return "", f.withHint("to attach it: -a %s", name)
	}
	return strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r"), nil
}

// stdinText is stdin as text.
func (p *program) stdinText() (string, error) {
	in, err := p.open("-")
	if err != nil {
		return "", err
	}
	defer in.close()
	return in.text()
}

// stdinReader is stdin, of which it is said if it is waited for.
func (p *program) stdinReader() io.Reader {
	return &waitingReader{r: p.stdin, begin: p.sayWaiting}
}

// stdinNamed counts how often the command line names stdin with -.
func (t *turn) stdinNamed() int {
	n := 0
	for _, o := range t.operands {
		if o == "-" {
			n++
		}
	}
	for _, s := range t.p.parsed.settings {
		if s.value == "-" && slices.Contains([]string{"file", "attach"}, s.name) {
			n++
		}
	}
	return n
}

// mayName is the failure of naming stdin with - where that cannot be.
func (p *program) mayName(times int, as string, silent, from bool) error {
	switch {
	case times > 1:
		return usageError("stdin (-) can be read only once")
	case silent:
		return usageError("- is stdin, and -n or --stdin none forbids it")
	case from || as == "conversation":
		return usageError("stdin cannot be both: - makes it a part of the message, -f or --stdin makes it the conversation").withHint("name the conversation with -i FILE")
	case p.terminal(p.stdin):
		return usageError("- is stdin, and that is a terminal: pipe something in")
	}
	return nil
}

// mustSay is the failure of a turn with nothing in it. Only a conversation
// that is there can be changed without a message.
func (t *turn) mustSay(begins bool) error {
	switch {
	case t.resultOf != "" && !t.speaks():
		return usageError("--tool-result %s: give the result: TEXT, - for stdin, or '' for an empty one", t.resultOf)
	case begins && !t.speaks():
		return usageError("nothing to say: give TEXT, name a file with -F or -a, or pipe text in")
	case !t.changes():
		return usageError("nothing to add: give TEXT, or name a file with -F or -a")
	}
	return nil
}
