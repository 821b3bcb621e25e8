package pipe

import "sync"

// budget bounds the bytes in work. What is larger than all of it is let
// through alone.
type budget struct {
	mu     sync.Mutex
	change sync.Cond
	total  int
	free   int
	closed bool
}

func newBudget(total int) *budget {
	b := &budget{total: total, free: total}
	b.change.L = &b.mu
	return b
}

// acquire waits for n bytes; false when the budget was closed.
func (b *budget) acquire(n int) bool {
	n = min(n, b.total)
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.free < n && !b.closed {
		b.change.Wait()
	}
	b.free -= n
	return !b.closed
}

func (b *budget) release(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.free += min(n, b.total)
	b.change.Signal()
}

func (b *budget) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.change.Broadcast()
}
