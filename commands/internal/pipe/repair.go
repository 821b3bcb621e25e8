package pipe

import (
	"errors"

	"convo/commands/internal/frame"
	"convo/conv"
	"convo/conv/adapt"
)

// repairPolicies is what --repair can do with calls and results that do not
// pair.
var repairPolicies = map[string]conv.RepairPolicy{"stub": conv.RepairStub, "drop": conv.RepairDrop, "error": conv.RepairError}

// repairOperation pairs the calls and results of a conversation.
func (b *planner) repairOperation(name string) ([]Operation, error) {
	policy, known := repairPolicies[name]
	if !known {
		return nil, frame.UsageError("--repair %q: want drop, stub or error", name)
	}
	b.plan.Aim.repair = policy
	return []Operation{func(c *conv.Conversation, in Passage) (out *conv.Conversation, err error) {
		in.Notes.Asking(nil, func(notes *conv.Notes) { out, err = adapt.Repair(c, policy, notes) })
		if err != nil {
			return nil, unpaired(err)
		}
		return out, nil
	}}, nil
}

// unpaired is a defect as a failure of the input.
func unpaired(err error) error {
	const hint = "--repair drop removes such calls and results; --repair stub adds results"
	var d *adapt.Defect
	if errors.As(err, &d) {
		return &frame.Invalid{Offset: d.Offset, What: d.What, Hint: hint}
	}
	return &frame.Invalid{Offset: -1, What: err.Error(), Hint: hint}
}

// flattenOperation says calls and results in text.
func flattenOperation(string) ([]Operation, error) {
	return []Operation{func(c *conv.Conversation, in Passage) (out *conv.Conversation, _ error) {
		in.Notes.Asking(nil, func(notes *conv.Notes) { out = adapt.Flatten(c, notes) })
		return out, nil
	}}, nil
}
