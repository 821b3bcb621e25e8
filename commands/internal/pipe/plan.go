// Package pipe takes conversations through a command: it opens what is read,
// finds out the format, changes each conversation as the flags say, fits it
// into the format that is written, and writes it, in order and on all cores.
package pipe

import (
	"cmp"
	"runtime"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/format"
	"convo/conv/rawjson"
	"convo/providers"
)

// Plan is what a command does with conversations, as its flags ask. A command
// may change it until a run begins; a run only reads it.
type Plan struct {
	From, To *format.Format      // From is nil where the input shows what it is
	Branches bool                // read one conversation for each leaf of a tree
	Admit    func(*Source) error // refuses formats that nobody named; nil takes each

	Operations []Operation // on each conversation, in order
	redactions []Operation // those of them that hide what errors must not show
	Answers    Answering   // nil: no model answers
	Shown      bool        // Show, Answers or an operation writes what there is to see
	Show       func(*conv.Conversation, *rawjson.Writer)

	Aim  *Adaptation // how the output is fitted
	Call *Adaptation // what calls send; Aim, unless calls alone are adapted
	Judgement
	Pace
	Look

	Attachments string   // the folder for files that conversations carry; "": they keep them
	Carried     []string // the types of media that go there

	Cost func(*conv.Conversation) (nano int64, known bool) // for --where; set where it is given

	Now        func() int64 // the time of what is made, in Unix milliseconds
	MostOutput int64        // the bytes to write at most where one conversation becomes many

	split     *splitting  // nil: a conversation stays one
	gates     []*gate     // what is chosen of the conversations, and what is done after
	counts    []*chosen   // what the flags that choose have kept
	appended  []*appended // what --append reads before the first conversation
	forgetful int         // how many operations keep nothing of a conversation
}

// Judgement is what loss and failure lead to.
type Judgement struct {
	Strict  bool   // write nothing if anything is lost that no flag asked for
	Verify  bool   // read back what is written
	OnError string // stop, skip, emit
	Paid    bool   // what was written is kept if the run fails
}

// Pace is how many conversations are in work at once.
type Pace struct {
	Workers int
	Apart   bool        // each conversation is work by itself, and written at once
	Stopped func() bool // ends the run as if no more came; nil: never
	Halt    func()      // after a failure, begins nothing more that costs; nil: nothing does
}

// Look is how the output is printed.
type Look struct {
	Color   string // auto, always, never
	Compact bool
	Several bool // more than one document may come: one line each
	View    bool // the user did not choose the format: its losses are not printed
}

// ReadPlan reads the flags that all commands share which convert
// conversations.
func ReadPlan(p *frame.Program, flags *frame.Flags) (*Plan, error) {
	return readPlan(p, flags, false)
}

// ReadCallPlan does the same for a command whose flags for a model are about its
// calls alone: the conversation that it writes stays as it is.
func ReadCallPlan(p *frame.Program, flags *frame.Flags) (*Plan, error) {
	return readPlan(p, flags, true)
}

func readPlan(p *frame.Program, flags *frame.Flags, calls bool) (*Plan, error) {
	plan := &Plan{
		From: flags.Format("from"), To: flags.Format("to"),
		Judgement: Judgement{
			Strict: flags.Bool("strict"), Verify: flags.Bool("verify"),
			OnError: flags.Choice("on-error", "stop", "skip", "emit"),
		},
		Look: Look{Color: flags.Choice("color", "auto", "always", "never"), Compact: flags.Bool("compact")},
	}
	if !flags.IsSet("to") && !flags.IsSet("in-place") && !flags.Bool("dry-run") {
		plan.To = formatOf(flags.String("output"))
	}
	plan.Aim = &Adaptation{Adapt: flags.Choice("adapt", "auto", "off") == "auto"}
	plan.Call = plan.Aim
	if calls {
		call := *plan.Aim
		plan.Call = &call
	}
	plan.Call.whole = flags.Choice("compaction", "auto", "off") == "off"
	plan.Workers = flags.Number("jobs", "conversations at once")
	plan.Call.thinking = thinkingNamed(flags)
	flags.Fail(plan.nameAGUIField(flags))
	plan.Branches = flags.Choice("branches", "active", "all") == "all"
	switch {
	case flags.Bool("allow-files"):
		plan.Operations = append(plan.Operations, localFiles(flags.String("files-below")))
	case flags.IsSet("files-below"):
		flags.Fail(frame.UsageError("--files-below needs --allow-files"))
	}
	flags.Fail((&planner{p, plan}).read(p.Parsed.Settings))
	if flags.IsSet("seed") && !plan.holds() {
		flags.Fail(frame.UsageError("--seed needs --sample or --shuffle"))
	}
	p.ReadShard(flags)
	plan.MostOutput = flags.Size("max-output", mostOutput)
	now, err := p.Clock()
	plan.Now = now
	flags.Fail(err)
	plan.Several = plan.multiplies()
	if flags.Err == nil {
		flags.Fail(plan.complete())
	}
	if flags.Err == nil {
		flags.Fail(plan.readAttachments(flags.String("attachments")))
	}
	return plan, flags.Err
}

