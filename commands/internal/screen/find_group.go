package screen

import (
	"fmt"
	"strconv"
	"strings"

	"convo/commands/internal/frame"
	"convo/commands/internal/terminal"
	"convo/conv/ansi"
	"convo/conv/view"
)

// heading names a conversation above what is found in it: what names it as FILE, its
// title, when it went on last.
func (f *finding) heading(at *place, found foundIn) {
	w := f.out
	if f.headed {
		w.newline()
	}
	f.headed, f.printed, f.numbered = true, false, ""
	name := f.short(at)
	if at.several {
		name += ", conversation " + view.Number(int64(at.number+1))
	}
	facts := view.FactsOf(found.c)
	stamp := view.Stamp(max(facts.Started, facts.Updated))
	title := ansi.Plain(view.TitleOf(found.c))
	most := w.width
	if title != "" {
		most = max(w.width/2, 20)
	}
	w.styled(magenta, terminal.CutLeft(name, most))
	if room := w.width - w.col - terminal.Breadth(stamp) - 4; title != "" && room >= 10 {
		w.styled(bold, "  "+terminal.Cut(title, room))
	}
	if stamp != "" && w.col+2+terminal.Breadth(stamp) <= w.width {
		w.styled(dim, "  "+stamp)
	}
	w.newline()
}

// called is what names the file of a place as FILE.
func (f *finding) called(at *place) string {
	if name := f.names[at.name]; name != "" {
		return name
	}
	return at.name
}

// short is the same for a heading: a file in a folder that is named is named from there.
func (f *finding) short(at *place) string {
	name := f.called(at)
	for _, folder := range f.named {
		if rest, ok := strings.CutPrefix(name, strings.TrimSuffix(folder, "/")+"/"); ok && rest != "" {
			return rest
		}
	}
	return name
}

// below begins a line below a heading, with the number of the message.
func (f *finding) below(at *place, index int, who, mark string) {
	number, code := "-", green
	if index >= 0 {
		number = strconv.Itoa(index)
	}
	if mark != ":" {
		code = dim
	}
	if f.numbered == number {
		number = "" // one more line of this message
	} else {
		f.numbered = number
	}
	f.out.styled(code, fmt.Sprintf("%*s ", len(margin)-1, number))
	f.out.styled(blue, terminal.Cut(who, max(f.out.width/3, 8)))
	f.out.styled("", "  ")
	if index >= 0 && mark == ":" && !at.several && at.name != frame.StdinName {
		f.jump = "convo show " + terminal.ShellWord(f.called(at)) + " --at " + strconv.Itoa(index)
	}
}

// fit writes a line with its matches in what is left of the line of the terminal: what
// is around the first of them.
func (f *finding) fit(h *hit) {
	w := f.out
	room := max(w.width-w.col, 10)
	line, spans := h.line, h.spans
	if clean := ansi.Strip(line); clean != line { // the colours of a program
		if found := f.pattern.FindAllStringIndex(clean, -1); found != nil {
			line, spans = clean, found
		}
	}
	first := spans[0][0]
	before := strings.TrimLeft(line[:first], " \t")
	if len(before) > room { // bytes: the line may be of a megabyte
		before = "…" + valid(before[len(before)-room:])
	}
	if terminal.Breadth(line[first:min(len(line), first+4*room)])+terminal.Breadth(before) > room {
		before = terminal.CutLeft(before, room/3)
	}
	w.styled("", before)
	rest := line[first:]
	if len(rest) > 4*room {
		rest = strings.ToValidUTF8(rest[:4*room], "")
	}
	shown := terminal.Cut(rest, room-terminal.Breadth(before))
	kept := len(strings.TrimSuffix(shown, "…"))
	if shown == rest {
		kept = len(rest)
	}
	at := 0
	for _, s := range spans {
		from, to := min(s[0]-first, kept), min(s[1]-first, kept)
		if from >= to {
			continue
		}
		w.styled("", shown[at:from])
		w.styled(red+";"+bold, shown[from:to])
		at = to
	}
	w.styledLine("", shown[at:])
}
