package agents

import (
	"cmp"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"convo/commands/internal/frame"
	"convo/commands/internal/prices"
	"convo/providers"
)

// listing is what the flags of convo sessions ask for.
type listing struct {
	p       *frame.Program
	as      string // table, json, jsonl
	end     string // of each path; "": paths are not asked for
	long    bool
	helpers bool
	empty   bool     // also sessions in which nobody has said anything
	since   int64    // Unix milliseconds, 0 is the beginning
	cwd     []string // the spellings of a directory, nil is any
	agents  []*providers.AgentFormat
	prices  prices.PriceList
}

// Run is convo sessions: it lists the sessions on this machine, or in folders.
func Run(p *frame.Program, flags *frame.Flags) error {
	l := &listing{p: p, as: flags.Choice("to", "table", "json", "jsonl"), long: flags.Bool("long"), helpers: flags.Bool("helpers"), empty: flags.Bool("all")}
	switch {
	case flags.Bool("paths0"):
		l.end = "\x00"
	case flags.Bool("paths"):
		l.end = "\n"
	}
	if l.end != "" && (flags.IsSet("to") || l.long) {
		flags.Fail(frame.UsageError("--paths prints nothing else: remove -t and --long"))
	}
	l.since = sinceOf(flags, time.Now().UTC())
	l.cwd = cwdOf(flags)
	var err error
	l.agents, err = known(flags.StringSlice("agent"))
	flags.Fail(err)
	if flags.Err == nil && l.long {
		flags.Fail(l.prices.Read(p, flags))
	}
	if flags.Err != nil {
		return flags.Err
	}
	s := &search{p: p}
	if flags.NArg() > 0 {
		err = s.in(flags.Args().Slice())
		if f := (*frame.Failure)(nil); errors.As(err, &f) && slices.Contains(flags.Args().Slice(), "last") {
			err = f.WithHint("to show the last session of an agent: convo show claude-code:last")
		}
	} else {
		s.own(l.agents)
	}
	if err != nil {
		return err
	}
	all := s.look(l.agents)
	newestFirst(all)
	nameShortly(all)
	all = l.chosen(all)
	if l.long {
		measure(p, all, &l.prices, s.skip)
	}
	s.tellOdd()
	if len(all) == 0 && l.end == "" && l.as == "table" {
		p.Note("no sessions%s", s.where())
		return nil
	}
	return l.print(flags, all)
}

// chosen are the sessions that the flags ask for.
func (l *listing) chosen(all []*Session) []*Session {
	helpers, empty, parted := 0, 0, 0
	all = slices.DeleteFunc(all, func(s *Session) bool {
		if s.Time() < l.since || l.cwd != nil && !within(s.Cwd, l.cwd) {
			return true
		}
		switch {
		case s.Helper && !l.helpers:
			helpers++
			return true
		case s.isEmpty() && !l.empty:
			empty++
			return true
		case l.end != "" && !s.IsFile():
			parted++
			return true
		}
		return false
	})
	if helpers > 0 && (l.end != "" || l.long) {
		l.p.Note("%s of helpers left out: --helpers adds them", frame.Plural(helpers, "session"))
	}
	if empty > 0 && (l.end != "" || l.long) {
		l.p.Note("%s without a message left out: --all adds them", frame.Plural(empty, "session"))
	}
	if parted > 0 {
		l.p.Note("%s left out: not in a single file", frame.Plural(parted, "session"))
	}
	return all
}

// newestFirst sorts sessions by time.
func newestFirst(all []*Session) {
	slices.SortStableFunc(all, func(a, b *Session) int {
		return cmp.Or(cmp.Compare(b.Time(), a.Time()), strings.Compare(a.Path, b.Path))
	})
}

func (l *listing) print(flags *frame.Flags, all []*Session) error {
	switch {
	case l.end != "":
		var b strings.Builder
		for _, s := range all {
			b.WriteString(s.Path + l.end)
		}
		_, err := io.WriteString(l.p.Stdout, b.String())
		return err
	case l.as == "table":
		return l.p.Show(table(l.p, all, l.long))
	}
	return writeJSON(flags.JSON(l.p), all, l.as == "json")
}

// mostOdd is how many odd files are named one by one.
const mostOdd = 5

// tellOdd notes what was not listed.
func (s *search) tellOdd() {
	told := s.odd
	if len(told) > mostOdd && !s.p.Verbose {
		told = told[:mostOdd]
	}
	for _, o := range told {
		s.p.Note("%s: %s", o.name, o.why)
	}
	if left := len(s.odd) - len(told); left > 0 {
		s.p.Note("%s left out: not sessions; -v names them", frame.Plural(left, "file"))
	}
}

// where says which folders were looked into.
func (s *search) where() string {
	if len(s.roots) == 0 {
		return ""
	}
	return " in " + strings.Join(s.roots, ", ")
}

// within reports whether a directory is one of some spellings of another, or below.
func within(dir string, spellings []string) bool {
	return slices.ContainsFunc(spellings, func(s string) bool {
		rest, ok := strings.CutPrefix(dir, strings.TrimSuffix(s, string(filepath.Separator)))
		return ok && (rest == "" || rest[0] == '/' || rest[0] == filepath.Separator)
	})
}

// cwdOf reads --cwd: the directory as it is written, and without links.
func cwdOf(flags *frame.Flags) []string {
	if !flags.IsSet("cwd") {
		return nil
	}
	dir, err := filepath.Abs(flags.String("cwd"))
	if err != nil {
		flags.Fail(err)
	}
	all := []string{dir}
	if real, err := filepath.EvalSymlinks(dir); err == nil && real != dir {
		all = append(all, real)
	}
	return all
}

// sinceOf reads --since: a time ago, a day, or a time.
func sinceOf(flags *frame.Flags, now time.Time) int64 {
	if !flags.IsSet("since") {
		return 0
	}
	at, ok := timeBefore(flags.String("since"), now)
	if !ok {
		flags.Fail(frame.UsageError("--since %q: want a time ago such as 7d or 12h, a day such as 2026-11-01, or a time", flags.String("since")))
	}
	return at.UnixMilli()
}

// timeBefore reads 30m, 12h, 7d, 2w, 2026-11-01 in the zone of now, or a time of RFC
// 3339.
func timeBefore(text string, now time.Time) (time.Time, bool) {
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at, true
	}
	if at, err := time.ParseInLocation(time.DateOnly, text, now.Location()); err == nil {
		return at, true
	}
	for unit, days := range map[string]int{"d": 1, "w": 7} {
		if digits, ok := strings.CutSuffix(text, unit); ok {
			n, err := strconv.Atoi(digits)
			return now.AddDate(0, 0, -n*days), err == nil && n >= 0 && n < 1e6
		}
	}
	ago, err := time.ParseDuration(text)
	return now.Add(-ago), err == nil && ago >= 0
}
