package parts

import (
	"strings"

	"convo/conv"
	"convo/conv/extension"
	"convo/conv/note"
	"convo/conv/rawjson"
	"convo/conv/record"
)

// Left keeps what is left of an object, and says something, as residue. The keys that
// were read are words of one string. What says nothing is a hint, if the family gathers
// such fields.
func Left(own *record.Family, n *conv.Node, object conv.Raw, read string) {
	var blank []rawjson.Member
	for key, v := range object.Fields {
		switch {
		case v == "null" || IsWord(read, key):
		case saysNothing(v):
			blank = append(blank, rawjson.Member{Key: key, Value: v})
		default:
			own.Set(n, extension.ResidueKey(key), v)
		}
	}
	if len(blank) > 0 && own.Gathered {
		own.Set(n, record.HintBlank, rawjson.ObjectOf(blank))
	}
}

// LeftIn keeps what is left of an object under a key, if any of it says something.
func LeftIn(own *record.Family, n *conv.Node, key string, object conv.Raw, read string) {
	rest := object.Without(strings.Fields(read)...)
	for _, v := range rest.Fields {
		if v != "null" && v != "{}" {
			own.Set(n, key, rest)
			return
		}
	}
}

// Lose notes the fields of an object that nothing keeps. The keys that were read are words
// of one string.
func (b *Builder) Lose(object conv.Raw, at int, read string) {
	for key := range object.Without(strings.Fields(read)...).Fields {
		b.Notes.Loss(note.CodeExtension, note.Dropped, at, "unknown field", key)
	}
}

// LeftOf keeps what is left of the objects in a list, as a list under a key, if any of them
// says something.
func LeftOf(own *record.Family, n *conv.Node, key string, list conv.Raw, read string) {
	var all []conv.Raw
	says := false
	for object := range list.Elements {
		rest := conv.Raw("null")
		if object[0] == '{' {
			rest = object.Without(strings.Fields(read)...)
		}
		for _, v := range rest.Fields {
			says = says || !saysNothing(v)
		}
		all = append(all, rest)
	}
	if says {
		own.Set(n, key, rawjson.ArrayOf(all))
	}
}

func saysNothing(v conv.Raw) bool {
	return v == "null" || v == "false" || v == "[]" || v == "{}" || v == `""`
}
