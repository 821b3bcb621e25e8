package agents

import (
	"path/filepath"

	"convo/commands/internal/frame"
	"convo/conv/format"
	"convo/providers"
)

// shelf is a folder in which sessions lie.
type shelf struct {
	root   string
	agent  *providers.AgentFormat
	folder *format.AgentFolder
}

// rootOf is where a folder of an agent is; "" is nowhere.
func rootOf(p *frame.Program, f *format.AgentFolder) string {
	if f.Variable != "" {
		if dir := p.Getenv(f.Variable); dir != "" {
			return filepath.Join(dir, filepath.FromSlash(f.Below))
		}
	}
	if home := p.Home(); f.Home != "" && home != "" {
		return filepath.Join(home, filepath.FromSlash(f.Home))
	}
	return ""
}
