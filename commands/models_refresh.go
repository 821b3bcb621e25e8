package commands

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"convo/conv/rawjson"
	"convo/providers"
	"convo/providers/catalog"
)

// dataFile is where a file of the user's data is: below XDG_DATA_HOME or its
// usual place; "" is nowhere.
func (p *program) dataFile(name string) string {
	dir := p.getenv("XDG_DATA_HOME")
	switch {
	case dir != "":
	case runtime.GOOS == "windows":
		dir = p.getenv("LOCALAPPDATA")
	case p.getenv("HOME") != "":
		dir = filepath.Join(p.getenv("HOME"), ".local", "share")
	}
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "convo", name)
}

const pricesFile = "prices.json"

// publicPrices are the prices that everybody knows: those that the user has
// refreshed and those of convo, the newer ones first.
func (p *program) publicPrices() ([]*catalog.Prices, error) {
	own := catalog.BuiltInPrices()
	name := p.dataFile(pricesFile)
	if name == "" {
		return []*catalog.Prices{own}, nil
	}
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return []*catalog.Prices{own}, nil
	}
	if err != nil {
		return nil, fileFailure(exitOther, name, err)
	}
	refreshed, err := catalog.OpenPrices(data)
	if err != nil {
		return nil, inFile(name, data, err).withHint("convo models --refresh makes it anew, and without it convo has prices, too")
	}
	if refreshed.Date < own.Date {
		return []*catalog.Prices{own, refreshed}, nil
	}
	return []*catalog.Prices{refreshed, own}, nil
}

// inFile is the failure of a file that is all of one value.
func inFile(name string, data []byte, err error) *failure {
	return located{file: name, block: rawjson.Block{Data: data, Line: 1, Column: 1}}.failure(err)
}

// refreshPrices gets newer prices and keeps them.
func (p *program) refreshPrices(flags *flagReader) error {
	from := catalog.PriceList
	switch {
	case flags.NArg() > 1:
		return misused(flags.Command, usageError("--refresh gets prices from one URL or FILE"))
	case flags.IsSet("to") || flags.IsSet("compact"):
		return misused(flags.Command, usageError("--refresh prints no list: no -t, no -c"))
	case flags.NArg() == 1:
		from = flags.Args().First()
	}
	name := p.dataFile(pricesFile)
	if name == "" {
		return &failure{code: exitOther, what: "there is no place for prices: neither HOME nor XDG_DATA_HOME is set"}
	}
	text, source, err := p.pricesOf(from)
	if err != nil {
		return err
	}
	table, left, err := catalog.NewPrices(text, time.Now().UTC().Format(time.DateOnly), source)
	if err != nil {
		return inFile(source, text, err).withHint("want the list of github.com/pydantic/genai-prices, or a table as in convo help cost; nothing is changed")
	}
	if err := p.keep(name, table); err != nil {
		return err
	}
	p.tellPrices(name, table, left)
	return nil
}

// keep replaces a file of the user's data, whose directory may be missing.
func (p *program) keep(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return fileFailure(exitOther, name, err)
	}
	out, err := p.fileProduct(name)
	if err != nil {
		return err
	}
	if _, err := out.Write(data); err != nil {
		out.discard()
		return fileFailure(exitOther, name, err)
	}
	return out.commit()
}

// tellPrices says what was got.
func (p *program) tellPrices(name string, table []byte, left []string) {
	prices, err := catalog.OpenPrices(table)
	if err != nil || p.quiet {
		return
	}
	vendors, models := prices.Size()
	told := fmt.Sprintf("prices of %s by %s: %s of %s, kept in %s", prices.Date, prices.Source, plural(models, "model"), plural(vendors, "vendor"), name)
	fmt.Fprintln(p.stderr, "convo: "+printable(told))
	if own := catalog.BuiltInPrices().Date; prices.Date < own {
		fmt.Fprintf(p.stderr, "convo: those of convo are of %s and newer: these count only for what it does not know\n", own)
	}
	if p.verbose {
		for _, model := range left {
			fmt.Fprintf(p.stderr, "convo: without a price that could be told: %s\n", printable(model))
		}
	}
}

// pricesOf is what is at an address or in a file, and what that is called.
func (p *program) pricesOf(from string) (text []byte, source string, err error) {
	if !strings.Contains(from, "://") {
		text, err := os.ReadFile(from)
		if err != nil {
			return nil, from, missing(from, err).withHint("--refresh wants the URL or FILE of a list of prices")
		}
		return text, from, nil
	}
	source = catalog.Shown(from)
	if u, err := url.Parse(from); err != nil || u.Scheme != "https" && u.Scheme != "http" {
		return nil, source, usageError("%s: prices are got by https", source)
	}
	if err := p.online("prices cannot be fetched"); err != nil {
		return nil, source, err
	}
	signalled, got, end := p.untilSignal()
	defer end()
	if text, err = p.fetchPrices(signalled, from); err == nil {
		return text, source, nil
	}
	if signal := got(); signal != nil {
		return nil, source, interruption(signal)
	}
	f := &failure{code: exitRejected, what: source + ": " + err.Error()}
	var wire *providers.WireError
	var refused *providers.CallError
	switch {
	case errors.As(err, &wire):
		if f.ofWire(wire); wire.Kind == providers.Forbidden {
			f.hint = "use https"
		}
	case errors.As(err, &refused) && refused.Kind == providers.Temporary:
		f.code = exitTemporary
	}
	return nil, source, f
}

// fetchPrices asks for prices, not for long.
func (p *program) fetchPrices(ctx context.Context, address string) ([]byte, error) {
	client := providers.NewClient(providers.Limits{Retries: 2, Connect: 10 * time.Second, Whole: time.Minute, MaxWait: 10 * time.Second})
	return providers.FetchPrices(ctx, client, address)
}
