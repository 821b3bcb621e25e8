package commands

import (
	"bytes"
	"io"
	"runtime/debug"
	"slices"

	"convo/conv"
	"convo/conv/lint"
	"convo/conv/rawjson"
	"convo/providers"

	"github.com/urfave/cli/v2"
)

const validateHelp = `Looks for what is wrong with conversations in any format: tool calls and
results that do not pair, arguments that their tool's schema refuses, images
that are not what they are said to be, ids that repeat. --for says whose
servers will get it, and finds what those would refuse.

As a filter it passes its input through, byte for byte, if nothing is wrong;
else it writes nothing, says on stderr what is wrong, and exits 4. With FILEs,
or -t, it writes a report. A warning is no error, but with --strict it counts
as one.

Each finding is of a rule, whose id stays the same for ever. --rules lists
them, and convo help ID explains one.

examples:
  convo validate *.json                        what is wrong?
  convo validate --for anthropic a.json        would Anthropic take it?
  convo validate --for openai/gpt-6-sol --for gemini a.jsonl
  convo validate < a.json | convo reply        only if nothing is wrong
  convo validate -t sarif *.json > findings.sarif
  convo validate -t github --strict fixtures/*.json
  convo validate --select C --ignore C017,C020 a.json
  convo validate --fix *.json                  repair what is safe to
  convo help C001`

// validateCommand looks for what is wrong.
func (p *program) validateCommand() *cli.Command {
	return &cli.Command{
		Name:        "validate",
		Usage:       "find what is wrong with conversations",
		UsageText:   "convo validate [FLAG]… [FILE]…",
		Description: validateHelp,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "from", Aliases: []string{"f"}, Category: groupInput, Usage: "read `FORMAT`; default: see what it is"},
			&cli.StringFlag{Name: "to", Aliases: []string{"t"}, Category: groupInput, Usage: "write the report for people or for programs: `text|json|sarif|junit|github`"},
			&cli.BoolFlag{Name: "no-input", Aliases: []string{"n"}, Category: groupInput, Usage: "never read stdin"},
			&cli.StringSliceFlag{Name: "for", Category: groupJudgement, Usage: "also what the servers of `MODEL`, a vendor or a protocol would refuse: anthropic/claude-sonnet-5, mistral, openai-chat"},
			&cli.StringSliceFlag{Name: "select", Category: groupJudgement, Usage: "look for these rules alone: `ID`, or how several begin, with commas"},
			&cli.StringSliceFlag{Name: "ignore", Category: groupJudgement, Usage: "look not for these rules: `ID`, or how several begin, with commas"},
			&cli.BoolFlag{Name: "strict", Category: groupJudgement, Usage: "warnings count as errors"},
			&cli.BoolFlag{Name: "fix", Category: groupJudgement, Usage: "repair what is safe to: results and calls that do not pair, ids that repeat, what is empty; FILEs are replaced, and what was done is told"},
			&cli.BoolFlag{Name: "show-source", Category: groupJudgement, Usage: "show the place of each finding, which may be what people said"},
			&cli.BoolFlag{Name: "rules", Category: groupMessages, Usage: "list the rules, as -t text or json"},
		}, messageFlags()...),
		Action: func(ctx *cli.Context) error { return p.validate(&flagReader{Context: ctx}) },
	}
}

// validation is one run of the command.
type validation struct {
	p              *program
	from           *conv.Format
	goals          []lint.Destination
	validator      *lint.Validator // for the goals
	chosen, passed []string        // how IDs of rules begin; none chosen: all
	strict         bool
	report         reporter
	rules          map[string]*lint.Rule    // by their IDs
	checkers       map[string]*lint.Checker // by the names of formats; nil: it has no shape
	fixing         *fixing                  // nil without --fix
	arena          rawjson.Arena

	files            int
	inFile           int // conversations of the file at hand
	errors, warnings int
	unreadable       *failure // the first
}

// validate is the command's action.
func (p *program) validate(flags *flagReader) error {
	flags.others = []string{"text", "json", "sarif", "junit", "github"}
	as := flags.choice("to", flags.others...)
	v := &validation{p: p, from: flags.format("from"), strict: flags.Bool("strict"), rules: map[string]*lint.Rule{}, checkers: map[string]*lint.Checker{}}
	for _, r := range allRules() {
		v.rules[r.ID] = &r
	}
	v.chosen, v.passed = rulesNamed(flags, "select"), rulesNamed(flags, "ignore")
	err := flags.err
	switch {
	case err == nil && flags.Bool("rules"):
		return p.listRules(as, v.wanted)
	case err == nil && v.from != nil && v.from.Decode == nil:
		err = usageError("%s can be written, but not read", v.from.Name)
	}
	if err == nil {
		v.goals, err = goalsNamed(flags.StringSlice("for"))
		v.validator = lint.NewValidator(v.goals...)
	}
	var inputs []string
	if err == nil {
		inputs, err = p.inputs(flags.Args().Slice(), flags.Bool("no-input"))
	}
	if err != nil {
		return misused(flags.Command, err)
	}
	if flags.NArg() == 0 && !flags.IsSet("to") && !p.terminal(p.stdout) {
		v.report = &filterReport{p: p}
		if flags.Bool("fix") {
			return v.fixStdin()
		}
		return v.filter()
	}
	v.report = p.reporterNamed(as, flags.Bool("show-source"))
	read := v.read
	if flags.Bool("fix") {
		read = v.fixFile
	}
	return v.reportOn(inputs, read)
}

