package redact

import "convo/conv"

func (t *texts) tool(d *conv.ToolDefinition) {
	t.text(IDText, &d.Node, &d.Name)
	t.text(DescribedText, &d.Node, &d.Description)
	t.raw(SchemaText, &d.Node, &d.Parameters)
	t.text(WordText, &d.Node, &d.Family)
	t.raw(ForeignText, &d.Node, &d.Raw)
	t.residue(&d.Node)
}

func (t *texts) request(r *conv.Request) {
	if r == nil {
		return
	}
	t.text(IDText, &r.Node, &r.Model)
	for i := range r.Stop {
		t.text(DescribedText, &r.Node, &r.Stop[i])
	}
	if x := r.ToolChoice; x != nil {
		t.text(WordText, &x.Node, (*string)(&x.Mode))
		t.text(IDText, &x.Node, &x.Name)
		t.residue(&x.Node)
	}
	if x := r.ResponseFormat; x != nil {
		t.text(WordText, &x.Node, &x.Type)
		t.text(IDText, &x.Node, &x.Name)
		t.text(DescribedText, &x.Node, &x.Description)
		t.raw(SchemaText, &x.Node, &x.Schema)
		t.residue(&x.Node)
	}
	if x := r.Reasoning; x != nil {
		t.text(WordText, &x.Node, &x.Effort)
		t.residue(&x.Node)
	}
	t.text(SpeakerText, &r.Node, &r.User)
	t.residue(&r.Node)
}
