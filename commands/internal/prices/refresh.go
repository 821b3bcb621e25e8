package prices

import (
	"context"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"convo/commands/internal/frame"
	"convo/providers"
	"convo/providers/catalog"
)

// pricesFile is where refreshed prices are kept; "" is nowhere.
func pricesFile(p *frame.Program) string { return p.DataFile("prices.json") }

// publicPrices are the refreshed prices and those of convo, the newer ones
// first.
func publicPrices(p *frame.Program) ([]*catalog.Prices, error) {
	own := catalog.BuiltInPrices()
	name := pricesFile(p)
	if name == "" {
		return []*catalog.Prices{own}, nil
	}
	data, err := frame.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return []*catalog.Prices{own}, nil
	}
	if err != nil {
		return nil, frame.FileFailure(frame.ExitOther, name, err)
	}
	refreshed, err := catalog.OpenPrices(data)
	if err != nil {
		return nil, frame.InFile(name, data, err).WithHint("replace it with convo models --refresh, or delete it")
	}
	if refreshed.Date < own.Date {
		return []*catalog.Prices{own, refreshed}, nil
	}
	return []*catalog.Prices{refreshed, own}, nil
}

// Refresh gets newer prices and keeps them.
func Refresh(p *frame.Program, flags *frame.Flags) error {
	from := catalog.PriceList
	switch {
	case flags.NArg() > 1:
		return frame.Misused(flags.Command, frame.UsageError("--refresh takes only one URL or FILE"))
	case flags.IsSet("to") || flags.IsSet("compact"):
		return frame.Misused(flags.Command, frame.UsageError("--refresh prints no list: remove -t and -c"))
	case flags.NArg() == 1:
		from = flags.Args().First()
	}
	name := pricesFile(p)
	if name == "" {
		return &frame.Failure{Code: frame.ExitOther, What: "no directory for prices: set HOME or XDG_DATA_HOME"}
	}
	text, source, err := pricesOf(p, from)
	if err != nil {
		return err
	}
	table, left, err := catalog.NewPrices(text, time.Now().UTC().Format(time.DateOnly), source)
	if err != nil {
		return frame.InFile(source, text, err).WithHint("want the list of github.com/pydantic/genai-prices, or a table as in convo help cost; nothing was changed")
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return frame.FileFailure(frame.ExitOther, name, err)
	}
	if err := p.ReplaceFile(name, table); err != nil {
		return err
	}
	tellPrices(p, name, table, left)
	return nil
}

// tellPrices reports the new prices.
func tellPrices(p *frame.Program, name string, table []byte, left []string) {
	prices, err := catalog.OpenPrices(table)
	if err != nil {
		return
	}
	vendors, models := prices.Size()
	p.Note("prices of %s by %s: %s of %s, kept in %s", prices.Date, prices.Source, frame.Plural(models, "model"), frame.Plural(vendors, "vendor"), name)
	if own := catalog.BuiltInPrices().Date; prices.Date < own {
		p.Note("convo's own prices are newer (%s): these are used only for models that it does not know", own)
	}
	if p.Verbose {
		for _, model := range left {
			p.Note("no usable price: %s", model)
		}
	}
}

// pricesOf reads a URL or a file, and returns its name.
func pricesOf(p *frame.Program, from string) (text []byte, source string, err error) {
	if !strings.Contains(from, "://") {
		text, err := frame.ReadFile(from)
		if err != nil {
			return nil, from, frame.Missing(from, err).WithHint("--refresh needs the URL or FILE of a price list")
		}
		return text, from, nil
	}
	source = catalog.Shown(from)
	if u, err := url.Parse(from); err != nil || u.Scheme != "https" && u.Scheme != "http" {
		return nil, source, frame.UsageError("%s: prices are fetched only over https", source)
	}
	if err := p.Online("prices cannot be fetched"); err != nil {
		return nil, source, err
	}
	signalled, got, end := p.UntilSignal()
	defer end()
	if text, err = fetchPrices(signalled, from); err == nil {
		return text, source, nil
	}
	if signal := got(); signal != nil {
		return nil, source, frame.Interruption(signal)
	}
	f := &frame.Failure{Code: frame.ExitRejected, What: source + ": " + err.Error()}
	var wire *providers.WireError
	var refused *providers.CallError
	switch {
	case errors.As(err, &wire):
		if f.OfWire(wire); wire.Kind == providers.Forbidden {
			f.Hint = "use https"
		}
	case errors.As(err, &refused) && refused.Kind == providers.Temporary:
		f.Code = frame.ExitTemporary
	}
	return nil, source, f
}

// fetchPrices fetches prices with a short timeout.
func fetchPrices(ctx context.Context, address string) ([]byte, error) {
	client := providers.NewClient(providers.Limits{Retries: 2, Connect: 10 * time.Second, Whole: time.Minute, MaxWait: 10 * time.Second})
	return providers.FetchPrices(ctx, client, address)
}