// goalsNamed are the destinations of --for.
func goalsNamed(names []string) ([]lint.Destination, error) {
	var goals []lint.Destination
	for _, name := range names {
		goal, err := providers.GoalNamed(name)
		if err != nil {
			f := asFailure(err)
			f.code, f.what = exitUsage, "--for: "+f.what
			return nil, f
		}
		goals = append(goals, lint.Destination{Format: goal.Format, Target: &goal.Target})
	}
	return goals, nil
}

// reportOn reports what is wrong with several files.
func (v *validation) reportOn(names []string, read func(name string) error) error {
	v.report.begin()
	for _, name := range names {
		if err := read(name); err != nil {
			v.files++
			if err := v.unread(asFailure(err)); err != nil {
				return err
			}
		}
	}
	if err := v.report.end(); err != nil {
		return err
	}
	return v.verdict()
}

// read looks at one file.
func (v *validation) read(name string) error {
	in, err := v.p.open(name)
	if err != nil {
		return err
	}
	defer in.close()
	return v.input(in)
}

// unread tells of what cannot be read. Reading goes on behind it.
func (v *validation) unread(f *failure) error {
	if f.code != exitUnreadable {
		return f
	}
	if v.unreadable == nil {
		v.unreadable = f
	}
	if !v.wanted(unreadable.ID) {
		return nil
	}
	v.errors++
	v.report.finding(&fault{file: f.file, place: f.place, rule: &unreadable, message: f.what, hint: f.hint})
	return nil
}

// filter passes stdin through, if nothing is wrong with it.
func (v *validation) filter() error {
	out := heldBack(v.p.stdoutProduct())
	through := io.TeeReader(v.p.stdinReader(), out)
	err := v.input(&input{stdinName, rawjson.NewFrames(through, 0), func() {}})
	if err == nil {
		err = v.verdict()
	}
	if err == nil {
		_, err = io.Copy(io.Discard, through)
	}
	if err != nil {
		out.discard()
		return err
	}
	return out.commit()
}

// input looks at all conversations of an input.
func (v *validation) input(in *input) error {
	defer debug.SetGCPercent(debug.SetGCPercent(bulkPercent))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(bulkMemory))
	s, err := v.p.recognise(in, v.from)
	if meant := v.meant(); err != nil && meant != nil && s != nil && len(s.taken) > 0 {
		s.from, err = meant, nil // it is JSON at least
	}
	if err == nil {
		err = v.fixable(s)
	}
	if err != nil {
		return err
	}
	v.files++
	v.report.file(in.name)
	v.sayReadAs(s)
	v.inFile = 0
	for {
		b, err := s.next()
		if err == io.EOF {
			v.wholeFile(in.name)
			return nil
		}
		if err != nil {
			return fileFailure(exitOther, s.name, err)
		}
		for value := range s.values(b) {
			if err := v.value(s, value); err != nil {
				return err
			}
		}
		s.frames.Reuse = v.fixing == nil // what is wrong with them was told
	}
}

// value looks at one value of input.
func (v *validation) value(s *source, value rawjson.Block) error {
	at := s.located(value)
	data := value.Data
	if s.from.Unit != conv.SessionUnit {
		data = bytes.TrimRight(data, "\r\n")
	}
	v.arena.Reset() // of the value before nothing is left but what is told
	notes := &conv.Notes{Arena: &v.arena}
	var failed error
	var read []*conv.Conversation
	for doc, err := range s.from.Decode(data, notes) {
		if failed = err; err == nil {
			read = append(read, doc)
		}
	}
	if v.fixing != nil {
		if err := v.fix(s, at, read, failed); err != nil {
			return err
		}
	}
	found, misshapen := v.shapeOf(s.from, data, failed == nil)
	v.inFile += len(read)
	for _, doc := range read {
		found = append(found, v.validator.Validate(doc)...)
	}
	found = append(found, v.validator.Stream(s.from, notes)...)
	v.tell(at, append(found, lint.FindingsOf(notes)...))
	if failed != nil && !misshapen { // else why is said already
		return v.unread(at.failure(failed))
	}
	return nil
}

// wholeFile reports what is wrong with a file as a whole.
func (v *validation) wholeFile(name string) {
	v.tell(located{file: name, block: rawjson.Block{Line: 1, Column: 1}}, v.validator.File(v.inFile))
}

// tell reports findings of a piece of input that are asked for.
func (v *validation) tell(at located, found []lint.Finding) {
	slices.SortStableFunc(found, func(a, b lint.Finding) int { return a.Offset - b.Offset })
	find := at.locator()
	for _, f := range found {
		rule := v.rules[f.Rule]
		if rule == nil {
			panic("commands: no rule " + f.Rule)
		}
		if !v.wanted(rule.ID) {
			continue
		}
		switch rule.Severity {
		case conv.Error:
			v.errors++
		case conv.Warning:
			v.warnings++
		}
		found := &fault{file: at.file, place: find(f.Offset), rule: rule, message: f.Message, hint: f.Hint, offset: f.Offset}
		if !rule.Private {
			found.source = at.block.Data
		}
		v.report.finding(found)
	}
}

// verdict is what the run ends with. The last line says it in short.
func (v *validation) verdict() error {
	if !v.p.quiet && !v.p.errorsAsJSON && v.errors+v.warnings > 0 {
		v.p.say(plural(v.errors, "error") + " and " + plural(v.warnings, "warning") + " in " + plural(v.files, "input"))
	}
	switch {
	case v.unreadable != nil:
		return &failure{code: exitUnreadable}
	case v.errors > 0 || v.strict && v.warnings > 0:
		return &failure{code: exitInvalid}
	}
	return nil
}

// say writes a line to stderr.
func (p *program) say(text string) {
	_, _ = io.WriteString(p.stderr, "convo: "+printable(text)+"\n")
}
