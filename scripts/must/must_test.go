package must

import (
	"errors"
	"io"
	"strconv"
	"testing"
)

func TestTryReturnsWhatEnded(t *testing.T) {
	cleaned := false
	err := Try(func() {
		Named("a file", func() {
			defer func() { cleaned = true }()
			Do(nil)
			if n := Get(strconv.Atoi("7")); n != 7 {
				t.Errorf("%d", n)
			}
			Do(io.EOF)
			t.Error("the work went on")
		})
	})
	if !errors.Is(err, io.EOF) || err.Error() != "a file: EOF" || !cleaned {
		t.Errorf("%v, %t", err, cleaned)
	}
	if err := Try(func() { Named("nothing", func() {}) }); err != nil {
		t.Error(err)
	}
}

func TestAnotherPanicGoesOn(t *testing.T) {
	defer func() {
		if p := recover(); p != "other" {
			t.Errorf("%v", p)
		}
	}()
	_ = Try(func() { panic("other") })
	t.Error("the work went on")
}
