package turn

import (
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/conv/rawjson"
	"convo/providers"
)

// hear reads stdin. It returns a conversation, or nil; text becomes a part of
// the turn.
func hear(p *frame.Program, flags *frame.Flags, t *turn, inPlace string) (*frame.Input, error) {
	as := flags.Choice("stdin", "auto", "conversation", "text", "none")
	if flags.Err != nil {
		return nil, flags.Err
	}
	silent := flags.Bool("no-input") || as == "none"
	// With -i the conversation is the file, and stdin is not waited for
	// unless it has to say what the command line does not.
	needless := inPlace != "" && as == "auto" && t.changes()
	if named := t.stdinNamed(); named > 0 {
		return nil, mayName(p, named, as, silent, flags.IsSet("from") && inPlace == "")
	}
	if flags.IsSet("from") && inPlace == "" {
		if as == "text" || as == "none" {
			return nil, frame.UsageError("-f and --stdin %s contradict each other: -f means that stdin is a conversation", as)
		}
		as = "conversation"
	}
	switch {
	case as == "conversation" && inPlace != "":
		return nil, frame.UsageError("the conversation is -i %s, so stdin cannot be one", inPlace)
	case as == "conversation" && flags.Bool("no-input"):
		return nil, frame.UsageError("the conversation is read from stdin, but -n forbids it")
	case as == "conversation" && p.Terminal(p.Stdin):
		return nil, frame.UsageError("no input: pipe in a conversation or name a FILE with -i")
	case as == "text" && (silent || p.Terminal(p.Stdin)):
		return nil, frame.UsageError("--stdin text: stdin is not read, or is a terminal")
	case silent || needless || p.Terminal(p.Stdin):
		return nil, t.mustSay(inPlace == "")
	}
	return listen(p, t, as, inPlace)
}

// listen reads enough of stdin to tell what it is.
func listen(p *frame.Program, t *turn, as, inPlace string) (*frame.Input, error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // see isFault
	in, err := p.Open("-")
	if err != nil {
		return nil, err
	}
	first, err := in.First()
	if err != nil {
		in.Close()
		return nil, err
	}
	if frame.IsBlank(first) && isOneFile(p.Stdin, p.Stdout.File) {
		in.Close()
		return nil, frame.UsageError("stdin and stdout are the same file, and the shell has emptied it").WithHint("to extend a file, use convo prompt -i FILE")
	}
	if as == "auto" && !frame.IsBlank(first) {
		if as, err = judge(p, in, first); err != nil {
			in.Close()
			return nil, err
		}
	}
	switch {
	case as == "conversation" && inPlace != "":
		in.Close()
		return nil, frame.UsageError("there are two conversations: stdin and -i %s", inPlace).WithHint("to use stdin as text: --stdin text")
	case as == "conversation" && frame.IsBlank(first):
		in.Close()
		empty := &frame.Failure{Code: frame.ExitUnreadable, File: in.Name, What: "the input is empty, not a conversation"}
		return nil, empty.WithHint("to start a new conversation: --stdin none")
	case as == "conversation":
		return in, t.mustSay(false)
	}
	defer in.Close()
	if t.heard, err = in.Text(); err != nil {
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

// speech is marks of messages, in whatever format.
var speech = []string{
	"messages[].role", "[].role = user|assistant|system|developer|tool|model|human|ai|bot|function",
	"contents[].role", "contents[].parts", "choices[].message", "choices[].delta",
}

// judge decides by its beginning whether an input is a conversation or text.
// What looks like messages but cannot be read is an error: it is never text
// unless somebody says so. Other JSON is text.
func judge(p *frame.Program, in *frame.Input, first []byte) (string, error) {
	seen, _ := providers.DetectReader(in.Frames, first)
	if len(seen.Matches) > 0 {
		return "conversation", nil
	}
	if head, err := in.Frames.Head(); err == nil {
		seen, _ = providers.DetectReader(in.Frames, head)
	}
	switch {
	case len(seen.Matches) > 0:
		return "conversation", nil
	case seen.Unread != nil, providers.IsMessages(seen.Probe), seen.Probe.Shows(speech...):
		return "", unreadable(in.Name, &seen)
	case slices.ContainsFunc([]string{"messages", "choices", "contents"}, seen.Probe.Has):
		p.Note("%s: looks like messages, but not in a format that convo reads; used as text", in.Name)
	}
	return "text", nil
}

// unreadable is the error of messages in no format that convo reads.
func unreadable(name string, seen *providers.Detection) error {
	f := &frame.Failure{Code: frame.ExitUnreadable, File: name, What: "looks like messages, but not in a format that convo reads"}
	if seen.Unread != nil {
		f.What = "looks like " + seen.Unread.About + ", which convo does not read yet"
	} else if err := providers.FirstForeignMessage(seen.Probe, seen.Head); err != nil {
		f = frame.Piece{File: name, Block: rawjson.Block{Data: seen.Head, Line: 1, Column: 1}}.Failure(err)
	}
	return f.WithHint("to use it as text: --stdin text")
}

// stdinNamed counts how often the command line names stdin with -.
func (t *turn) stdinNamed() int {
	n := frame.Stdins(t.operands)
	for _, s := range t.p.Parsed.Settings {
		if s.Value == "-" && slices.Contains([]string{"file", "attach"}, s.Name) {
			n++
		}
	}
	return n
}

// mayName checks a - that names stdin.
func mayName(p *frame.Program, times int, as string, silent, from bool) error {
	switch {
	case times > 1:
		return frame.UsageError("stdin (-) can be read only once")
	case silent:
		return frame.UsageError("- means stdin, but -n or --stdin none forbids it")
	case from || as == "conversation":
		return frame.UsageError("stdin is given twice: as text with -, and as the conversation with -f or --stdin").WithHint("name the conversation with -i FILE")
	case p.Terminal(p.Stdin):
		return frame.UsageError("- means stdin, but that is a terminal: pipe something in")
	}
	return nil
}

// mustSay is the error of an empty turn. Only an existing conversation can be
// changed without a message.
func (t *turn) mustSay(begins bool) error {
	switch {
	case t.resultOf != "" && !t.speaks():
		return frame.UsageError("--tool-result %s: no result: give TEXT, - for stdin, or '' for an empty result", t.resultOf)
	case begins && !t.speaks():
		return frame.UsageError("the message is empty: give TEXT, name a file with -F or -a, or pipe text in")
	case !t.changes():
		return frame.UsageError("the message is empty: give TEXT, or name a file with -F or -a")
	}
	return nil
}
