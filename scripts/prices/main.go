// Prices writes providers/catalog/prices.json.gz from a list of prices of the
// project genai-prices on stdin: go run ./scripts/prices DATE SOURCE < LIST.
// See generate.mjs, which calls it.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"

	"convo/providers/catalog"
)

const packed = "providers/catalog/prices.json.gz"

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: prices DATE SOURCE < LIST")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "prices:", err)
		os.Exit(1)
	}
}

// write makes the table and packs it, the same bytes of the same list.
func write(date, source string) error {
	list, err := io.ReadAll(os.Stdin)
	if err != nil {
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
