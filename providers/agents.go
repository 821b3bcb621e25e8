package providers

import "convo/conv/format"

// AgentFormat is an agent and the format of its sessions.
type AgentFormat struct {
	*format.Agent
	Format *format.Format
}

// Agents lists the agents whose sessions convo reads, in the order of the table.
func Agents() (all []AgentFormat) {
	for f := range unguarded {
		if f.Agent != nil {
			guardFormat(f)
			all = append(all, AgentFormat{f.Agent(), f})
		}
	}
	return all
}
