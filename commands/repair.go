package commands

import (
	"errors"

	"convo/conv"
)

// repairTable is what --repair can do with calls and results that do not pair.
var repairTable = []struct {
	name   string
	policy conv.RepairPolicy
}{
	{"stub", conv.RepairStub},
	{"drop", conv.RepairDrop},
	{"error", conv.RepairError},
}

// repairNamed finds a policy.
func repairNamed(name string) (conv.RepairPolicy, error) {
	for _, row := range repairTable {
		if row.name == name {
			return row.policy, nil
		}
	}
	return 0, usageError("--repair %q: want drop, stub or error", name)
}

// repairOperation pairs the calls and results of a conversation.
func (c *conversion) repairOperation(name string) ([]operation, error) {
	policy, err := repairNamed(name)
	if err != nil {
		return nil, err
	}
	c.repair = policy
	return []operation{func(c *conv.Conversation, notes *conv.Notes) (out *conv.Conversation, err error) {
		asking(notes, nil, func(notes *conv.Notes) { out, err = conv.Repair(c, policy, notes) })
		if err != nil {
			return nil, unpaired(err)
		}
		return out, nil
	}}, nil
}

// unpaired is a defect as a failure of the input.
func unpaired(err error) error {
	const hint = "--repair drop leaves such calls and results out, --repair stub answers the calls"
	var d *conv.Defect
	if errors.As(err, &d) {
		return &invalid{d.Offset, d.What, hint}
	}
	return &invalid{-1, err.Error(), hint}
}

// flattenOperation says calls and results in text.
func flattenOperation(string) ([]operation, error) {
	return []operation{func(c *conv.Conversation, notes *conv.Notes) (out *conv.Conversation, _ error) {
		asking(notes, nil, func(notes *conv.Notes) { out = conv.FlattenTools(c, notes) })
		return out, nil
	}}, nil
}
