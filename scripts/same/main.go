// Command same reports where two builds of convo differ: in what they print, in
// what they say, in how they exit. It is for changes that must not be noticed,
// such as those for speed.
//
//	same [-every N] OLD NEW FILE|DIRECTORY…
//
// Each file goes through the commands that only read, and through transform to
// every Nth format; the next file to the formats after these. With -every 1, each
// file is converted to every format.
//
// Exit status: 0 equal, 1 different (the first differences on standard output),
// 2 misuse.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// shown is how many differences are printed.
const shown = 20

// readers are the commands that every file goes through.
var readers = []string{"detect", "validate", "cost", "cost --estimate", "transform -v --verify", "transform -v --redact secrets,paths,emails", "transform --redact paths,structure", "transform -c -t or"}

func main() { os.Exit(run()) }

func run() int {
	every := flag.Int("every", 5, "convert each file to every `N`th format")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: same [-every N] OLD NEW FILE|DIRECTORY…")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() < 3 || *every < 1 {
		flag.Usage()
		return 2
	}
	files, err := filesIn(flag.Args()[2:])
	var targets []string
	if err == nil {
		targets, err = targetsOf(flag.Arg(0))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "same:", err)
		return 2
	}
	calls := callsOf(files, targets, *every)
	different := compare(flag.Arg(0), flag.Arg(1), calls)
	for i, d := range different {
		if i == shown {
			fmt.Printf("and %d more\n", len(different)-shown)
			break
		}
		fmt.Println(d)
	}
	fmt.Printf("%d files, %d calls, %d different\n", len(files), len(calls), len(different))
	return min(len(different), 1)
}

func filesIn(roots []string) (files []string, err error) {
	for _, root := range roots {
		err = errors.Join(err, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				files = append(files, path)
			}
			return err
		}))
	}
	return files, err
}

// targetsOf are the formats that a build writes.
func targetsOf(convo string) (names []string, err error) {
	out, err := exec.Command(convo, "formats").Output()
	for line := range strings.Lines(string(out)) {
		if words := strings.Fields(line); strings.HasPrefix(line, "  ") && !strings.Contains(line, "(read only)") {
			names = append(names, words[0])
		}
	}
	return names, err
}

// callsOf are the arguments of every call, the file last.
func callsOf(files, targets []string, every int) (calls [][]string) {
	for i, file := range files {
		for _, c := range readers {
			calls = append(calls, append(strings.Fields(c), file))
		}
		for t := i % every; t < len(targets); t += every {
			calls = append(calls, []string{"transform", "-t", targets[t], file})
		}
	}
	return calls
}

// compare makes each call with both builds, and describes those that differ.
func compare(before, after string, calls [][]string) (different []string) {
	var all sync.WaitGroup
	var lock sync.Mutex
	next := make(chan []string)
	for range runtime.NumCPU() {
		all.Go(func() {
			for args := range next {
				if what := difference(before, after, args); what != "" {
					lock.Lock()
					different = append(different, what+": "+strings.Join(args, " "))
					lock.Unlock()
				}
			}
		})
	}
	for _, args := range calls {
		next <- args
	}
	close(next)
	all.Wait()
	return different
}

// difference says in what two builds differ in a call, "" if in nothing.
func difference(before, after string, args []string) string {
	a, b := call(before, args), call(after, args)
	switch {
	case a.exit != b.exit:
		return fmt.Sprintf("exit status %d, now %d", a.exit, b.exit)
	case !bytes.Equal(a.out.Bytes(), b.out.Bytes()):
		return "output"
	case !bytes.Equal(a.said.Bytes(), b.said.Bytes()):
		return "messages"
	}
	return ""
}

type outcome struct {
	out, said bytes.Buffer
	exit      int
}

func call(convo string, args []string) (o outcome) {
	c := exec.Command(convo, args...)
	c.Stdout, c.Stderr = &o.out, &o.said
	if err := c.Run(); c.ProcessState == nil {
		fmt.Fprintln(&o.said, err)
	}
	o.exit = c.ProcessState.ExitCode()
	return o
}
