package disk

import (
	"encoding/binary"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
	"unicode/utf8"
)

// inUTF16 is a text with a byte order mark.
func inUTF16(text string, order binary.AppendByteOrder) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
		b = order.AppendUint16(b, unit)
	}
	return string(b)
}

// Text is the same in each encoding, in pieces of any size.
func TestTextIsReadInUTF16(t *testing.T) {
	long := strings.Repeat(`{"text":"Tide 潮 🌊"}`+"\r\n", 9000)
	for _, text := range []string{"", "a", "{}", "潮🌊", long} {
		for about, encoded := range map[string]string{
			"UTF-8":         text,
			"little endian": inUTF16(text, binary.LittleEndian),
			"big endian":    inUTF16(text, binary.BigEndian),
		} {
			for how, r := range map[string]io.Reader{
				"at once":            strings.NewReader(encoded),
				"byte by byte":       iotest.OneByteReader(strings.NewReader(encoded)),
				"half by half":       iotest.HalfReader(strings.NewReader(encoded)),
				"with the end early": iotest.DataErrReader(strings.NewReader(encoded)),
			} {
				got, err := io.ReadAll(InUTF8(r))
				if err != nil || string(got) != text {
					t.Errorf("%s, %s: %d bytes of %d, %v", about, how, len(got), len(text), err)
				}
			}
			if got := string(TextOfBytes([]byte(encoded))); got != text {
				t.Errorf("%s: %.40q", about, got)
			}
		}
	}
}

// What arrives is there before more arrives.
func TestTextInUTF16IsNotWaitedFor(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	go func() { _, _ = io.WriteString(w, inUTF16("ebb\n", binary.LittleEndian)) }()
	got := make([]byte, 100)
	if n, err := InUTF8(r).Read(got); err != nil || string(got[:n]) != "ebb\n" {
		t.Errorf("%q, %v", got[:n], err)
	}
}

// What is not text is not made text in silence.
func TestBrokenUTF16IsNotValid(t *testing.T) {
	for _, text := range []string{
		"\xff\xfea\x00b",             // half a character at the end
		"\xff\xfe\x00\xd8a\x00",      // a surrogate before a letter
		"\xff\xfe\x00\xdc",           // a second half alone
		"\xff\xfe\x00\xd8",           // a first half at the end
		"\xff\xfe\x00\xd8\x00\xd8",   // two of them
		"\xff\xfe\x00\x00a\x00\x00a", // UTF-32
		"\xff", "\xfe", "\xffa",
	} {
		got, err := io.ReadAll(InUTF8(iotest.OneByteReader(strings.NewReader(text))))
		if err != nil || utf8.Valid(got) && !strings.Contains(string(got), "\x00") {
			t.Errorf("%q became %q, %v", text, got, err)
		}
		if got := TextOfBytes([]byte(text)); utf8.Valid(got) && !strings.Contains(string(got), "\x00") {
			t.Errorf("%q became %q", text, got)
		}
	}
}