// complete fills in the defaults and checks that the formats can do what is
// asked of them.
func (plan *Plan) complete() error {
	if plan.To == nil {
		plan.To = new(format.Native())
	}
	cores := runtime.GOMAXPROCS(0)
	plan.Workers = min(cmp.Or(plan.Workers, cores), 4*cores) // more only cost memory
	switch {
	case plan.From != nil && plan.From.Decode == nil:
		return frame.UsageError("the format %s can be written but not read", plan.From.Name)
	case plan.To.Write == nil:
		return frame.UsageError("the format %s can be read but not written", plan.To.Name)
	case plan.Verify && plan.To.Decode == nil:
		return frame.UsageError("--verify: the format %s cannot be read back", plan.To.Name)
	}
	return nil
}

// nameAGUIField makes of --agui-field, an older spelling, the option of the
// format that took its place.
func (plan *Plan) nameAGUIField(flags *frame.Flags) error {
	if !flags.IsSet("agui-field") {
		return nil
	}
	sign := "-"
	if flags.Choice("agui-field", "encryptedContent", "encryptedValue") == "encryptedContent" {
		sign = "+"
	}
	to := format.Native()
	if plan.To != nil {
		to = *plan.To
	}
	found, err := providers.Lookup(to.Name + sign + "encrypted-content")
	if err != nil {
		return frame.UsageError("--agui-field: %s is not AG-UI", to.Name)
	}
	plan.To = found
	return nil
}

// ForPeople makes the plan write what people read, if the user did not choose
// a format.
func (plan *Plan) ForPeople() {
	if f, err := providers.Lookup("text"); err == nil && f.Write != nil {
		plan.To = f
	}
	plan.View = true
}

// planner makes the operations of flags.
type planner struct {
	p    *frame.Program
	plan *Plan
}

// read makes the operations of the flags, in the order given. Those after
// --split are done to each part, and those after a gate to what passes it.
func (b *planner) read(settings []frame.Setting) error {
	plan := b.plan
	for _, s := range settings {
		gate, err := b.gateOf(s, settings)
		if err != nil {
			return err
		}
		if gate != nil {
			plan.gates = append(plan.gates, gate)
			continue
		}
		ops, err := b.operationsOf(s, settings)
		if err != nil {
			return err
		}
		list, split := &plan.Operations, &plan.split
		if n := len(plan.gates); n > 0 {
			list, split = &plan.gates[n-1].operations, &plan.gates[n-1].split
		}
		switch {
		case plan.Call != plan.Aim && (s.Name == "project" || s.Name == "repair"):
			list = &plan.Call.first
		case *split != nil:
			list = &(*split).operations
		case s.Name == "trim":
			plan.forgetful += len(ops)
		}
		*list = append(*list, ops...)
		if s.Name != "split" {
			continue
		}
		if plan.splits() {
			return frame.UsageError("--split can be given only once")
		}
		if *split, err = splitNamed(s.Value); err != nil {
			return err
		}
	}
	return nil
}

// operationsOf makes the operations of one flag; none if it asks for none.
func (b *planner) operationsOf(s frame.Setting, all []frame.Setting) ([]Operation, error) {
	switch s.Name {
	case "slice":
		return sliceOperation(s.Value)
	case "last":
		return lastOperation(s.Value)
	case "drop":
		return dropOperations(s.Value)
	case "redact":
		ops, err := redactOperations(s.Value)
		b.plan.redactions = append(b.plan.redactions, ops...)
		return ops, err
	case "for":
		return b.forOperations(s.Value, all)
	case "project":
		return projectOperation(s.Value, b.plan.Call)
	case "repair":
		return b.repairOperation(s.Value)
	case "map-tools":
		return mapToolsOperation(s.Value)
	case "flatten-tools":
		return flattenOperation(s.Value)
	case "append":
		return b.appendOperation(s.Value)
	case "trim":
		return b.trimOperation(s.Value)
	case "filter":
		return filterOperation(s.Value)
	case "where":
		return b.whereOperation(s.Value)
	default:
		return nil, nil
	}
}
