package main

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf8"
)

// recorded is the pipeline of the README, which answers from a recording.
var recorded = []string{
	`convo prompt -s "Be brief." "Why is the sea salty?" |`,
	`  convo reply --cassette tides.jsonl -m openai/gpt-5.4-mini |`,
	`  convo prompt "Check that for mistakes." |`,
	`  convo reply --cassette tides.jsonl -m anthropic/claude-sonnet-5 -t text`,
}

// A recording takes no more than five seconds and then stands: what moves for longer
// needs a button to stop it (WCAG 2.2, 2.2.2). The times are in seconds.
const (
	perCharacter  = 0.01
	perLine       = 0.2
	perAnswer     = 0.85
	recordedWidth = 112
)

// recording draws a command that is typed and what it prints, line by line. To whom
// motion is a nuisance, all of it stands.
func recording(command []string, text string) string {
	// The notes on the recorded answers would be the half of it.
	lines := slices.DeleteFunc(printed(text), func(l string) bool { return strings.HasPrefix(l, "convo: ") })
	rows := len(command) + 1 + len(lines)
	b, end := window("recording of: "+strings.Join(command, " "), recordedWidth, rows)
	at := perLine
	show := func(row int, text string, takes float64, steps int) {
		fmt.Fprintf(b, `<g class="typed" style="animation:typed %.2fs steps(%d) %.2fs both">`, takes, steps, at)
		line(b, row, text)
		b.WriteString("</g>\n")
		at += takes
	}
	for i, c := range command {
		prompt := "\x1b[32;1m$\x1b[0m "
		if i > 0 {
			prompt = "\x1b[2m>\x1b[0m "
		}
		show(i, prompt+c, perCharacter*float64(utf8.RuneCountInString(c)), utf8.RuneCountInString(c))
		at += perLine / 2
	}
	for i, l := range lines {
		at += perLine
		show(len(command)+1+i, l, perAnswer, len(strings.Fields(l)))
	}
	b.WriteString("<style>@keyframes typed{from{clip-path:inset(0 100% 0 0)}to{clip-path:inset(0 0 0 0)}}" +
		"@media (prefers-reduced-motion:reduce){.typed{animation:none!important}}</style>\n")
	b.WriteString(end)
	return b.String()
}

// printed are the lines that a terminal shows.
func printed(text string) []string {
	return strings.Split(strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
}

// window begins a picture of a terminal, and says how it ends.
func window(about string, columns, rows int) (b *strings.Builder, end string) {
	width, height := float64(columns)*charWidth+2*margin, barHeight+float64(rows)*lineHeight+margin
	b = &strings.Builder{}
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" role="img" aria-label="%s">`+"\n", width, height, width, html.EscapeString(about))
	fmt.Fprintf(b, `<rect width="%.0f" height="%.0f" rx="10" fill="#14181d"/>`+"\n", width, height)
	for i, colour := range []string{"#ff5f57", "#febc2e", "#28c840"} {
		fmt.Fprintf(b, `<circle cx="%d" cy="17" r="5.5" fill="%s"/>`+"\n", 20+18*i, colour)
	}
	b.WriteString(`<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" xml:space="preserve">` + "\n")
	return b, "</g>\n</svg>\n"
}
