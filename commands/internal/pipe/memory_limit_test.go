package pipe

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
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
		m := memoryLimit{inUse: nothingInUse}
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

func nothingInUse() int64 { return 0 }

// A limit below what is in use would make the collector run without end: it is raised
// after a collection, and falls again.
func TestMemoryLimitLeavesRoom(t *testing.T) {
	limit := func() int64 { return debug.SetMemoryLimit(-1) }
	before := limit()
	var inUse atomic.Int64 // a collection asks, too
	m := memoryLimit{inUse: inUse.Load}
	end := m.alone(rawjson.Block{Data: make([]byte, 2*bigBlock)})
	said := limit()
	for _, used := range []int64{said / 2, said, 3 * said, said} {
		inUse.Store(used)
		m.collected()
		if got := limit(); got < said || got < used+used/4 || got > max(said, 2*used) {
			t.Errorf("%d bytes in use: limit %d, at first %d", used, got, said)
		}
	}
	end()
	if limit() != before {
		t.Errorf("the limit stays %d", limit())
	}
	if m.collected(); limit() != before {
		t.Errorf("a collection after the end sets the limit to %d", limit())
	}
}

// The collector tells a limit that it ran.
func TestMemoryLimitSeesCollections(t *testing.T) {
	ran := make(chan bool, 100)
	m := memoryLimit{inUse: func() int64 { ran <- true; return 0 }}
	defer m.alone(rawjson.Block{Data: make([]byte, 2*bigBlock)})()
	for range 2 { // again after the first
		runtime.GC()
		<-ran
	}
}

// A large document before the bulk has the limit of its size, and none after.
func TestMemoryLimitOfOneDocument(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	m := memoryLimit{inUse: nothingInUse}
	end := m.alone(rawjson.Block{Data: make([]byte, 2*bigBlock)})
	if got := debug.SetMemoryLimit(-1); got != documentMemory*2*bigBlock {
		t.Errorf("limit %d for %d bytes", got, 2*bigBlock)
	}
	if end(); debug.SetMemoryLimit(-1) != before {
		t.Errorf("the limit stays %d", debug.SetMemoryLimit(-1))
	}
}
