package pipe

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"

	"convo/conv/rawjson"
)

// In bulk almost everything is garbage at once, so the collector is better
// bounded by memory than by proportion. Measured: half the collector's work
// of the default, and a peak of 47 MiB with two workers. On a single core twice
// the default was as fast as four times, with a lower peak.
const (
	bulkPercent = 400
	corePercent = 200
	mediumValue = 1 << 18
	largeValue  = 1 << 20
)

// The memory, in bytes, below which the collector waits in bulk: what every run
// needs, and what each worker adds. A limit near to what is in use makes the
// collector run all the time: 512 calls at once took four times the CPU time
// within 48 MiB.
const (
	bulkMemory   = 30 << 20
	workerMemory = 128 << 10
)

// lineMemory and documentMemory are how many times the size of a long line and
// of a large document the memory may grow: that is read, its texts, and what is
// written of it.
const (
	lineMemory     = 4
	documentMemory = 7
)

// A limit is too near if it leaves less room than nearShare of what is in use. Then
// the memory may grow by liveShare of that before the collector runs again.
const (
	nearShare = 8
	liveShare = 3
)

// memoryFor is the memory limit, in bytes, for a number of workers and the
// longest block that was read so far.
func memoryFor(workers, longest int) int64 {
	return bulkMemory + workerMemory*int64(workers) + lineMemory*int64(max(longest-largeValue, 0))
}

// memoryLimit is the memory limit of a run. The reader and the writer of workers both
// change it. The zero value sets no limit.
type memoryLimit struct {
	mu       sync.Mutex
	workers  int   // 0: not in bulk
	longest  int   // block, in bytes
	document int   // the size of what is converted by itself; 0: nothing
	outside  int64 // the limit before the run set one
	live     int64 // what was in use after the last collection
	watched  bool
	inUse    func() int64 // nil: what the collector says
}

// BoundMemory makes the collector fit for bulk with one worker, until the
// function that it returns is called.
func BoundMemory() (end func()) { return new(memoryLimit).begin(1) }

// begin makes the collector fit for bulk, until the function that it returns is
// called.
func (m *memoryLimit) begin(workers int) (end func()) {
	if runtime.GOMAXPROCS(0) == 1 {
		percent := debug.SetGCPercent(corePercent)
		return func() { debug.SetGCPercent(percent) }
	}
	percent := debug.SetGCPercent(bulkPercent)
	m.change(func() { m.workers = workers })
	return func() {
		debug.SetGCPercent(percent)
		m.change(func() { m.workers, m.longest = 0, 0 })
	}
}

// saw raises the limit if a block is the longest so far.
func (m *memoryLimit) saw(size int) {
	m.mu.Lock()
	longer := size > largeValue && size > m.longest
	m.mu.Unlock()
	if longer {
		m.change(func() { m.longest = size })
	}
}

// alone bounds the garbage that converting one large document leaves, until
// the function that it returns is called. For one of a medium size the collector
// runs less often.
func (m *memoryLimit) alone(b rawjson.Block) (end func()) {
	switch size := len(b.Data); {
	case size < mediumValue:
		return func() {}
	case size <= bigBlock:
		percent := debug.SetGCPercent(corePercent)
		return func() { debug.SetGCPercent(percent) }
	}
	m.change(func() { m.document = len(b.Data) })
	return func() { m.change(func() { m.document = 0 }) }
}

// change sets the limit anew after something that it depends on has changed.
func (m *memoryLimit) change(set func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.isSet() {
		m.outside, m.live = debug.SetMemoryLimit(-1), 0
	}
	set()
	m.apply()
	if m.isSet() && !m.watched {
		m.watched = true
		runtime.SetFinalizer(&collection{of: m}, (*collection).over)
	}
}

func (m *memoryLimit) isSet() bool { return m.workers > 0 || m.document > 0 }

// apply sets the limit that fits what is known.
func (m *memoryLimit) apply() {
	limit := m.outside
	if m.isSet() {
		limit = documentMemory * int64(m.document)
		if m.workers > 0 {
			limit = max(limit, memoryFor(m.workers, m.longest))
		}
		if limit < m.live+m.live/nearShare {
			limit = m.live + m.live/liveShare
		}
	}
	debug.SetMemoryLimit(limit)
}

// collection is unreachable, so that its finalizer runs after each collection.
type collection struct {
	of *memoryLimit
}

func (c *collection) over() {
	if c.of.collected() {
		runtime.SetFinalizer(c, (*collection).over)
	}
}

// collected raises a limit that is near to what is in use: messages of few bytes take
// many times their size, and the collector would run without end. It is false when
// there is no limit any more.
func (m *memoryLimit) collected() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.watched = m.isSet(); !m.watched {
		return false
	}
	used := inUse
	if m.inUse != nil {
		used = m.inUse
	}
	m.live = used()
	m.apply()
	return true
}

// inUse is how many bytes of memory the last collection found in use, with what the
// limit counts beside them. What it has freed in between is not in use: in bulk that
// is most of the memory.
func inUse() int64 {
	all := []metrics.Sample{
		{Name: "/gc/heap/live:bytes"},
		{Name: "/memory/classes/heap/stacks:bytes"},
		{Name: "/memory/classes/metadata/other:bytes"},
		{Name: "/memory/classes/metadata/mspan/inuse:bytes"},
		{Name: "/memory/classes/other:bytes"},
	}
	metrics.Read(all)
	sum := uint64(0)
	for _, s := range all {
		sum += s.Value.Uint64()
	}
	return int64(sum)
}

// roomFor takes the bound of BoundMemory away for a large value, until the
// function that it returns is called. What is read of one needs more than that:
// the collector would never stop.
func roomFor(b rawjson.Block) (end func()) {
	if len(b.Data) <= largeValue {
		return func() {}
	}
	most := 100
	if len(b.Data) <= bigBlock {
		most = corePercent
	}
	percent, limit := debug.SetGCPercent(most), debug.SetMemoryLimit(math.MaxInt64)
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}
