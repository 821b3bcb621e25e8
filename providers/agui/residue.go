package agui

import (
	"slices"
	"strings"

	"convo/conv"
)

func copyPlace(to, from *conv.Node) {
	if at := from.Offset(); at >= 0 {
		to.PlaceAt(at)
	}
}

// forget drops a member of a node's residue.
func forget(n *conv.Node, key string) {
	if n.Extensions.Get(family, key) == "" {
		return
	}
	n.Extensions = n.Extensions.Clone()
	for i := range n.Extensions {
		x := &n.Extensions[i]
		if x.Family == family {
			x.Members = slices.DeleteFunc(x.Members, func(m conv.Member) bool { return m.Key == key })
		}
	}
	n.Extensions = slices.DeleteFunc(n.Extensions, func(x conv.Extension) bool { return len(x.Members) == 0 })
	if len(n.Extensions) == 0 {
		n.Extensions = nil
	}
}

// settle puts a node's residue in an order that does not depend on where the
// wire had the members that writing puts at places of their own: hints, then
// those, then the others as they came.
func settle(n *conv.Node) {
	if len(n.Extensions) > 0 {
		slices.SortStableFunc(n.Extensions.Of(family), byPlace)
	}
}

func byPlace(a, b conv.Member) int {
	x, y := placeOf(a.Key), placeOf(b.Key)
	if x != y || x == inOrder || x == inFunction {
		return x - y
	}
	return strings.Compare(a.Key, b.Key)
}

// The places of residue.
const (
	asHint = iota
	inFunction
	ofItsOwn
	inOrder
)

func placeOf(key string) int {
	switch {
	case conv.IsHint(key):
		return asHint
	case strings.HasPrefix(key, functionPrefix):
		return inFunction
	case key == "id" || key == "metadata" || key == "source" || key == "error" || key == "type" ||
		key == encryptedContent || key == "outcome" || key == "usage" || key == "runId":
		return ofItsOwn
	}
	return inOrder
}
