package lint

import "convo/conv"

// Stream is what decoding noted of a stream whose events stand not where the
// protocol has them, by the rules of the goals that take the stream's family.
func (m *Validator) Stream(from *conv.Format, notes *conv.Notes) (found []Finding) {
	if from.Unit != conv.StreamUnit {
		return nil
	}
	for i := range m.goals {
		if m.goals[i].Format.Family != from.Family {
			continue
		}
		id := m.goals[i].letter() + "036"
		for _, n := range notes.List() {
			if n.Code != conv.CodeOrder || !isRule(id) {
				continue
			}
			f := Finding{Rule: id, Offset: n.Offset, Message: n.What}
			if n.Name != "" {
				f.Message += " " + quoted(n.Name)
			}
			found = append(found, f)
		}
		break
	}
	return found
}

func isRule(id string) bool {
	for _, r := range targetRules() {
		if r.ID == id {
			return true
		}
	}
	return false
}
