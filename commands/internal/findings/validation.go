// Package findings checks conversations against rules for convo validate, and
// reports what it finds in several formats.
package findings

import (
	"cmp"
	"sort"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/lint"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/providers"
)

// validation is one run of the command.
type validation struct {
	p              *frame.Program
	from           *format.Format
	goals          []lint.Destination
	validator      *lint.Validator // for the goals
	chosen, passed []string        // ids of rules; none chosen: all
	strict         bool
	report         reporter
	checkers       map[string]*lint.Checker // by the names of formats; nil: it has no shape
	fixing         *fixing                  // nil without --fix
	arena          rawjson.Arena

	work             *frame.Work // nil: nobody sees it
	files            int
	inFile           int // conversations of the file at hand
	errors, warnings int
	unreadable       *frame.Failure // the first
}

// readGoals reads the destinations of --for.
func (v *validation) readGoals(flags *frame.Flags) {
	whole := flags.Choice("compaction", "auto", "off") == "off"
	for _, name := range flags.StringSlice("for") {
		target, err := providers.TargetNamed(name)
		if err != nil {
			flags.Fail(frame.Misnamed("--for", err))
			return
		}
		pipe.TellDoubt(v.p, target)
		if whole {
			target = target.WithWholeHistory()
		}
		v.goals = append(v.goals, lint.Destination{Format: target.Format, Target: &target.Model})
	}
	v.validator = lint.NewValidator(v.goals...)
	v.validator.Signer, v.validator.Issuers = providers.Signer, providers.Issuers()
}

// readAll reads files and writes the report on them.
func (v *validation) readAll(names []string, read func(name string) error) error {
	v.report.begin()
	v.work = v.p.Begin(&frame.Work{Unit: "conversation", Of: frame.SizeOf(names, v.p.Stdin)})
	defer func() { v.p.Finish(v.work, nil) }()
	for _, name := range names {
		if err := read(name); err != nil {
			v.files++
			if err := v.unread(frame.AsFailure(err)); err != nil {
				return err
			}
		}
	}
	return v.report.end()
}

// read checks one file.
func (v *validation) read(name string) error {
	return v.p.Read(name, v.input)
}

// unread reports a value that cannot be read. Reading continues after it.
func (v *validation) unread(f *frame.Failure) error {
	if f.Code != frame.ExitUnreadable {
		return f
	}
	v.work.Fail()
	v.unreadable = cmp.Or(v.unreadable, f)
	rule := lint.Unreadable()
	if !v.wanted(rule.ID) {
		return nil
	}
	v.errors++
	v.report.finding(&fault{file: f.File, place: f.Place, rule: &rule, message: f.Said(), hint: f.Hint})
	return nil
}

// filter passes stdin on if it has no error.
func (v *validation) filter(to *frame.Product) error {
	out := frame.HeldBack(to)
	return out.End(v.p.PassStdin(out, func(in *frame.Input) error {
		if err := v.input(in); err != nil {
			return err
		}
		return v.verdict()
	}))
}

// input checks all conversations of an input.
func (v *validation) input(in *frame.Input) error {
	defer pipe.BoundMemory()()
	s, err := pipe.Recognise(v.p, in, v.from)
	if meant := v.meant(); err != nil && meant != nil && s != nil && len(s.Taken) > 0 {
		s.From, err = meant, nil // it is valid JSON
	}
	if err == nil {
		err = s.Part(v.p)
	}
	if err == nil {
		err = v.fixable(s)
	}
	if err != nil {
		return err
	}
	v.files++
	v.report.file(in.Name)
	v.sayReadAs(s)
	v.inFile = 0
	err = s.Each(func(value rawjson.Block) error {
		err := v.value(s, value)
		s.Frames.Reuse = v.fixing == nil // its findings were already reported
		return err
	})
	if err == nil {
		v.tell(frame.Piece{File: in.Name, Block: rawjson.Block{Line: 1, Column: 1}}, v.validator.File(v.inFile))
	}
	return err
}

