package frame

import (
	"errors"
	"io"
	"os"
)

// Scratch makes a file of text. It goes when remove is called, or when the
// program ends.
func (p *Program) Scratch(text string) (name string, remove func(), err error) {
	p.temps.watch.Do(p.watchSignals)
	p.temps.mu.Lock() // so that a signal finds the file in the list
	defer p.temps.mu.Unlock()
	f, err := os.CreateTemp("", "convo-*.md")
	if err != nil {
		return "", nil, err
	}
	name = f.Name()
	p.temps.list(name)
	if text != "" {
		_, err = io.WriteString(f, text+"\n")
	}
	remove = func() { _ = p.temps.settle(name, func() error { return os.Remove(name) }) }
	return name, remove, errors.Join(err, f.Close())
}
