// Package meter adds up tokens and costs of answers for convo cost, and
// estimates the next call.
package meter

import (
	"io"
	"sync/atomic"

	"convo/commands/internal/frame"
	"convo/commands/internal/pipe"
	"convo/commands/internal/prices"
	"convo/conv/format"
	"convo/conv/rawjson"
)

// Run is convo cost: it adds up what answers cost, or estimates the next.
func Run(p *frame.Program, flags *frame.Flags) error {
	flags.Others = reportForms
	to, err := pipe.TargetsOf(p, flags)
	if err != nil {
		return err
	}
	m, err := newMetering(p, flags)
	if err != nil {
		return err
	}
	return m.run(flags, to)
}

// reportForms are the values of -t, the first of them what people get.
var reportForms = []string{"table", "json", "csv", "github"}

// metering is what a cost does, and what came of it so far.
type metering struct {
	p        *frame.Program
	from     *format.Format
	form     string // of the report; "": none was asked for
	by       string
	unknown  string // fail, warn, zero
	annotate bool
	onError  string // stop, skip, emit
	compact  bool
	color    string
	estimate *estimating // nil: answers are metered
	prices   prices.PriceList
	where    *pipe.Where // nil: all conversations
	limits   limits
	meter    meter
	chart    *chart // nil: --chart is not given
	toFile   bool   // the report goes to a file
	work     *frame.Work
	spent    atomic.Int64 // so far, in nano-dollars, for who watches
	failed   int          // conversations that could not be read and are not counted

	annotations *rawjson.Writer // where annotated conversations go
	passed      io.Writer       // where the input goes unchanged, a value at a time; nil: all at once, or nowhere
}

func newMetering(p *frame.Program, flags *frame.Flags) (*metering, error) {
	m := &metering{
		p: p, from: flags.Readable("from"),
		by:       flags.Choice("by", "model", "turn", "file", "day"),
		unknown:  flags.Choice("unknown", "fail", "warn", "zero"),
		annotate: flags.Bool("annotate"),
		onError:  flags.Choice("on-error", "stop", "skip", "emit"),
		compact:  flags.Bool("compact"),
		color:    flags.Choice("color", "auto", "always", "never"),
	}
	if flags.IsSet("to") {
		m.form = flags.Choice("to", reportForms...)
	}
	if !m.annotate && m.form == "" {
		m.form = flags.ReportNamed(map[string]string{".json": "json", ".csv": "csv"})
	}
	if flags.Bool("chart") {
		flags.Fail(m.readChart(flags))
	}
	m.limits.usd = prices.MostDollars(p, flags)
	m.limits.tokens = flags.Limit("max-tokens", "tokens")
	p.ReadShard(flags)
	flags.Fail(m.prices.Read(p, flags))
	m.where = pipe.WhereOf(flags, Spent(m.prices.Apart()))
	flags.Fail(m.readEstimate(flags))
	switch {
	case m.annotate && m.form != "":
		flags.Fail(frame.UsageError("--annotate and -t cannot be used together"))
	case m.annotate && m.estimate != nil:
		flags.Fail(frame.UsageError("--annotate and --estimate cannot be used together"))
	case flags.IsSet("in-place") && !m.annotate:
		flags.Fail(frame.UsageError("-i needs --annotate"))
	}
	return m, flags.Err
}

// readChart makes the report a chart.
func (m *metering) readChart(flags *frame.Flags) error {
	for _, name := range []string{"by", "annotate", "estimate"} {
		if flags.IsSet(name) {
			return frame.UsageError("--chart shows days and models: leave out --%s", name)
		}
	}
	if m.form != "" && m.form != "table" {
		return frame.UsageError("--chart is for people: leave out -t %s", m.form).WithHint("for programs: --by day -t %s", m.form)
	}
	m.form, m.chart = "table", &chart{days: map[string]*meter{}}
	return nil
}

// run meters what the command line names.
func (m *metering) run(flags *frame.Flags, to pipe.Targets) error {
	inputs, err := to.Inputs(m.p, flags, flags.Bool("no-input"))
	if err != nil {
		return err
	}
	if to.InPlace != "" {
		return m.edit(to.InPlace)
	}
	filter := !m.annotate && flags.NArg() == 0 && m.form == "" && (to.Output != "" || !m.p.Stdout.Terminal)
	if !m.annotate && !filter {
		if err := m.p.ApartFrom(inputs, false); err != nil {
			return err
		}
	}
	out := m.p.StdoutProduct()
	if m.toFile = to.Output != ""; m.toFile {
		if out, err = m.p.FileProduct(to.Output); err != nil {
			return err
		}
	}
	switch {
	case m.annotate:
		return m.annotated(frame.HeldBack(out), func() error { return m.sources(inputs) })
	case filter:
		return m.intoProduct(frame.HeldBack(out), m.filter)
	default:
		return m.report(inputs, out)
	}
}

// intoProduct does work whose result is kept only if all went well and no
// limit is broken; in one line it says what it came to.
func (m *metering) intoProduct(out *frame.Product, work func(*frame.Product) error) error {
	err := work(out)
	if err == nil {
		err = m.verdict()
	}
	if err == nil {
		m.tellSum()
	}
	if err := out.End(err); err != nil {
		return err
	}
	return m.partial()
}

// filter meters stdin, and lets its bytes through. Conversations that fail are
// left out only if --on-error says so.
func (m *metering) filter(out *frame.Product) error {
	if m.onError == "stop" {
		return m.p.PassStdin(out, m.source)
	}
	m.passed = out
	return m.p.Read("-", m.source)
}

// report meters inputs and prints what they came to, over a limit or not.
func (m *metering) report(inputs []string, out *frame.Product) error {
	err := m.sources(inputs)
	if err == nil {
		err = m.print(out)
	}
	if err := out.End(err); err != nil {
		return err
	}
	if err := m.verdict(); err != nil {
		return err
	}
	return m.partial()
}

// edit annotates a file in its place.
func (m *metering) edit(name string) error {
	in, out, err := m.p.Edit(name)
	if err != nil {
		return err
	}
	return m.annotated(out, func() error { return m.source(in) })
}

// annotated does work that writes conversations with their costs.
func (m *metering) annotated(out *frame.Product, work func() error) error {
	return m.intoProduct(out, func(out *frame.Product) error {
		m.annotations = rawjson.NewWriter(out)
		if err := work(); err != nil {
			return err
		}
		return m.annotations.Flush()
	})
}

// sources meters several inputs, in order.
func (m *metering) sources(names []string) error {
	defer pipe.BoundMemory()()
	m.work = m.p.Begin(&frame.Work{Unit: "conversation", Of: frame.SizeOf(names, m.p.Stdin), Cost: m.soFar})
	defer func() { m.p.Finish(m.work, nil) }()
	for _, name := range names {
		in, err := m.p.Open(name)
		if err != nil {
			err = m.failure(err)
		} else {
			err = m.source(in)
			in.Close()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// soFar is what the sums have come to, for who watches.
func (m *metering) soFar() string {
	if nano := m.spent.Load(); nano > 0 {
		return prices.Rounded(nano)
	}
	return ""
}
