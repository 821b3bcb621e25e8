package pipe

import (
	"runtime"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/providers"
)

// HumanView is the format that people read, if there is one, else the given.
func HumanView(otherwise *conv.Format) *conv.Format {
	if f, err := providers.Lookup("text"); err == nil && f.Write != nil {
		return f
	}
	return otherwise
}

// NewConversion reads the flags that say what to do.
func NewConversion(p *frame.Program, flags *frame.Flags) (*Conversion, error) {
	c := &Conversion{
		Program: p, Log: NoteLog{Program: p},
		from: flags.Format("from"), To: flags.Format("to"),
		strict: flags.Bool("strict"), verify: flags.Bool("verify"),
		OnError:   flags.Choice("on-error", "stop", "skip", "emit"),
		Color:     flags.Choice("color", "auto", "always", "never"),
		compact:   flags.Bool("compact"),
		Adapt:     flags.Choice("adapt", "auto", "off") == "auto",
		Workers:   flags.Number("jobs", "conversations at once"),
		thinking:  thinkingNamed(flags),
		aguiField: aguiFieldNamed(flags),
	}
	c.branches = flags.Choice("branches", "active", "all") == "all"
	if flags.Bool("allow-files") {
		c.Operations = append(c.Operations, localFiles)
	}
	flags.Fail(c.plan(p.Parsed.Settings))
	c.Streamed = c.branches || c.split != nil && !c.split.final
	if flags.Err == nil {
		flags.Fail(c.check())
	}
	return c, flags.Err
}

// check completes the conversion with its defaults and checks that the
// formats can do what is asked of them.
func (c *Conversion) check() error {
	if c.To == nil {
		native := conv.Native()
		c.To = &native
	}
	c.Log.brief = c.To.Brief
	cores := runtime.GOMAXPROCS(0)
	if c.Workers == 0 {
		c.Workers = cores
	}
	c.Workers = min(c.Workers, 4*cores) // more only cost memory
	switch {
	case c.from != nil && c.from.Decode == nil:
		return frame.UsageError("%s can be written, but not read", c.from.Name)
	case c.To.Write == nil:
		return frame.UsageError("%s can be read, but not written", c.To.Name)
	case c.verify && c.To.Decode == nil:
		return frame.UsageError("--verify: %s cannot be read back", c.To.Name)
	case c.aguiField != "" && c.To.Family != "ag-ui":
		return frame.UsageError("--agui-field: %s is no AG-UI", c.To.Name)
	}
	return nil
}

// aguiFieldNamed is the field of --agui-field, "" if it is not given.
func aguiFieldNamed(flags *frame.Flags) string {
	if !flags.IsSet("agui-field") {
		return ""
	}
	return flags.Choice("agui-field", "encryptedContent", "encryptedValue")
}
