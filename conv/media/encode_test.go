package media

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"runtime"
	"testing"
	"testing/iotest"
)

// A file of any length, in pieces of any size, with its size known or not, is
// what encoding/base64 makes of it.
func TestEncode(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 4, 4095, 48<<10 - 1, 48 << 10, 48<<10 + 1, 200_000} {
		file := make([]byte, n)
		for i := range file {
			file[i] = byte(i * i >> 3)
		}
		for name, r := range map[string]io.Reader{
			"whole":   bytes.NewReader(file),
			"halves":  iotest.HalfReader(bytes.NewReader(file)),
			"at once": iotest.DataErrReader(bytes.NewReader(file)),
		} {
			for _, size := range []int64{0, int64(n), int64(n) / 2, int64(n) * 2} {
				e, err := Encode(r, size)
				if err != nil {
					t.Fatal(err)
				}
				if want := base64.StdEncoding.EncodeToString(file); e.Data() != want || e.Quoted != `"`+want+`"` {
					t.Errorf("%d bytes, %s, said to be %d: wrong base64", n, name, size)
				}
				if e.Size != int64(n) || !bytes.Equal(e.Head, file[:min(n, headSize)]) {
					t.Errorf("%d bytes, %s: size %d, a head of %d", n, name, e.Size, len(e.Head))
				}
				r = bytes.NewReader(file)
			}
		}
	}
}

// A file that was cut short is no file.
func TestEncodeFails(t *testing.T) {
	for _, want := range []error{io.ErrUnexpectedEOF, os.ErrPermission} {
		if _, err := Encode(io.MultiReader(bytes.NewReader(make([]byte, 100)), iotest.ErrReader(want)), 0); !errors.Is(err, want) {
			t.Errorf("want %v, got %v", want, err)
		}
	}
}

func TestEncodeHoldsAFileOnce(t *testing.T) {
	const n = 16 << 20
	file := make([]byte, n)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := Encode(bytes.NewReader(file), n); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	got := after.TotalAlloc - before.TotalAlloc
	if most := uint64(base64.StdEncoding.EncodedLen(n) + 1<<20); got > most {
		t.Errorf("%d bytes were allocated for a file of %d; at most %d are needed", got, n, most)
	}
}

func BenchmarkEncode(b *testing.B) {
	file := make([]byte, 64<<20)
	b.Run("convo", func(b *testing.B) {
		b.SetBytes(int64(len(file)))
		for b.Loop() {
			_, _ = Encode(bytes.NewReader(file), int64(len(file)))
		}
	})
	b.Run("encoding/base64", func(b *testing.B) {
		b.SetBytes(int64(len(file)))
		for b.Loop() {
			_ = base64.StdEncoding.EncodeToString(file)
		}
	})
}
