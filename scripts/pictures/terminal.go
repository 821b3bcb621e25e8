package main

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"convo/conv/ansi"
)

// The size of a character and of the frame, in pixels.
const (
	charWidth  = 8.4
	lineHeight = 19
	margin     = 18
	barHeight  = 34
)

// hues are the colours of a terminal, on a dark ground.
var hues = [...]string{
	ansi.None: "#d7dce2", ansi.Red: "#ff8b83", ansi.Green: "#7fd19b", ansi.Yellow: "#e6c566", ansi.Blue: "#79b8ff", ansi.Magenta: "#d2a8ff", ansi.Cyan: "#74d0dc",
}

// terminalSVG draws a window with a command and what it prints.
func terminalSVG(command, text string, most int) string {
	lines := printed(text)
	if len(lines) > most {
		lines = lines[:most]
	}
	b, end := window(command, columns, len(lines)+2)
	line(b, 0, "\x1b[32;1m$\x1b[0m "+command)
	for i, l := range lines {
		line(b, i+2, l)
	}
	b.WriteString(end)
	return b.String()
}

// line draws a line. Each piece of it stands at its column.
func line(b *strings.Builder, row int, text string) {
	column := 0
	y := barHeight + float64(row)*lineHeight + 14
	for style, piece := range ansi.Runs(text) {
		if blank := strings.TrimLeft(piece, " "); blank != "" {
			lead := len(piece) - len(blank)
			fill, more := hues[style.Color], ""
			if style.Dim {
				more += ` opacity="0.62"`
			}
			if style.Bold {
				more += ` font-weight="700"`
			}
			if style.Italic {
				more += ` font-style="italic"`
			}
			if style.Underline {
				more += ` text-decoration="underline"`
			}
			if style.Struck {
				more += ` text-decoration="line-through"`
			}
			x := margin + float64(column+lead)*charWidth
			if style.Reverse {
				fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%d" fill="%s"/>`, x, y-14, float64(utf8.RuneCountInString(blank))*charWidth, lineHeight, fill)
				fill = "#14181d"
			}
			fmt.Fprintf(b, `<text x="%.1f" y="%.1f" fill="%s"%s>%s</text>`, x, y, fill, more, html.EscapeString(strings.TrimRight(blank, " ")))
		}
		column += utf8.RuneCountInString(piece)
	}
	b.WriteString("\n")
}
