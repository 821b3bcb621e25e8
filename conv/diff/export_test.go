package diff

// Texts compares two texts: by lines, and lines that differ by words.
func Texts(a, b string) []Piece { return (&words{}).texts(a, b) }
