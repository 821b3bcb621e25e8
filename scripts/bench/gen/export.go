package main

import (
	"fmt"
	"io"

	"convo/scripts/must"
)

// mostExported is the size of the largest conversations of an archive.
const mostExported = 3_000_000

// export writes the archive of ChatGPT: one list of conversations, written one
// at a time, so that it may be of any size.
func (g *generator) export(out io.Writer, size int) {
	written := 0
	for n := 0; written < size; n++ {
		begin := ",\n"
		if n == 0 {
			begin = "["
		}
		written += must.Get(out.Write(append([]byte(begin), g.exported(n, g.length(2_000, min(size, mostExported)))...)))
	}
	must.Get(io.WriteString(out, "]\n"))
}

// exported is a conversation of about size bytes. Some answers were made again.
func (g *generator) exported(n, size int) []byte {
	g.begin()
	var nodes object
	id := func() string { return fmt.Sprintf("%08x-0000-4000-8000-%012x", n, len(nodes)) }
	last := id()
	nodes = object{{last, object{{"id", last}, {"message", nil}, {"parent", nil}, {"children", list{}}}}}
	node := func(parent, role, text string) string {
		g.bytes += len(text)*11/10 + 600
		name := id()
		message := object{
			{"id", name},
			{"author", object{{"role", role}, {"name", nil}, {"metadata", object{}}}},
			{"create_time", 1750000000 + len(nodes)},
			{"update_time", nil},
			{"content", object{{"content_type", "text"}, {"parts", list{text}}}},
			{"status", "finished_successfully"},
			{"end_turn", role == "assistant"},
			{"weight", 1},
			{"metadata", object{{"model_slug", "gpt-5"}, {"request_id", g.id("")}, {"can_save", true}}},
			{"recipient", "all"},
			{"channel", nil},
		}
		nodes = append(nodes, field{name, object{{"id", name}, {"message", message}, {"parent", parent}, {"children", list{}}}})
		return name
	}
	for g.bytes < size {
		asked := node(last, "user", g.prose(g.length(20, 1500), 10))
		if g.IntN(8) == 0 {
			node(asked, "assistant", g.prose(g.length(80, 4000), 8))
		}
		last = node(asked, "assistant", g.prose(g.length(80, 4000), 8))
	}
	return style{ascii: true}.write(nil, object{
		{"title", g.prose(20, 10)},
		{"create_time", 1750000000},
		{"update_time", 1750000900},
		{"mapping", withChildren(nodes)},
		{"moderation_results", list{}},
		{"current_node", last},
		{"conversation_id", fmt.Sprintf("%08x-1111-4111-8111-000000000000", n)},
	})
}

// withChildren names in each node those that name it as their parent.
func withChildren(nodes object) object {
	at := map[string]object{}
	for _, n := range nodes {
		node := n.value.(object)
		at[n.key] = node
		if parent, ok := node[2].value.(string); ok {
			of := at[parent]
			of[3].value = append(of[3].value.(list), n.key)
		}
	}
	return nodes
}
