package turn

import (
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/providers"
)

// hear finds out what stdin is. What it returns is a conversation, nil if
// there is none; text becomes a part of the turn.
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
			return nil, frame.UsageError("-f names the format of a conversation, and --stdin %s says that stdin is none", as)
		}
		as = "conversation"
	}
	switch {
	case as == "conversation" && inPlace != "":
		return nil, frame.UsageError("-i %s is the conversation, so stdin is none", inPlace)
	case as == "conversation" && flags.Bool("no-input"):
		return nil, frame.UsageError("-n forbids stdin, and the conversation is to come from there")
	case as == "conversation" && p.Terminal(p.Stdin):
		return nil, frame.UsageError("a conversation is needed: pipe one in, or name a FILE with -i")
	case as == "text" && (silent || p.Terminal(p.Stdin)):
		return nil, frame.UsageError("--stdin text: stdin is not read, or is a terminal")
	case silent || needless || p.Terminal(p.Stdin):
		return nil, t.mustSay(inPlace == "")
	}
	return listen(p, t, as, inPlace)
}

// listen reads stdin as far as it takes to tell what it is.
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
	if frame.IsBlank(first) && isOneFile(p.Stdin, p.Stdout) {
		in.Close()
		return nil, frame.UsageError("stdin and stdout are one file, which the shell has emptied").WithHint("to extend a file: convo prompt -i FILE")
	}
	if as == "auto" && !frame.IsBlank(first) {
		as = judge(p, in, first)
	}
	switch {
	case as == "conversation" && inPlace != "":
		in.Close()
		return nil, frame.UsageError("stdin is a conversation, and so is -i %s", inPlace).WithHint("--stdin text makes text of it")
	case as == "conversation":
		return in, t.mustSay(frame.IsBlank(first))
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

// judge tells by its beginning whether an input is a conversation, in any
// format, or text. Text that a conversation was likely meant by is told.
func judge(p *frame.Program, in *frame.Input, first []byte) string {
	seen, _ := providers.OutlineOf(in.Frames, first)
	if len(seen.Found) > 0 {
		return "conversation"
	}
	if head, err := in.Frames.Head(); err == nil {
		seen, _ = providers.OutlineOf(in.Frames, head)
	}
	switch {
	case len(seen.Found) > 0:
		return "conversation"
	case seen.Unread != nil:
		p.Remark(in.Name, "looks like "+seen.Unread.About+", which convo does not read yet; taken as text")
	case slices.ContainsFunc([]string{"messages", "[].role", "choices", "contents"}, seen.Probe.Has):
		p.Remark(in.Name, "looks like messages, but of no format that convo knows; taken as text")
	}
	return "text"
}

// stdinNamed counts how often the command line names stdin with -.
func (t *turn) stdinNamed() int {
	n := 0
	for _, o := range t.operands {
		if o == "-" {
			n++
		}
	}
	for _, s := range t.p.Parsed.Settings {
		if s.Value == "-" && slices.Contains([]string{"file", "attach"}, s.Name) {
			n++
		}
	}
	return n
}

// mayName is the failure of naming stdin with - where that cannot be.
func mayName(p *frame.Program, times int, as string, silent, from bool) error {
	switch {
	case times > 1:
		return frame.UsageError("stdin (-) can be read only once")
	case silent:
		return frame.UsageError("- is stdin, and -n or --stdin none forbids it")
	case from || as == "conversation":
		return frame.UsageError("stdin cannot be both: - makes it a part of the message, -f or --stdin makes it the conversation").WithHint("name the conversation with -i FILE")
	case p.Terminal(p.Stdin):
		return frame.UsageError("- is stdin, and that is a terminal: pipe something in")
	}
	return nil
}

// mustSay is the failure of a turn with nothing in it. Only a conversation
// that is there can be changed without a message.
func (t *turn) mustSay(begins bool) error {
	switch {
	case t.resultOf != "" && !t.speaks():
		return frame.UsageError("--tool-result %s: give the result: TEXT, - for stdin, or '' for an empty one", t.resultOf)
	case begins && !t.speaks():
		return frame.UsageError("nothing to say: give TEXT, name a file with -F or -a, or pipe text in")
	case !t.changes():
		return frame.UsageError("nothing to add: give TEXT, or name a file with -F or -a")
	}
	return nil
}
