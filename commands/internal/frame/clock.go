package frame

import (
	"strconv"
	"time"
)

// Clock returns the time of what a run makes, in Unix milliseconds: always that
// of SOURCE_DATE_EPOCH, which is in seconds, if it is set.
func (p *Program) Clock() (now func() int64, err error) {
	set := p.Getenv("SOURCE_DATE_EPOCH")
	if set == "" {
		return func() int64 { return time.Now().UnixMilli() }, nil
	}
	seconds, err := strconv.ParseInt(set, 10, 64)
	if err != nil || seconds < 0 || seconds > mostSeconds {
		return nil, UsageError("SOURCE_DATE_EPOCH %q: want a time in Unix seconds", set)
	}
	return func() int64 { return seconds * 1000 }, nil
}

// mostSeconds is the last second of the year 9999.
const mostSeconds = 253402300799
