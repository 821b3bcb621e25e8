package conv

import "strings"

// MediaOf returns what image, audio, video and document blocks share, nil for
// other blocks.
func MediaOf(b Block) *Media {
	switch b := b.(type) {
	case *ImageContent:
		return (*Media)(b)
	case *AudioContent:
		return (*Media)(b)
	case *VideoContent:
		return (*Media)(b)
	case *DocumentContent:
		return (*Media)(b)
	default:
		return nil
	}
}

// NewMedia returns m as a block of type image, audio, video or document.
func NewMedia(blockType string, m *Media) Block {
	switch blockType {
	case "image":
		return (*ImageContent)(m)
	case "audio":
		return (*AudioContent)(m)
	case "video":
		return (*VideoContent)(m)
	case "document":
		return (*DocumentContent)(m)
	default:
		panic("conv: " + blockType + " is not a media type")
	}
}

// IsLocal reports whether a URL names a local file, which no server can fetch.
func IsLocal(url string) bool { return strings.HasPrefix(url, "file:") }
