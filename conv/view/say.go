package view

import (
	"strconv"
	"strings"
	"time"

	"convo/conv"
)

// Minutes and exact are how times are written.
const minutes = "2006-01-02 15:04"

// Stamp is a time in UTC to the minute, "" if it is unknown or no time of a
// calendar.
func Stamp(ms int64) string { return stamp(ms, minutes) }

// ExactStamp is the same time for programs.
func ExactStamp(ms int64) string { return stamp(ms, "2006-01-02T15:04:05.000Z") }

func stamp(ms int64, layout string) string {
	if ms <= 0 || ms > 253402300799999 {
		return ""
	}
	return time.UnixMilli(ms).UTC().Format(layout)
}

// Period says from when to when, in UTC.
func Period(from, to int64) string {
	a, b := Stamp(from), Stamp(to)
	switch {
	case a == "" && b == "":
		return ""
	case a == "" || a == b:
		return b + " UTC"
	case b == "":
		return a + " UTC"
	case a[:10] == b[:10]:
		return a + " to " + b[11:] + " UTC"
	default:
		return a + " to " + b + " UTC"
	}
}

// Tokens says what was counted.
func Tokens(u *conv.Usage) string {
	said := Number(u.Input) + " tokens in, " + Number(u.Output) + " out"
	if u.CacheRead > 0 {
		said += ", " + Number(u.CacheRead) + " read from cache"
	}
	if u.CacheWrite > 0 {
		said += ", " + Number(u.CacheWrite) + " written to cache"
	}
	return said
}

// Cost is the recorded cost in dollars, "" if none is recorded: with cents, or
// with four digits if it is small. A cost of nothing for tokens is one that a
// program did not know.
func Cost(u *conv.Usage) string {
	if u == nil || u.Cost == nil || u.Cost.Total == "" {
		return ""
	}
	nano, ok := u.Cost.Total.Nano()
	if !ok || nano < 0 || nano == 0 && u.AllTokens() > 0 {
		return ""
	}
	digits := 4
	if nano >= 1e8 || nano == 0 {
		digits = 2
	}
	return "$" + strconv.FormatFloat(float64(nano)/1e9, 'f', digits, 64)
}

// Media says what an image, a sound, a video or a document is, on a line.
func Media(b conv.Block) string {
	m := conv.MediaOf(b)
	said := []string{b.BlockType()}
	for _, s := range []string{m.Name, m.MIMEType, m.URL} {
		if strings.HasPrefix(s, "data:") {
			s = "data URL of " + Size(len(s))
		}
		if s != "" {
			said = append(said, s)
		}
	}
	if m.FileID != "" {
		said = append(said, strings.TrimSpace(m.Provider+" file "+m.FileID))
	}
	switch {
	case m.Data != "":
		said = append(said, Size(len(strings.TrimRight(m.Data, "="))*3/4))
	case m.Text != "":
		said = append(said, Size(len(m.Text)))
	}
	return strings.Join(said, ", ")
}
