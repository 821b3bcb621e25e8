package commands

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unicode/utf16"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/rogpeppe/go-internal/testscript"

	"convo/commands/internal/schemas"
	"convo/conv/rawjson"
)

func TestMain(m *testing.M) {
	// A shell starts what runs in the background with signals ignored, and a
	// program passes that on, except for those that it takes itself. A convo of a
	// script, which is this program too, keeps what it was started with.
	isScript := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") == "convo"
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if signal.Ignored(s) && !isScript {
			signal.Notify(make(chan os.Signal, 1), s)
		}
	}
	rawjson.SpoilFreed()
	// A program with the race detector lingers for a second at its end.
	_ = os.Setenv("GORACE", "atexit_sleep_ms=0")
	testscript.Main(m, programs)
}

// programs are those of the scripts.
var programs = map[string]func(){"convo": func() { os.Exit(Main()) }}

// TestScripts runs testdata/scripts. Beside the usual commands a script has
//
//	exits CODE PROGRAM ARG…     like exec, with the exit code that is wanted
//	repeat FILE COUNT TEXT…     makes a file of a repeated text; \n is a newline
//	append FILE TEXT            adds text, with Go's escapes, to a file
//	utf16 FILE TO little|big    writes a file in UTF-16, with a byte order mark
//	gzip FILE TO                writes a file compressed
//	zip TO FILE=NAME…           writes an archive of files under these names
//	cut FILE SIZE TO            writes the first bytes of a file
//	spoil FILE AT TO            writes a file with the bits of a byte turned
//	mode FILE WANT              checks permissions, such as 0600
//	serve FILE                  starts a [scriptedServer] at $SERVER
//	signal NAME CODE PROGRAM …  sends a signal while the server holds
//	conforms NAME FILE          checks each value by the schema of a name
//
// With -short, which is how the race detector runs, only those run in which
// goroutines meet: with a server, or with a number of workers.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Files: scriptFiles(t),
		Cmds:  scriptCommands,
		Setup: func(e *testscript.Env) error {
			e.Setenv("GORACE", os.Getenv("GORACE"))
			scripts, err := filepath.Abs("../scripts")
			e.Setenv("SCRIPTS", scripts)
			return err
		},
	})
}

// meeting is a line of a script in which goroutines meet.
var meeting = regexp.MustCompile(`(?m)^(serve |(\[unix\] )?(exec|exits \d+) .* -j ?\d)`)

func scriptFiles(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob("../testdata/scripts/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if !testing.Short() {
		return all
	}
	return slices.DeleteFunc(all, func(name string) bool {
		text, err := os.ReadFile(name)
		return err == nil && !meeting.Match(text)
	})
}

var scriptCommands = map[string]func(*testscript.TestScript, bool, []string){
	"exits":    scriptExits,
	"repeat":   scriptRepeat,
	"append":   scriptAppend,
	"utf16":    scriptUTF16,
	"gzip":     scriptGzip,
	"zip":      scriptZip,
	"cut":      scriptCut,
	"spoil":    scriptSpoil,
	"mode":     scriptMode,
	"serve":    scriptServe,
	"signal":   scriptSignal,
	"conforms": scriptConforms,
}

func scriptExits(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code is %d, want %d", got, want)
	}
}

func scriptRepeat(ts *testscript.TestScript, neg bool, args []string) {
	count, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := strings.ReplaceAll(strings.Join(args[2:], " "), `\n`, "\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes.Repeat([]byte(text), count), 0o666))
}

func scriptAppend(ts *testscript.TestScript, neg bool, args []string) {
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(args[1], `"`, `\"`) + `"`)
	ts.Check(err)
	f, err := os.OpenFile(ts.MkAbs(args[0]), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	ts.Check(err)
	_, err = f.WriteString(text)
	ts.Check(err)
	ts.Check(f.Close())
}

func scriptUTF16(ts *testscript.TestScript, neg bool, args []string) {
	order := map[string]binary.AppendByteOrder{"little": binary.LittleEndian, "big": binary.BigEndian}[args[2]]
	var data []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + ts.ReadFile(args[0]))) {
		data = order.AppendUint16(data, unit)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), data, 0o666))
}

func scriptZip(ts *testscript.TestScript, neg bool, args []string) {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, arg := range args[1:] {
		file, name, _ := strings.Cut(arg, "=")
		to, err := w.Create(name)
		ts.Check(err)
		_, err = to.Write([]byte(ts.ReadFile(file)))
		ts.Check(err)
	}
	ts.Check(w.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), packed.Bytes(), 0o600))
}

func scriptGzip(ts *testscript.TestScript, neg bool, args []string) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	ts.Check(err)
	_, err = w.Write([]byte(ts.ReadFile(args[0])))
	ts.Check(err)
	ts.Check(w.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), packed.Bytes(), 0o666))
}

func scriptCut(ts *testscript.TestScript, neg bool, args []string) {
	size, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(ts.ReadFile(args[0])[:size]), 0o666))
}

func scriptSpoil(ts *testscript.TestScript, neg bool, args []string) {
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	data := []byte(ts.ReadFile(args[0]))
	data[at] ^= 0xff
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), data, 0o666))
}

func scriptMode(ts *testscript.TestScript, neg bool, args []string) {
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	want, err := strconv.ParseUint(args[1], 8, 32)
	ts.Check(err)
	if got := uint64(info.Mode().Perm()); got != want {
		ts.Fatalf("mode of %s is %#o, want %#o", args[0], got, want)
	}
}

// The validator is not ours, and a light one: each convo of a script is this
// program, and starts with all that is linked here.
func scriptConforms(ts *testscript.TestScript, neg bool, args []string) {
	w := rawjson.NewWriter(nil)
	ts.Check(schemas.Write(w, args[0]))
	var s jsonschema.Schema
	ts.Check(json.Unmarshal(w.Bytes(), &s))
	resolved, err := s.Resolve(nil)
	ts.Check(err)
	values := json.NewDecoder(strings.NewReader(ts.ReadFile(args[1])))
	for n := 0; ; n++ {
		var value any
		err := values.Decode(&value)
		if err == io.EOF && n > 0 {
			return
		}
		ts.Check(err)
		if err := resolved.Validate(value); (err != nil) != neg {
			ts.Fatalf("value %d of %s: %v", n, args[1], err)
		}
	}
}
