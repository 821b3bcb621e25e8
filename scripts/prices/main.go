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
)

const packed = "providers/catalog/prices.json.gz"

// vendor is a vendor of a list.
type vendor map[string]json.RawMessage

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: prices DATE SOURCE LIST MORE")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, "prices:", err)
		os.Exit(1)
	}
}

// write makes the table and packs it. The same lists give the same bytes.
func write(date, source, listName, moreName string) error {
	list, err := os.ReadFile(listName)
	if err != nil {
		return err
	}
	more, err := os.ReadFile(moreName)
	if err != nil {
		return err
	}
	if list, err = completed(list, more); err != nil {
		return err
	}
	table, left, err := catalog.NewPrices(list, date, source)
	if err != nil {
		return err
	}
	for _, model := range left {
		fmt.Fprintln(os.Stderr, "prices: left out:", model)
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(table); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(packed, b.Bytes(), 0o644)
}

// completed adds prices of another list for models that the catalog has and
// this list lacks.
func completed(list, more []byte) ([]byte, error) {
	have, err := pricesOf(list)
	if err != nil {
		return nil, err
	}
	var vendors, others []vendor
	if err := json.Unmarshal(list, &vendors); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(more, &others); err != nil {
		return nil, err
	}
	for _, other := range others {
		only, err := json.Marshal([]vendor{other})
		if err != nil {
			return nil, err
		}
		found, err := pricesOf(only)
		if err != nil {
			return nil, err
		}
		var models []map[string]json.RawMessage
		if err := json.Unmarshal(other["models"], &models); err != nil {
			return nil, err
		}
		for _, m := range catalog.Models() {
			if have.Find(m.Vendor, m.ID) != nil || found.Find(m.Vendor, m.ID) == nil {
				continue
			}
			for _, named := range models {
				if string(named["id"]) == fmt.Sprintf("%q", m.ID) {
					fmt.Fprintf(os.Stderr, "prices: added: %s/%s\n", m.Vendor, m.ID)
					if vendors, err = add(vendors, other["id"], named); err != nil {
						return nil, err
					}
				}
			}
		}
	}
	return json.Marshal(vendors)
}

// pricesOf turns a list into a table.
func pricesOf(list []byte) (*catalog.Prices, error) {
	table, _, err := catalog.NewPrices(list, "-", "-")
	if err != nil {
		return nil, err
	}
	return catalog.OpenPrices(table)
}

// add adds a model to the vendor of an id, which may be new.
func add(vendors []vendor, id json.RawMessage, model map[string]json.RawMessage) ([]vendor, error) {
	i := slices.IndexFunc(vendors, func(v vendor) bool { return bytes.Equal(v["id"], id) })
	if i < 0 {
		i, vendors = len(vendors), append(vendors, vendor{"id": id, "models": json.RawMessage("[]")})
	}
	var models []map[string]json.RawMessage
	if err := json.Unmarshal(vendors[i]["models"], &models); err != nil {
		return nil, err
	}
	raw, err := json.Marshal(append(models, model))
	vendors[i]["models"] = raw
	return vendors, err
}
