package gemini

import (
	"strings"

	"convo/conv/record"
	"convo/conv/shape"
)

// requestShape is the request body that the servers take, from the vendor's
// API reference and the types of its official SDKs. Names may be in snake
// case, and one value may stand for a list of one.
func requestShape() *shape.Shape {
	instruction := shape.Object(shape.May("role", record.LooseString()), shape.May("parts", several(partShape("instruction_part", "text inlineData fileData"))))
	return shape.Object(append(
		record.Members(objects().parameters),
		shape.Must("contents", several(contentShape())).Says("The history."),
		may("systemInstruction", instruction.Named("instruction", "").Loose()),
		shape.May("tools", list(toolShape())),
	)...).Named("gemini", "The body of a request of Gemini's generateContent.")
}

// may is an optional field, in camel case or in snake case.
func may(name string, s *shape.Shape) *shape.Member { return shape.May(name, s).Or(record.Snake(name)) }

// several is a list of one or more, or one value.
func several(one *shape.Shape) *shape.Shape { return shape.Either(one, shape.List(one).Some()) }

// list is a list of any length, or one value.
func list(of *shape.Shape) *shape.Shape { return shape.Either(of, shape.List(of)) }

// contentShape is a turn. Only the model calls functions, and only the user's
// side answers them.
func contentShape() *shape.Shape {
	says := func(who, kinds string) *shape.Shape {
		return shape.Object(shape.Due("parts", several(partShape(who+"_part", kinds)))).Named(who+"_content", "")
	}
	const either = "text inlineData fileData toolResponse executableCode codeExecutionResult audioTranscription "
	asker := says("user", either+"functionResponse")
	return shape.ByTag("role",
		shape.When("user function", asker),
		shape.When("model", says("model", either+"functionCall toolCall")),
	).Untagged(asker).Dialects(shape.Anything(), nil)
}

// partShape is a part with at most one of some kinds of data.
func partShape(name, kinds string) *shape.Shape {
	return record.Shape(partRecord(name, kinds)).MostOneOf(strings.Fields(kinds)...)
}

// toolShape is a list of functions, or a tool that the server runs.
func toolShape() *shape.Shape {
	function := record.Shape(objects().function).MostOneOf("parameters", "parametersJsonSchema")
	members := []*shape.Member{may("mcpServers", shape.Any()), may("functionDeclarations", list(function))}
	for _, name := range []string{
		"googleSearch", "googleSearchRetrieval", "googleMaps", "codeExecution", "urlContext", "fileSearch", "computerUse",
		"retrieval", "enterpriseWebSearch", "parallelAiSearch", "exaAiSearch",
	} {
		members = append(members, may(name, record.LooseObject()))
	}
	return shape.Object(members...)
}
