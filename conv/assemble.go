package conv

import (
	"cmp"
	"slices"

	"convo/conv/extension"
	"convo/conv/rawjson"
)

// Assembler builds one message from the events of an answer.
type Assembler struct {
	message AssistantMessage
	parts   []*part       // as they began
	byIndex map[int]*part // nil for a few
	ended   bool
}

// part is an unfinished block.
type part struct {
	index     int
	block     AssistantContent // as in the event: it must not be changed
	text      rawjson.Pieces
	signature rawjson.Pieces
	residue   extension.Extensions
}

// Add takes the next event. It ignores messages other than the answer.
func (a *Assembler) Add(e Event) {
	switch e.Type {
	case EventStart:
		a.merge(e.Message)
	case EventDone, EventError:
		a.merge(e.Message)
		a.ended = true
	case EventTextStart, EventThinkingStart, EventToolCallStart, EventBlock:
		p := a.part(e.Index)
		p.block = e.Block
		if p.block == nil {
			p.block = e.Type.EmptyBlock()
		}
	case EventTextDelta, EventThinkingDelta, EventToolCallDelta:
		p := a.part(e.Index)
		if p.block == nil {
			p.block = e.Type.EmptyBlock()
		}
		p.text.Add(e.Delta)
		p.signature.Add(e.Signature)
	case EventTextEnd, EventThinkingEnd, EventToolCallEnd:
		p := a.part(e.Index)
		if e.Block != nil {
			*p = part{index: e.Index, block: e.Block}
		}
		if p.block == nil {
			p.block = e.Type.EmptyBlock()
		}
		p.residue.Merge(e.Extensions)
	case EventMessage:
	default:
		panic("conv: unknown event " + string(e.Type))
	}
}

// part returns the block at an index, which the wire may choose freely.
func (a *Assembler) part(index int) *part {
	if a.byIndex == nil {
		for _, p := range slices.Backward(a.parts) {
			if p.index == index {
				return p
			}
		}
	} else if p := a.byIndex[index]; p != nil {
		return p
	}
	p := &part{index: index}
	a.parts = append(a.parts, p)
	if a.byIndex == nil && len(a.parts) > fewParts {
		a.byIndex = map[int]*part{}
		for _, p := range a.parts {
			a.byIndex[p.index] = p
		}
	}
	if a.byIndex != nil {
		a.byIndex[index] = p
	}
	return p
}

// fewParts are found by looking at each.
const fewParts = 16

// Ended reports whether the answer has its end.
func (a *Assembler) Ended() bool { return a.ended }

// Message returns the answer so far. If done or error did not end it, it is
// marked as interrupted. It shares nothing that Add changes.
func (a *Assembler) Message() *AssistantMessage {
	m := a.message
	m.Extensions = m.Extensions.Clone()
	m.Diagnostics = slices.Clone(m.Diagnostics)
	slices.SortStableFunc(a.parts, func(p, q *part) int { return cmp.Compare(p.index, q.index) })
	for _, p := range a.parts {
		m.Content = append(m.Content, p.finish(&m))
	}
	if !a.ended {
		m.StopReason = StopAborted
		m.StopDetail = &StopDetail{Kind: KindInterrupted}
	}
	return &m
}

// finish returns a copy of the block with the text of its deltas. How the block
// was spelled says nothing of these.
func (p *part) finish(m *AssistantMessage) AssistantContent {
	switch b := p.block.(type) {
	case *TextContent:
		x := *b
		x.Text = rawjson.JoinSurrogates(x.Text + p.text.String())
		p.extend(&x.Node)
		return &x
	case *ThinkingContent:
		x := *b
		x.Thinking = rawjson.JoinSurrogates(x.Thinking + p.text.String())
		x.ThinkingSignature += p.signature.String()
		p.extend(&x.Node)
		return &x
	case *ToolCall:
		x := *b
		if s := p.text.String(); s != "" || x.Arguments == "" {
			x.SetArguments(rawjson.JoinSurrogates(s), m)
		}
		p.extend(&x.Node)
		return &x
	default:
		return b
	}
}

// extend gives a copied node the residue from its events.
func (p *part) extend(n *Node) {
	if p.text.Len() > 0 {
		n.Spelled().Set("", "")
	}
	n.Extensions = n.Extensions.Clone()
	n.Extensions.Merge(p.residue)
}

// merge overwrites the message with what e says.
func (a *Assembler) merge(e *AssistantMessage) {
	if e == nil {
		return
	}
	m := &a.message
	m.Extensions.Merge(e.Extensions)
	setIf(&m.ID, e.ID)
	setIf(&m.Name, e.Name)
	setIf(&m.Timestamp, e.Timestamp)
	setIf(&m.Group, e.Group)
	setIf(&m.EncryptedValue, e.EncryptedValue)
	setIf(&m.Protocol, e.Protocol)
	setIf(&m.Provider, e.Provider)
	setIf(&m.Model, e.Model)
	setIf(&m.ResponseModel, e.ResponseModel)
	setIf(&m.ResponseID, e.ResponseID)
	setIf(&m.ProviderRequestID, e.ProviderRequestID)
	setIf(&m.Usage, e.Usage)
	setIf(&m.StopReason, e.StopReason)
	setIf(&m.StopDetail, e.StopDetail)
	setIf(&m.ErrorMessage, e.ErrorMessage)
	m.Diagnostics = append(m.Diagnostics, e.Diagnostics...)
	setIf(&m.at, e.at)
}

func setIf[T comparable](dst *T, v T) {
	var zero T
	if v != zero {
		*dst = v
	}
}
