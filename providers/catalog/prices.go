package catalog

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strings"
	"sync"

	"convo/conv/rawjson"
)

// packedPrices is written by scripts/prices/generate.mjs.
//
//go:embed prices.json.gz
var packedPrices []byte

// Prices is a table of what vendors charge for their models. It is kept as
// text, and a price is read when it is looked up.
type Prices struct {
	Date   string // as 2026-09-23; "": unknown
	Source string // where the prices come from

	text    []byte
	vendors []priced
}

// priced is a vendor in a table of prices.
type priced struct {
	name   string
	names  []string // patterns of its other names
	owns   []string // patterns of its own models, found without naming it
	others []string // vendors whose prices it takes if it lacks one
	models int      // offset of its models
}

// AnyVendor is the name of the vendor in a table whose prices apply to every
// vendor's models.
const AnyVendor = "*"

var (
	builtIn *Prices
	unpack  sync.Once
)

// BuiltInPrices returns the embedded table.
func BuiltInPrices() *Prices {
	unpack.Do(func() { builtIn = unpacked() })
	return builtIn
}

func unpacked() *Prices {
	z, err := gzip.NewReader(bytes.NewReader(packedPrices))
	if err != nil {
		panic("catalog: prices: " + err.Error())
	}
	text, err := io.ReadAll(z)
	if err != nil {
		panic("catalog: prices: " + err.Error())
	}
	p, err := OpenPrices(text)
	if err != nil {
		panic("catalog: prices: " + err.Error())
	}
	return p
}

// ReadPrices reads a table. Rates are US dollars a million tokens, or a
// thousand searches or requests. [3, 200000, 6] is 3, or 6 if the input has
// more than 200000 tokens. The last price in force counts, by day (from) and
// hours (UTC). What has no rate costs as much as what it is part of:
// cacheWrite1h as cacheWrite, cacheWrite and cacheRead as input. Audio output
// and searches without a rate have no price.
//
//	{"date": "2026-09-23", "source": "…", "vendors": {"anthropic": {
//	  "names": ["*claude-api*"], "owns": ["claude*"], "others": ["bedrock"],
//	  "models": [{"id": "claude-x", "match": ["claude-x", "claude-x-########"],
//	    "prices": [{"input": 3, "output": 15}, {"from": "2026-10-01", "input": [2, 200000, 4],
//	      "output": 10, "cacheRead": 0.2, "cacheWrite": 2.5, "cacheWrite1h": 4, "inputAudio": 6,
//	      "cacheReadAudio": 0.6, "outputAudio": 12, "reasoning": 10, "searches": 10,
//	      "fileSearches": 2.5, "requests": 5}]}]}}}
//
// In a pattern, # is a digit and * is any text. A pattern after ! excludes. A
// model without patterns matches its id. Errors are *rawjson.Error.
func ReadPrices(text []byte) (*Prices, error) {
	p, err := OpenPrices(text)
	if err != nil {
		return nil, err
	}
	for i := range p.vendors {
		c := p.modelsOf(&p.vendors[i])
		for range c.Elements {
			readPrice(c)
		}
		if err := c.Err(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// OpenPrices is [ReadPrices] for a table that was checked before. It only finds
// the models of each vendor.
func OpenPrices(text []byte) (*Prices, error) {
	p := &Prices{text: text}
	c := rawjson.NewCursor(text)
	for key := range c.Fields {
		switch key {
		case "date":
			p.Date = c.Str()
		case "source":
			p.Source = c.Str()
		case "vendors":
			for name := range c.Fields {
				p.vendors = append(p.vendors, outlineVendor(c, name))
			}
		default:
			c.Refuse("a table of prices has no %q", key)
		}
	}
	return p, c.End()
}

func outlineVendor(c *rawjson.Cursor, name string) priced {
	v := priced{name: strings.Clone(name), models: -1}
	at := c.Offset()
	for key := range c.Fields {
		switch key {
		case "names":
			v.names = texts(c)
		case "owns":
			v.owns = texts(c)
		case "others":
			v.others = texts(c)
		case "models":
			v.models = c.Offset()
		default:
			c.Refuse("a vendor has no %q", key)
		}
	}
	if v.models < 0 {
		c.Fail(at, "a vendor without models")
	}
	return v
}

func texts(c *rawjson.Cursor) (all []string) {
	for range c.Elements {
		all = append(all, c.Str())
	}
	return all
}

// modelsOf returns a cursor at the models of a vendor.
func (p *Prices) modelsOf(v *priced) *rawjson.Cursor {
	c := rawjson.NewCursor(p.text)
	c.Rewind(v.models)
	return c
}

// Size returns the numbers of vendors and models with prices.
func (p *Prices) Size() (vendors, models int) {
	for i := range p.vendors {
		before := models
		c := p.modelsOf(&p.vendors[i])
		for range c.Elements {
			c.Skip()
			models++
		}
		if models > before {
			vendors++
		}
	}
	return vendors, models
}
