// Prices writes providers/catalog/prices.json.gz from a price list in the form
// of genai-prices. A second list adds models that the catalog has and the first
// list lacks: go run ./scripts/prices DATE SOURCE LIST MORE. generate.mjs calls
// it.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"convo/providers/catalog"
	"convo/scripts/must"
)

const packed = "providers/catalog/prices.json.gz"

// vendor is a vendor of a list.
type vendor map[string]json.RawMessage

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: prices DATE SOURCE LIST MORE")
		os.Exit(2)
	}
	must.End("prices", func() { write(os.Args[1], os.Args[2], os.Args[3], os.Args[4]) })
}

// write makes the table and packs it. The same lists give the same bytes.
func write(date, source, listName, moreName string) {
	list := must.Get(os.ReadFile(listName))
	list = completed(list, must.Get(os.ReadFile(moreName)))
	table, left, err := catalog.NewPrices(list, date, source)
	must.Do(err)
	for _, model := range left {
		fmt.Fprintln(os.Stderr, "prices: left out:", model)
	}
	var b bytes.Buffer
	z := must.Get(gzip.NewWriterLevel(&b, gzip.BestCompression))
	must.Get(z.Write(table))
	must.Do(z.Close())
	must.Do(os.WriteFile(packed, b.Bytes(), 0o644))
}

// completed adds prices of another list for models that the catalog has and
// this list lacks.
func completed(list, more []byte) []byte {
	have := pricesOf(list)
	var vendors, others []vendor
	must.Do(json.Unmarshal(list, &vendors))
	must.Do(json.Unmarshal(more, &others))
	for _, other := range others {
		found := pricesOf(must.Get(json.Marshal([]vendor{other})))
		var models []map[string]json.RawMessage
		must.Do(json.Unmarshal(other["models"], &models))
		for _, m := range catalog.Models() {
			if have.Find(m.Vendor, m.ID) != nil || found.Find(m.Vendor, m.ID) == nil {
				continue
			}
			for _, named := range models {
				if string(named["id"]) == fmt.Sprintf("%q", m.ID) {
					fmt.Fprintf(os.Stderr, "prices: added: %s/%s\n", m.Vendor, m.ID)
					vendors = add(vendors, other["id"], named)
				}
			}
		}
	}
	return must.Get(json.Marshal(vendors))
}

// pricesOf turns a list into a table.
func pricesOf(list []byte) *catalog.Prices {
	table, _, err := catalog.NewPrices(list, "-", "-")
	must.Do(err)
	return must.Get(catalog.OpenPrices(table))
}

// add adds a model to the vendor of an id, which may be new.
func add(vendors []vendor, id json.RawMessage, model map[string]json.RawMessage) []vendor {
	i := slices.IndexFunc(vendors, func(v vendor) bool { return bytes.Equal(v["id"], id) })
	if i < 0 {
		i, vendors = len(vendors), append(vendors, vendor{"id": id, "models": json.RawMessage("[]")})
	}
	var models []map[string]json.RawMessage
	must.Do(json.Unmarshal(vendors[i]["models"], &models))
	vendors[i]["models"] = must.Get(json.Marshal(append(models, model)))
	return vendors
}
