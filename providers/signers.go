package providers

import (
	"convo/conv"
	"convo/providers/internal/protocol"
)

// Signer is the provider that issued a signature, "" if that is unknown.
func Signer(signature string) string { return protocol.Signer(signature) }

// Issuers are the providers that sign what they answer, by their protocols.
func Issuers() map[conv.Protocol]string {
	all := map[conv.Protocol]string{}
	for _, f := range Formats() {
		if f.Protocol != "" && f.Capabilities.Signed != nil && f.Capabilities.Provider != "" {
			all[f.Protocol] = f.Capabilities.Provider
		}
	}
	return all
}
