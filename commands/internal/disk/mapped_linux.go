package disk

import (
	"os"
	"sync"
	"syscall"
	"time"
)

// Mapping is a large file in memory without its bytes being the process's
// own: what was read of it is given back every now and then, and fetched
// again, from the system's cache, if it is still wanted. It stays mapped, for
// strings may share its memory.
type Mapping struct {
	File  *os.File
	Start int64 // of the stream in the file
	once  sync.Once
	over  chan struct{}
}

// giveBack is how often: a scan reads at most some megabytes in that time.
const giveBack = time.Millisecond

// From is the file from an offset of the stream on; nil if it cannot be mapped.
func (m *Mapping) From(offset int64) []byte {
	info, err := m.File.Stat()
	if err != nil {
		return nil
	}
	at := m.Start + offset
	page := at &^ int64(os.Getpagesize()-1)
	all, err := syscall.Mmap(int(m.File.Fd()), page, int(info.Size()-page), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil
	}
	m.over = make(chan struct{})
	go m.keepSmall(all)
	return all[at-page:]
}

func (m *Mapping) keepSmall(all []byte) {
	tick := time.NewTicker(giveBack)
	defer tick.Stop()
	for {
		_ = syscall.Madvise(all, syscall.MADV_DONTNEED)
		select {
		case <-tick.C:
		case <-m.over:
			_ = syscall.Madvise(all, syscall.MADV_DONTNEED)
			return
		}
	}
}

// Close ends the giving back.
func (m *Mapping) Close() {
	if m.over != nil {
		m.once.Do(func() { close(m.over) })
	}
}
