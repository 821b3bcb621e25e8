// Man writes the pages of the manual: convo.1, one of each command in section 1,
// and one of each topic of help in section 7. Their text is that of convo help.
//
// usage: man [-date YYYY-MM-DD] DIR
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"convo/commands"
	"convo/scripts/must"
)

func main() {
	date := flag.String("date", "", "the date in the foot of each page")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: man [-date YYYY-MM-DD] DIR")
		os.Exit(2)
	}
	must.End("man", func() { write(flag.Arg(0), *date) })
}

// write writes the pages below a folder: man1/convo.1, man7/convo-keys.7 and so on.
func write(dir, date string) {
	var pages []page
	for _, p := range commands.Manual() {
		section := 1
		if p.Topic {
			section = 7
		}
		pages = append(pages, page{p, section})
	}
	for _, p := range pages {
		folder := filepath.Join(dir, fmt.Sprintf("man%d", p.section))
		must.Do(os.MkdirAll(folder, 0o755))
		name := filepath.Join(folder, fmt.Sprintf("%s.%d", p.Name, p.section))
		must.Do(os.WriteFile(name, []byte(p.roff(pages, date)), 0o644))
	}
}
