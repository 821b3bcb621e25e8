package providers

import (
	"context"
	"errors"
	"io"
	"strconv"

	"convo/providers/internal/wire"
)

// mostPrices is more bytes than any price list has.
const mostPrices = 32 << 20

// FetchPrices gets the list or table of prices at an address: see
// catalog.NewPrices. The error is a *WireError, a *CallError, or says that the
// text is too long.
func FetchPrices(ctx context.Context, x Exchange, url string) ([]byte, error) {
	resp, err := x.Do(ctx, &wire.Request{Method: "GET", URL: url, Header: wire.Header{}})
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.Status != 200 {
		e := &CallError{Status: resp.Status}
		e.Message = "status " + strconv.Itoa(resp.Status)
		if text := wire.StatusText(resp.Status); text != "" {
			e.Message += ", " + text
		}
		if e.Kind = Rejected; wire.Temporary(resp.Status) {
			e.Kind = Temporary
		}
		return nil, e
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, mostPrices+1))
	if err == nil && len(text) > mostPrices {
		err = errors.New("too long for a price list")
	}
	return text, err
}