// value checks one value of input.
func (v *validation) value(s *pipe.Source, value rawjson.Block) error {
	at := s.PieceOf(value)
	data := s.Text(value)
	v.arena.Reset() // the value before is already reported
	notes := &note.Notes{Arena: &v.arena}
	var failed error
	var read []*conv.Conversation
	for doc, err := range s.From.Decode(data, notes) {
		if failed = err; err == nil {
			read = append(read, doc)
		}
	}
	if v.fixing != nil {
		if err := v.fix(s, at, read, failed); err != nil {
			return err
		}
	}
	found, misshapen := v.shapeOf(s.From, data, failed == nil)
	v.inFile += len(read)
	v.work.Add(max(len(read), 1), int64(len(data)))
	for _, doc := range read {
		found = append(found, v.validator.Validate(doc)...)
	}
	v.tell(at, append(found, v.validator.Noted(s.From, notes)...))
	if failed != nil && !misshapen { // else the shape already said why
		return v.unread(at.Failure(failed))
	}
	return nil
}

// tell reports the selected findings of a piece of input.
func (v *validation) tell(at frame.Piece, found []lint.Finding) {
	sort.SliceStable(found, func(i, j int) bool { return found[i].Offset < found[j].Offset })
	find := at.Locator()
	for _, f := range found {
		rule := f.Rule
		if !v.wanted(rule.ID) {
			continue
		}
		switch rule.Severity {
		case note.Error:
			v.errors++
		case note.Warning:
			v.warnings++
		}
		found := &fault{file: at.File, place: find(f.Offset), rule: rule, message: f.Message, offset: f.Offset}
		if !rule.Private {
			found.source = at.Block.Data
		}
		v.report.finding(found)
	}
}

// verdict ends the run with a summary line.
func (v *validation) verdict() error {
	summary := ""
	if v.errors+v.warnings > 0 {
		summary = frame.Plural(v.errors, "error") + " and " + frame.Plural(v.warnings, "warning") + " in " + frame.Plural(v.files, "input")
	}
	failed := &frame.Failure{}
	switch {
	case v.unreadable != nil:
		failed.Code = frame.ExitUnreadable
	case v.errors > 0 || v.strict && v.warnings > 0:
		failed.Code = frame.ExitInvalid
	}
	switch _, told := v.report.(*filterReport); {
	case !v.p.ErrorsAsJSON && summary != "":
		v.p.Note("%s", summary)
	case v.p.ErrorsAsJSON && !told:
		failed.What = summary // the findings are in the report
	}
	if failed.Code == frame.ExitOK {
		return nil
	}
	return failed
}

// Run is convo validate: it reports what breaks a rule, or passes its input on.
func Run(p *frame.Program, flags *frame.Flags) error {
	flags.Others = []string{"text", "json", "sarif", "junit", "github"}
	as := flags.Choice("to", flags.Others...)
	if named := flags.ReportNamed(map[string]string{".json": "json", ".sarif": "sarif", ".xml": "junit"}); named != "" {
		as = named
	}
	v := &validation{p: p, from: flags.Format("from"), strict: flags.Bool("strict"), checkers: map[string]*lint.Checker{}}
	v.chosen, v.passed = rulesNamed(flags, "select"), rulesNamed(flags, "ignore")
	to, err := pipe.TargetsOf(p, flags)
	flags.Fail(err)
	if flags.Err == nil && flags.Bool("rules") {
		return v.tellRules(to.Output, as)
	}
	if v.from != nil && v.from.Decode == nil {
		flags.Fail(frame.UsageError("the format %s can be written but not read", v.from.Name))
	}
	p.ReadShard(flags)
	v.readGoals(flags)
	inputs, err := p.Inputs(flags.Args().Slice(), flags.Bool("no-input"))
	flags.Fail(err)
	filter := flags.NArg() == 0 && !flags.IsSet("to") && (to.Output != "" || !p.Stdout.Terminal)
	flags.Fail(p.ApartFrom(inputs, filter))
	if flags.Err != nil {
		return frame.Misused(flags.Command, flags.Err)
	}
	out, err := sheetOf(p, to.Output)
	if err != nil {
		return err
	}
	fix := flags.Bool("fix")
	if filter {
		v.report = &filterReport{p: p, strict: v.strict}
		if fix {
			return v.fixStdin(out.Product)
		}
		return v.filter(out.Product)
	}
	v.report = reporterNamed(p, as, flags.Bool("show-source"), out)
	read := v.read
	if fix {
		read = v.fixFile
	}
	if err := out.End(v.readAll(inputs, read)); err != nil {
		return err
	}
	return v.verdict()
}

// tellRules writes the list of rules.
func (v *validation) tellRules(output, as string) error {
	out, err := sheetOf(v.p, output)
	if err != nil {
		return err
	}
	return out.End(listRules(out, as, v.wanted))
}
