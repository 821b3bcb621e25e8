package frame

import (
	"os"
	"strings"
)

// SessionFile is a session that an agent keeps in a file, and what names it as FILE.
type SessionFile struct{ Name, Path string }

// located are operands, with the files that names such as codex:last stand for.
func (p *Program) located(operands []string) ([]string, error) {
	var all []string
	for _, o := range operands {
		file, err := p.locate(o)
		if err != nil {
			return nil, err
		}
		all = append(all, file)
	}
	return all, nil
}

// locate is the file that an operand names. A file of that very name wins.
func (p *Program) locate(operand string) (string, error) {
	if p.Locate == nil || !strings.Contains(operand, ":") {
		return operand, nil
	}
	if _, err := os.Lstat(operand); err == nil {
		return operand, nil
	}
	file, err := p.Locate(operand)
	if err != nil || file == "" {
		return operand, err
	}
	return file, nil
}
