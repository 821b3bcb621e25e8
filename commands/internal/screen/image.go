package screen

import (
	"encoding/binary"
	"fmt"
	"strings"

	"convo/commands/internal/terminal"
	"convo/conv"
	"convo/conv/media"
)

// drawing is how a terminal is given an image.
type drawing int

const (
	lineOnly drawing = iota // it draws none
	kitty                   // the graphics protocol of kitty, which takes PNG
	iterm                   // the inline images of iTerm2
)

// drawingOf is what a terminal says of itself. Within a multiplexer, images end up in
// the wrong place.
func drawingOf(getenv func(string) string) drawing {
	term, program := getenv("TERM"), getenv("TERM_PROGRAM")
	switch {
	case getenv("TMUX") != "" || getenv("STY") != "":
		return lineOnly
	case term == "xterm-kitty", term == "xterm-ghostty", program == "ghostty", getenv("KITTY_WINDOW_ID") != "":
		return kitty
	case program == "iTerm.app", program == "WezTerm":
		return iterm
	}
	return lineOnly
}

// The most that is drawn: bytes in base64, pixels of a side, and rows of the
// terminal.
const (
	mostDrawn  = 8 << 20
	mostPixels = 10_000
	mostRows   = 20
)

// About how large a character is, in pixels.
const (
	cellWidth  = 9
	cellHeight = 18
)

// draw draws an image after the line that says what it is.
func (t *talk) draw(b conv.Block) {
	image, ok := b.(*conv.ImageContent)
	if !ok || t.show.drawing == lineOnly || t.err != nil || len(image.Data) > mostDrawn {
		return
	}
	data, ok := media.Base64(image.Data)
	if !ok {
		return
	}
	kind, width, height := imageSize(data)
	if width < 1 || height < 1 || width > mostPixels || height > mostPixels || t.show.drawing == kitty && kind != "png" {
		return
	}
	// Only one side is given, so the terminal keeps the proportions.
	forKitty, forITerm := "", ""
	switch most := max(t.width, 1); {
	case height > mostRows*cellHeight && width*mostRows*cellHeight <= height*most*cellWidth:
		forKitty, forITerm = fmt.Sprintf("r=%d,", mostRows), fmt.Sprintf(";height=%d", mostRows)
	case width > most*cellWidth:
		forKitty, forITerm = fmt.Sprintf("c=%d,", most), fmt.Sprintf(";width=%d", most)
	}
	if t.show.drawing == kitty {
		t.err = terminal.Paint(t.out, kittyImage(data, forKitty))
	} else {
		t.err = terminal.Paint(t.out, itermImage(data, forITerm))
	}
	t.newline()
}

// kittyImage is a PNG in pieces, as https://sw.kovidgoyal.net/kitty/graphics-protocol
// says. The terminal sends no answer.
func kittyImage(data, size string) string {
	const piece = 4096
	var b strings.Builder
	keys := "a=T,f=100,q=2," + size
	for data != "" {
		n := min(piece, len(data))
		more := 0
		if n < len(data) {
			more = 1
		}
		fmt.Fprintf(&b, "\x1b_G%sm=%d;%s\x1b\\", keys, more, data[:n])
		data, keys = data[n:], ""
	}
	return b.String()
}

// itermImage is a file as https://iterm2.com/documentation-images.html says.
func itermImage(data, size string) string {
	return fmt.Sprintf("\x1b]1337;File=inline=1;size=%d%s:%s\a", len(strings.TrimRight(data, "="))*3/4, size, data)
}

// imageSize returns the kind of an image in base64, png, gif or jpeg, and its size
// in pixels, zeros if it is of another kind.
func imageSize(data string) (kind string, width, height int) {
	const head = 64 << 10 // of a JPEG, the size stands after a preview
	b, ok := media.Bytes(data[:min(len(data), head)])
	if !ok {
		return "", 0, 0
	}
	switch {
	case len(b) >= 24 && strings.HasPrefix(string(b[:16]), "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"):
		return "png", int(binary.BigEndian.Uint32(b[16:])), int(binary.BigEndian.Uint32(b[20:]))
	case len(b) >= 10 && (string(b[:6]) == "GIF87a" || string(b[:6]) == "GIF89a"):
		return "gif", int(binary.LittleEndian.Uint16(b[6:])), int(binary.LittleEndian.Uint16(b[8:]))
	case len(b) >= 4 && b[0] == 0xff && b[1] == 0xd8:
		width, height = jpegSize(b[2:])
		return "jpeg", width, height
	}
	return "", 0, 0
}

// jpegSize reads the segments of a JPEG up to the one with its size.
func jpegSize(b []byte) (width, height int) {
	for len(b) >= 9 && b[0] == 0xff {
		kind, n := b[1], int(binary.BigEndian.Uint16(b[2:]))
		if kind >= 0xc0 && kind <= 0xcf && kind != 0xc4 && kind != 0xc8 && kind != 0xcc {
			return int(binary.BigEndian.Uint16(b[7:])), int(binary.BigEndian.Uint16(b[5:]))
		}
		if n < 2 || n+2 > len(b) {
			break
		}
		b = b[n+2:]
	}
	return 0, 0
}
