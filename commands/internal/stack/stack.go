// Package stack gives the main goroutine its stack in one piece. A stack that
// doubles while it is deep is copied with all its frames, five times in a run,
// and each copy reads tables of the program that nothing else needs: a
// twentieth of the time of a short run.
//
// The rule of the room: it imports nothing, so that the runtime initializes it
// before the packages that go deep. It allocates nothing.
package stack

// size is what a conversion needs, in bytes.
const size = 24 << 10

func init() { grow(false) }

// grow has a frame of that size. Nothing touches it: only its address space is
// taken.
//
//go:noinline
func grow(touch bool) {
	if touch {
		var frame [size]byte
		use(&frame)
	}
}

//go:noinline
func use(*[size]byte) {}
