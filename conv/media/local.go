package media

import "strings"

// IsLocal reports whether a URL names a local file, which no server can fetch.
func IsLocal(url string) bool { return strings.HasPrefix(url, "file:") }
