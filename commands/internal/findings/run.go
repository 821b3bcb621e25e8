package findings

import (
	"convo/commands/internal/frame"
	"convo/conv/lint"
	"convo/providers"
)

// Run is convo validate: it reports what breaks a rule, or passes its input on.
func Run(p *frame.Program, flags *frame.Flags) error {
	flags.Others = []string{"text", "json", "sarif", "junit", "github"}
	as := flags.Choice("to", flags.Others...)
	v := &validation{p: p, from: flags.Format("from"), strict: flags.Bool("strict"), checkers: map[string]*lint.Checker{}}
	v.chosen, v.passed = rulesNamed(flags, "select"), rulesNamed(flags, "ignore")
	err := flags.Err
	switch {
	case err == nil && flags.Bool("rules"):
		return listRules(p, as, v.wanted)
	case err == nil && v.from != nil && v.from.Decode == nil:
		err = frame.UsageError("the format %s can be written but not read", v.from.Name)
	}
	if err == nil {
		v.goals, err = goalsNamed(flags.StringSlice("for"))
		v.validator = lint.NewValidator(v.goals...)
		v.validator.Signer, v.validator.Issuers = providers.Signer, providers.Issuers()
	}
	var inputs []string
	if err == nil {
		inputs, err = p.Inputs(flags.Args().Slice(), flags.Bool("no-input"))
	}
	if err != nil {
		return frame.Misused(flags.Command, err)
	}
	if flags.NArg() == 0 && !flags.IsSet("to") && !p.Terminal(p.Stdout) {
		v.report = &filterReport{p: p}
		if flags.Bool("fix") {
			return v.fixStdin()
		}
		return v.filter()
	}
	v.report = reporterNamed(p, as, flags.Bool("show-source"))
	read := v.read
	if flags.Bool("fix") {
		read = v.fixFile
	}
	return v.reportOn(inputs, read)
}
