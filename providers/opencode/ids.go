package opencode

import (
	"fmt"
	"strconv"
	"strings"
)

// An id is a prefix, twelve digits of a time, and fourteen letters at random. Ours
// count up from one, which is before every time of opencode's.
const (
	messageMark = "msg_"
	sessionMark = "ses_"
	partMark    = "prt_"
	timeDigits  = 12
)

// madeMessageID is the id of a message by its number, for a session with a seed of
// fourteen letters.
func madeMessageID(number int, seed string) string {
	return fmt.Sprintf("%s%0*x%s", messageMark, timeDigits, number, seed)
}

// partID is the id of a part by its message and its index. Parts of one message
// ascend.
func partID(message string, index int) string {
	body := strings.TrimPrefix(message, messageMark)
	head, tail := body, ""
	if len(body) > timeDigits {
		head, tail = body[:timeDigits], body[timeDigits:]
	}
	digits := strconv.FormatInt(int64(index), 16)
	return partMark + head + "00000"[min(len(digits), 5):] + digits + tail
}

// summaryID is the id of the answer to a request for a summary: after the request,
// and before every other message.
func summaryID(request string) string { return request + "0" }

// attachmentID is the id of a file of a result.
func attachmentID(message string, index, file int) string {
	return fmt.Sprintf("%s%x", partID(message, index), file)
}
