// Command equal reports whether two JSON bodies are equal to the API that takes
// them. Only three differences are ignored: a string or a list of one text
// block where the API accepts both, a field that is null or absent, and the
// order of an object's fields. With -f otel-genai, the attributes of a span are
// an object, and a string that holds JSON is what it holds. Numbers are equal only if they are exactly the
// same number, however large.
//
//	equal [-f FORMAT] A B
//
// Exit status: 0 equal, 1 different (the first differences on standard
// output, as JSON pointers), 2 misuse. A and B may be JSON Lines; "-" is
// standard input.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"convo/scripts/equal/body"
)

// shown is how many differences are printed.
const shown = 10

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, in io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("equal", flag.ContinueOnError)
	flags.SetOutput(errs)
	format := flags.String("f", "", "`FORMAT` of both: "+strings.Join(body.Formats(), ", "))
	flags.Usage = func() {
		fmt.Fprintln(errs, "usage: equal [-f FORMAT] A B")
		flags.PrintDefaults()
	}
	if flags.Parse(args) != nil {
		return 2
	}
	if *format != "" && !slices.Contains(body.Formats(), *format) || flags.NArg() != 2 {
		flags.Usage()
		return 2
	}
	var bodies [2]body.Body
	for i, name := range flags.Args() {
		var err error
		if bodies[i], err = read(name, in); err != nil {
			fmt.Fprintf(errs, "equal: %s: %v\n", name, err)
			return 2
		}
	}
	found := body.Compare(*format, bodies[0], bodies[1])
	for i, d := range found {
		if i == shown {
			fmt.Fprintf(out, "and %d more\n", len(found)-shown)
			break
		}
		fmt.Fprintf(out, "%s: %s\n", d.At, d.What)
	}
	return min(len(found), 1)
}

// read returns the JSON values of a file.
func read(name string, in io.Reader) (body.Body, error) {
	var data []byte
	var err error
	if name == "-" {
		data, err = io.ReadAll(in)
	} else {
		data, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, err
	}
	return body.Parse(data)
}
