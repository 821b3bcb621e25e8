package main

// toolNames are the functions that conversations may define.
var toolNames = []string{
	"read_chart", "write_log", "list_berths", "search_logs", "run_tests", "patch_file", "look_up_ship", "fetch_page",
	"plan_voyage", "query_ledger", "send_notice", "open_ticket", "view_camera", "list_changes", "tide_table", "find_symbol",
}

// defineTools adds between six and all of the tools.
func (g *generator) defineTools() {
	for _, name := range toolNames[:g.between(6, len(toolNames))] {
		g.names = append(g.names, name)
		g.tools = append(g.tools, object{{"type", "function"}, {"function", object{
			{"name", name}, {"description", g.prose(g.between(80, 600), 2)}, {"parameters", g.schema()},
		}}})
	}
}

func (g *generator) schema() object {
	text := func() object {
		return object{{"type", "string"}, {"description", g.prose(g.between(30, 160), 3)}}
	}
	return object{
		{"type", "object"},
		{"properties", object{
			{"path", text()},
			{"lines", object{{"type", "array"}, {"items", object{{"type", "integer"}, {"minimum", 1}}}, {"maxItems", 2}}},
			{"how", object{{"type", "object"}, {"properties", object{
				{"deep", object{{"type", "boolean"}, {"default", true}}},
				{"order", object{{"type", "string"}, {"enum", list{"name", "time", "size"}}}},
				{"least", object{{"anyOf", list{object{{"type", "number"}}, object{{"type", "null"}}}}}},
			}}}},
			{"words", text()},
			{"command", object{{"type", "string"}}},
			{"text", object{{"type", "string"}}},
		}},
		{"required", list{"path"}},
		{"additionalProperties", false},
	}
}

// step is an answer with calls, their results, and now and then some talk.
func (g *generator) step() {
	text := ""
	if g.IntN(2) == 0 {
		text = g.prose(g.length(30, 800), 5)
	}
	for _, id := range g.call(text) {
		g.add(object{{"role", "tool"}, {"tool_call_id", id}, {"content", g.content(g.result(), 8)}})
	}
	if g.IntN(12) == 0 {
		g.say("assistant", g.prose(g.length(80, 3000), 5))
		g.say("user", g.prose(g.length(20, 600), 8))
	}
}

// call adds an answer with one call, or two to four, and returns their ids.
func (g *generator) call(text string) (ids []string) {
	calls := list{}
	count := 1
	if g.IntN(10) < 4 {
		count = g.between(2, 4)
	}
	for range count {
		id, arguments := g.id("call_"), g.arguments()
		ids = append(ids, id)
		g.bytes += len(arguments) * 11 / 10
		calls = append(calls, object{{"id", id}, {"type", "function"}, {"function", object{
			{"name", pick(g, g.names)}, {"arguments", arguments},
		}}})
	}
	var content any
	if text != "" {
		g.bytes += len(text)
		content = text
	}
	g.add(object{{"role", "assistant"}, {"content", content}, {"tool_calls", calls}})
	return ids
}

// arguments are JSON as a model writes it; some hold a whole file.
func (g *generator) arguments() string {
	given := object{{"path", "src/" + pick(g, words) + "/" + g.id("")[:6] + ".go"}}
	switch g.IntN(4) {
	case 0:
		given = append(given, field{"lines", list{1, g.between(2, 400)}},
			field{"how", object{{"deep", true}, {"least", 0.25}, {"order", "time"}, {"marks", list{"north", "a\n"}}, {"none", nil}}})
	case 1:
		given = append(given, field{"words", g.prose(60, 25)})
	case 2:
		given = append(given, field{"command", "grep -n \"depth\" src/*.go | sed 's/\\t/ /' && echo \"exit: $?\""})
	}
	if g.IntN(6) == 0 {
		given = append(given, field{"text", g.listing(g.length(300, 9000))})
	}
	return string(style{spaces: g.IntN(2) == 0}.write(nil, given))
}

// result is what a tool returns.
func (g *generator) result() string {
	switch x := g.IntN(20); {
	case x == 0:
		return "Error: exit status 2: \"no such berth\"\n"
	case x < 10:
		return g.listing(g.length(60, 12000))
	case x < 16:
		return g.records(g.length(60, 4000))
	}
	return g.prose(g.length(20, 2000), 6)
}
