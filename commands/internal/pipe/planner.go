package pipe

import "convo/commands/internal/frame"

// planner makes the operations of flags.
type planner struct {
	p    *frame.Program
	plan *Plan
}

// read makes the operations of the flags, in the order given. Those after
// --split are done to each part.
func (b *planner) read(settings []frame.Setting) error {
	plan := b.plan
	for _, s := range settings {
		ops, err := b.operationsOf(s, settings)
		if err != nil {
			return err
		}
		if plan.split == nil {
			plan.Operations = append(plan.Operations, ops...)
		} else {
			plan.split.operations = append(plan.split.operations, ops...)
		}
		if s.Name != "split" {
			continue
		}
		if plan.split != nil {
			return frame.UsageError("--split can be given only once")
		}
		if plan.split, err = splitNamed(s.Value); err != nil {
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
		return redactOperations(s.Value)
	case "for":
		return b.forOperations(s.Value, all)
	case "project":
		return projectOperation(s.Value)
	case "repair":
		return b.repairOperation(s.Value)
	case "flatten-tools":
		return flattenOperation(s.Value)
	case "append":
		return b.appendOperation(s.Value)
	case "trim":
		return b.trimOperation(s.Value)
	case "filter":
		return filterOperation(s.Value)
	default:
		return nil, nil
	}
}
