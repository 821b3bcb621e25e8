package lint

import "convo/conv"

// unreadableSignatures are signatures that are no bytes.
func unreadableSignatures(v *validator) {
	if v.goal.Format.Holds.Limits&conv.Base64Signatures == 0 {
		return
	}
	v.eachBlock(func(m conv.Message, b conv.Block) {
		if s := signatureOf(b); s != "" && !conv.IsBase64(s) {
			v.find(conv.NodeOf(b), "the signature of this %s is no base64", b.BlockType())
		}
	})
}

// unsignedReasoning has no signature of the goal's provider.
func unsignedReasoning(v *validator) {
	if v.goal.Format.Holds.Thinking != conv.OwnSignature {
		return
	}
	v.eachBlock(func(m conv.Message, b conv.Block) {
		t, ok := b.(*conv.ThinkingContent)
		if !ok {
			return
		}
		own := v.goal.Format.Holds.Provider
		switch by := conv.Signer(t.ThinkingSignature); {
		case t.ThinkingSignature == "":
			v.find(&t.Node, "this reasoning has no signature")
		case by != "" && own != "" && by != own:
			v.find(&t.Node, "this reasoning is signed by %s", by)
		}
	})
}

// untypedMedia are media whose type is not said.
func untypedMedia(v *validator) {
	if v.goal.Format.Holds.Limits&conv.TypedMedia == 0 {
		return
	}
	v.eachBlock(func(_ conv.Message, b conv.Block) {
		if m := conv.MediaOf(b); m != nil && m.Data != "" && m.MIMEType == "" {
			v.find(&m.Node, "the type of this %s is not said", b.BlockType())
		}
	})
}

// misnamedResults name another tool than the call that they answer.
func misnamedResults(v *validator) {
	for _, p := range v.pairs.calls {
		for _, i := range p.results {
			if r := v.history[i].(*conv.ToolResultMessage); r.ToolName != "" && r.ToolName != p.call.Name && p.call.Name != "" {
				v.find(&r.Node, "the result of call %s is of %s, but %s was called", quoted(p.call.ID), quoted(r.ToolName), quoted(p.call.Name))
			}
		}
	}
}
