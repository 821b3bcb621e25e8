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

// Prices is a table of what vendors ask for their models' tokens. It stays
// text, in which a model's price is looked up.
type Prices struct {
	Date   string // of the table, 2026-09-23; "" if it has none
	Source string // who says so

	text    []byte
	vendors []priced
}

// priced is a vendor in a table of prices.
type priced struct {
	name   string
	names  []string // patterns of what else it is called
	owns   []string // patterns of models that are its own, whoever is not named
	others []string // vendors whose prices it has, where it has none
	models int      // offset of its models
}

// AnyVendor is the name of the vendor in a table whose prices hold for models
// of each.
const AnyVendor = "*"

// BuiltInPrices is the table that convo carries.
var BuiltInPrices = sync.OnceValue(func() *Prices {
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
})

// ReadPrices reads a table. Rates are US dollars for a million tokens, or for
// a thousand searches or requests; [3, 200000, 6] is 3, but 6 where more than
// 200000 tokens went in. The last of a model's prices whose day (from) or
// hours (UTC) have come holds. What it has no rate for costs what it is part
// of: cacheWrite1h as cacheWrite, this and cacheRead as input. Sound that is
// put out, and searches, have a rate or no price.
//
//	{"date": "2026-09-23", "source": "…", "vendors": {"anthropic": {
//	  "names": ["*claude-api*"], "owns": ["claude*"], "others": ["bedrock"],
//	  "models": [{"id": "claude-x", "match": ["claude-x", "claude-x-########"],
//	    "prices": [{"input": 3, "output": 15}, {"from": "2026-10-01", "input": [2, 200000, 4],
//	      "output": 10, "cacheRead": 0.2, "cacheWrite": 2.5, "cacheWrite1h": 4, "inputAudio": 6,
//	      "cacheReadAudio": 0.6, "outputAudio": 12, "reasoning": 10, "searches": 10,
//	      "fileSearches": 2.5, "requests": 5}]}]}}}
//
// In a pattern, # is a digit and * anything; one with ! before it excludes.
// A model without patterns matches by its id. Errors are *rawjson.Error.
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

// OpenPrices is [ReadPrices] of a table that was read before: it only finds
// where the models of each vendor are.
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
			c.Skip()
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

// modelsOf is a Cursor at the models of a vendor.
func (p *Prices) modelsOf(v *priced) *rawjson.Cursor {
	c := rawjson.NewCursor(p.text)
	c.Rewind(v.models)
	return c
}

// Size is of how many vendors and models there are prices.
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
