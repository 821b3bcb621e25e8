package pipe

import (
	"runtime"
	"runtime/debug"
	"testing"

	"convo/conv/rawjson"
)

// The limit grows with the workers, the longest line and the document that is
// converted by itself, and is what it was when the run is over.
func TestMemoryLimitGrows(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	limit := func() int64 { return debug.SetMemoryLimit(-1) }
	before := limit()
	most := int64(0)
	for _, workers := range []int{2, 8, 512} {
		var m memoryLimit
		end := m.begin(workers)
		if limit() <= most {
			t.Errorf("%d workers: limit %d, with fewer %d", workers, limit(), most)
		}
		most = limit()

		m.saw(rawjson.BlockSize)
		if limit() != most {
			t.Errorf("an ordinary block changes the limit from %d to %d", most, limit())
		}
		const long = 30 << 20
		m.saw(long)
		raised := limit()
		if raised-most < 3*long {
			t.Errorf("%d workers: a line of %d bytes raises the limit by %d", workers, long, raised-most)
		}
		m.saw(long / 2)
		if limit() != raised {
			t.Errorf("a shorter line changes the limit from %d to %d", raised, limit())
		}

		over := m.alone(rawjson.Block{Data: make([]byte, 5<<20)})
		if limit() != raised {
			t.Errorf("a small document changes the limit from %d to %d", raised, limit())
		}
		over()
		over = m.alone(rawjson.Block{Data: make([]byte, 64<<20)})
		if limit() <= raised {
			t.Errorf("a large document leaves the limit at %d", limit())
		}
		m.saw(long + 1) // the reader goes on meanwhile
		over()
		if limit() <= raised {
			t.Errorf("what the reader saw meanwhile is lost: %d after %d", limit(), raised)
		}
		end()
		if limit() != before {
			t.Errorf("the limit after the run is %d, before it was %d", limit(), before)
		}
	}
}

// A large document before the bulk has the limit of its size, and none after.
func TestMemoryLimitOfOneDocument(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	var m memoryLimit
	end := m.alone(rawjson.Block{Data: make([]byte, 2*bigBlock)})
	if got := debug.SetMemoryLimit(-1); got != documentMemory*2*bigBlock {
		t.Errorf("limit %d for %d bytes", got, 2*bigBlock)
	}
	if end(); debug.SetMemoryLimit(-1) != before {
		t.Errorf("the limit stays %d", debug.SetMemoryLimit(-1))
	}
}
