package catalog

import (
	"net/url"
	"slices"
	"strings"
)

// IsSecret reports whether a variable has a vendor's key or token, by its name,
// or is the address of a vendor with a password or a query.
func IsSecret(name, value string) bool {
	name = strings.ToUpper(name)
	for _, end := range []string{"_API_KEY", "_API_TOKEN", "_AUTH_TOKEN", "_ACCESS_TOKEN"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	for i := range vendors {
		v := &vendors[i]
		if slices.Contains(v.KeyVars, name) || slices.Contains(v.AddressVars(), name) && isGuarded(value) {
			return true
		}
	}
	return strings.HasSuffix(name, "_BASE_URL") && isGuarded(value)
}

// isGuarded reports whether an address has parts that may be secret.
func isGuarded(address string) bool {
	u, err := url.Parse(strings.TrimSpace(address))
	return err != nil || u.User != nil || u.RawQuery != "" || u.Fragment != ""
}
