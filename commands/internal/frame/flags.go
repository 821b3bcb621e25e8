package frame

import (
	"math"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"convo/commands/internal/terminal"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/providers"

	"github.com/urfave/cli/v2"
)

// Flags reads the values of flags. It keeps the first error.
type Flags struct {
	*cli.Context
	Others []string // values of --to that are not formats
	Err    error
}

// Fail keeps a failure, unless there is one already.
func (r *Flags) Fail(err error) {
	if r.Err == nil {
		r.Err = err
	}
}

// Choice is one of values. The first is the default.
func (r *Flags) Choice(flag string, values ...string) string {
	v := r.String(flag)
	if !r.IsSet(flag) {
		return values[0]
	}
	if !slices.Contains(values, v) {
		r.Fail(UsageError("--%s %q: want %s", flag, v, Either(values)))
	}
	return v
}

// ReportNamed is the form of a report that the ending of -o chooses, where FILEs are
// named and -t is not given. Otherwise it is "".
func (r *Flags) ReportNamed(endings map[string]string) string {
	if r.IsSet("to") || r.NArg() == 0 {
		return ""
	}
	return endings[strings.ToLower(filepath.Ext(r.String("output")))]
}

// Number is a count that is not negative; 0 if it is not given.
func (r *Flags) Number(flag, what string) int {
	if !r.IsSet(flag) {
		return 0
	}
	n, ok := CountOf(r.String(flag))
	if !ok {
		r.Fail(UsageError("--%s %q: want a number of %s", flag, r.String(flag), what))
	}
	return int(n)
}

// CountOf reads a count as every flag takes it: 50000, 50_000, 50k or 1.5m.
func CountOf(s string) (n int64, ok bool) {
	factor := int64(1)
	switch lower := strings.ToLower(s); {
	case strings.HasSuffix(lower, "k"):
		factor, s = 1e3, s[:len(s)-1]
	case strings.HasSuffix(lower, "m"):
		factor, s = 1e6, s[:len(s)-1]
	}
	digits, decimals, _ := strings.Cut(strings.ReplaceAll(s, "_", ""), ".")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 || digits[0] == '+' || n > math.MaxInt64/factor-1 {
		return 0, false
	}
	n *= factor
	for _, c := range decimals {
		if factor /= 10; c < '0' || c > '9' || factor == 0 {
			return 0, false
		}
		n += int64(c-'0') * factor
	}
	return n, true
}

// Limit is a count that is not negative, nil if it is not given.
func (r *Flags) Limit(flag, what string) *int64 {
	if !r.IsSet(flag) {
		return nil
	}
	return new(int64(r.Number(flag, what)))
}

// Timeout is a time such as 90s; otherwise if it is not given.
func (r *Flags) Timeout(flag string, otherwise time.Duration) time.Duration {
	if !r.IsSet(flag) {
		return otherwise
	}
	d, err := time.ParseDuration(r.String(flag))
	if err != nil || d <= 0 {
		r.Fail(UsageError("--%s %q: want a time, such as 90s or 5m", flag, r.String(flag)))
	}
	return d
}

// Size is a number of bytes such as 64MB; otherwise if it is not given.
func (r *Flags) Size(flag string, otherwise int64) int64 {
	if !r.IsSet(flag) {
		return otherwise
	}
	digits := strings.TrimRight(r.String(flag), "kKMGiB")
	units := map[string]int64{"": 1, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30}
	unit := units[strings.TrimSuffix(r.String(flag)[len(digits):], "B")]
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || unit == 0 || n <= 0 || n > math.MaxInt64/unit {
		r.Fail(UsageError("--%s %q: want a size, such as 64MB or 1GB", flag, r.String(flag)))
	}
	return n * unit
}

// JSON writes to stdout in the style that --color and -c choose.
func (r *Flags) JSON(p *Program) *rawjson.Writer {
	style := p.StyleOf(p.Stdout, r.Choice("color", "auto", "always", "never"), r.Bool("compact"))
	return rawjson.NewWriter(&terminal.Printer{Style: style, Out: p.Stdout})
}

// Several is any of values, separated by commas or given again.
func (r *Flags) Several(flag string, values ...string) []string {
	var all []string
	for _, given := range r.StringSlice(flag) {
		for v := range strings.SplitSeq(given, ",") {
			if v = strings.TrimSpace(v); !slices.Contains(values, v) {
				r.Fail(UsageError("--%s %q: want %s, or several separated by commas", flag, v, Either(values)))
			}
			all = append(all, v)
		}
	}
	return all
}

// Format is the format that a flag names, nil if it is not given or auto.
func (r *Flags) Format(flag string) *format.Format {
	name := r.String(flag)
	if !r.IsSet(flag) || name == "auto" && strings.HasPrefix(flag, "from") || slices.Contains(r.Others, name) && flag == "to" {
		return nil
	}
	f, err := providers.Lookup(name)
	switch {
	case err != nil:
		r.Fail(Misnamed("--"+flag, err))
	case strings.HasPrefix(flag, "from") && f.Name != name:
		r.Fail(UsageError("-f %s: format options are for -t", name).WithHint("use -f %s", f.Name))
	}
	return f
}

// Globs are names, or patterns of names.
type Globs []string

// Globs reads a flag that names tools.
func (r *Flags) Globs(flag string) Globs {
	globs := r.StringSlice(flag)
	for _, glob := range globs {
		if _, err := path.Match(glob, ""); err != nil {
			r.Fail(UsageError("--%s %q: want a name, or a pattern such as git-*", flag, glob))
		}
	}
	return globs
}

// Match reports whether a name is one of them.
func (g Globs) Match(name string) bool {
	return slices.ContainsFunc(g, func(glob string) bool { ok, _ := path.Match(glob, name); return ok })
}

// Readable is [Flags.Format] for a format that is read.
func (r *Flags) Readable(flag string) *format.Format {
	f := r.Format(flag)
	if f != nil && f.Decode == nil {
		r.Fail(UsageError("the format %s can be written but not read", f.Name))
	}
	return f
}

// Help shows flags in these groups, in the order of optionGroups.
const (
	GroupMessage   = "message"
	GroupAround    = "conversation and request"
	GroupFork      = "forking (before the message is added)"
	GroupAsked     = "model and server"
	GroupRequest   = "request"
	GroupCall      = "call"
	GroupTools     = "tools"
	GroupInput     = "input and output"
	GroupChange    = "changes (applied in the order given)"
	GroupModel     = "target model"
	GroupJudgement = "losses and failures"
	GroupMeter     = "what to count"
	GroupPrices    = "prices"
	GroupLimits    = "limits"
	GroupShown     = "what is shown"
	GroupSearch    = "what to search"
	GroupMessages  = "diagnostics"
)

// MessageFlags are the flags that every command has.
//
//go:noinline
func MessageFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Category: GroupMessages, Usage: "write no notes to stderr, only errors"},
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Category: GroupMessages, Usage: "write every note with its place; -vv adds the HTTP traffic"},
		&cli.StringFlag{Name: "errors", Category: GroupMessages, Usage: "format of errors on stderr (default: text): `text|json`"},
		&cli.StringFlag{Name: "color", Category: GroupMessages, Usage: "when to use color (default: auto): `auto|always|never`"},
		&cli.BoolFlag{Name: "offline", Category: GroupMessages, Usage: "never use the network"},
	}
}
