package claudecode

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// relink makes lines follow the line before them where the one that they name is
// gone.
func (r *reducer) relink() {
	ids := map[string]bool{}
	for _, m := range r.Messages {
		ids[conv.MetaOf(m).ID] = true
		for _, t := range templatesOf(m) {
			ids[t.Lookup("uuid").Text()] = true
		}
	}
	s := newChain(r.Conversation)
	for i, m := range r.Messages {
		meta := *conv.MetaOf(m)
		s.move(&meta)
		all := templatesOf(m)
		if len(all) == 0 {
			continue
		}
		link := all[0].Lookup("parentUuid")
		if link == "" || link[0] != '"' || ids[link.Text()] {
			continue
		}
		all = slices.Clone(all)
		all[0] = conv.Raw(strings.Replace(string(all[0]), `"parentUuid":`+string(link), `"parentUuid":0`, 1))
		key := oneLine
		value := all[0]
		if len(all) > 1 {
			key, value = manyLines, rawjson.ArrayOf(all)
		}
		if len(all) == 1 && slices.Equal(all, s.plain(r.Messages[i:i+1], wireFields(r.Messages[i:i+1], i))) {
			meta.Extensions = meta.Extensions.Without(family, key)
		} else {
			meta.Extensions = meta.Extensions.Clone()
			meta.Extensions.Set(family, key, value)
		}
		r.Messages[i] = conv.WithMeta(m, meta)
	}
}
