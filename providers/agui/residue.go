package agui

import (
	"strings"

	"convo/conv/extension"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// residue is what nodes keep for this family, in an order that does not depend
// on the input: hints, then the fields that are written at places of their
// own, then the others as they came.
var residue = &record.Family{
	Name: family, Order: byPlace, Flat: true, NoNulls: true, Aliases: aliases,
	Inside: func(key string) bool { return key == keptPrompt || strings.HasPrefix(key, functionPrefix) },
}

// functionPrefix prefixes the keys of unknown fields of a call's function.
const functionPrefix = "function."

func byPlace(a, b rawjson.Member) int {
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
	case extension.IsHint(key):
		return asHint
	case strings.HasPrefix(key, functionPrefix):
		return inFunction
	case key == "id" || key == "metadata" || key == "source" || key == "error" || key == "type" ||
		key == encryptedContent || key == "outcome" || key == "usage" || key == "runId":
		return ofItsOwn
	}
	return inOrder
}
