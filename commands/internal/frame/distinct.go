package frame

import (
	"os"
	"path/filepath"
	"strings"
)

// Distinct are files that a run writes: no two are the same, and none is read.
type Distinct struct {
	program *Program
	inputs  map[string]bool
	taken   map[string]bool
	named   []named
}

// Distinct knows inputs that are not to be written.
func (p *Program) Distinct(inputs []string) *Distinct {
	d := &Distinct{program: p, inputs: map[string]bool{}, taken: map[string]bool{}}
	for _, in := range inputs {
		if in != "-" {
			d.inputs[d.key(in)] = true
		}
	}
	for _, n := range p.namedFiles() {
		if n.by != "-o" {
			d.named = append(d.named, n)
		}
	}
	return d
}

// Add takes a file that will be written, and fails if it is another's. by is the
// flag that names it.
func (d *Distinct) Add(by, file string) error {
	key := d.key(file)
	switch {
	case d.taken[key]:
		return UsageError("%s: two outputs would be %s", by, file).WithHint("nothing was written; add {n}, the number of the conversation, to the name")
	case d.inputs[key] || d.program.isStdin(file):
		return UsageError("%s: %s is also an input", by, file).WithHint("write to another folder")
	}
	for _, n := range d.named {
		if SameFile(n.file, file) {
			return UsageError("%s: %s and %s are the same file", by, file, n)
		}
	}
	d.taken[key] = true
	return nil
}

// key is the same for all names of a file, whether it exists or not.
func (d *Distinct) key(file string) string {
	folder, base := filepath.Split(followed(file))
	if real, err := filepath.EvalSymlinks(filepath.Clean(folder)); folder != "" && err == nil {
		folder = real
	}
	full, err := filepath.Abs(filepath.Join(folder, base))
	if err != nil {
		full = file
	}
	if d.program.System == "windows" || d.program.System == "darwin" {
		full = strings.ToLower(full) // their file systems take A and a for one
	}
	return full
}

// Folders are the folders among operands.
func Folders(operands []string) (folders []string) {
	for _, o := range operands {
		if info, err := os.Stat(o); err == nil && info.IsDir() {
			folders = append(folders, o)
		}
	}
	return folders
}
