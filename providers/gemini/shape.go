package gemini

import (
	"math"
	"strings"

	"convo/conv/record"
	"convo/conv/shape"
)

// requestShape is the request body that the servers take, from the vendor's
// API reference and the types of its official SDKs. Names may be in snake
// case, and one value may stand for a list of one.
func requestShape() *shape.Shape {
	text, free, data := shape.String().Loose(), shape.Anything().Loose(), dataShapes()
	instruction := shape.Object(append(mays("role", text), may("parts", several(partShape("instruction_part", "text inlineData fileData", data))))...)
	return shape.Object(append(
		mays("cachedContent model serviceTier", text, "toolConfig modelArmorConfig", free),
		shape.Must("contents", several(contentShape(data))).Says("The history."),
		may("systemInstruction", instruction.Named("instruction", "").Loose()),
		may("tools", list(toolShape())),
		may("generationConfig", configShape()),
		may("safetySettings", list(shape.Anything()).Loose()),
		may("labels", shape.Map(shape.String()).Loose()),
		may("store", shape.Bool().Loose()),
	)...).Named("gemini", "The body of a request of Gemini's generateContent.")
}

// may is an optional field, in camel case or in snake case.
func may(name string, s *shape.Shape) *shape.Member { return shape.May(name, s).Or(record.Snake(name)) }

// must is a required field, in camel case or in snake case.
func must(name string, s *shape.Shape) *shape.Member {
	return shape.Must(name, s).Or(record.Snake(name))
}

// mays are optional fields: pairs of names with blanks between them and the
// shape that these share.
func mays(namesAndShapes ...any) (members []*shape.Member) {
	for i := 0; i < len(namesAndShapes); i += 2 {
		for name := range strings.FieldsSeq(namesAndShapes[i].(string)) {
			members = append(members, may(name, namesAndShapes[i+1].(*shape.Shape)))
		}
	}
	return members
}

// several is a list of one or more, or one value.
func several(one *shape.Shape) *shape.Shape { return shape.Either(one, shape.List(one).Some()) }

// list is a list of any length, or one value.
func list(of *shape.Shape) *shape.Shape { return shape.Either(of, shape.List(of)) }

// contentShape is a turn. Only the model calls functions, and only the user's
// side answers them.
func contentShape(data map[string]*shape.Shape) *shape.Shape {
	says := func(who, kinds string) *shape.Shape {
		return shape.Object(shape.Due("parts", several(partShape(who+"_part", kinds, data)))).Named(who+"_content", "")
	}
	const either = "text inlineData fileData toolResponse executableCode codeExecutionResult audioTranscription "
	asker := says("user", either+"functionResponse")
	return shape.ByTag("role",
		shape.When("user function", asker),
		shape.When("model", says("model", either+"functionCall toolCall")),
	).Untagged(asker).Dialects(shape.Anything(), nil)
}

// partShape is one of several kinds of data and the fields next to it.
func partShape(name, kinds string, data map[string]*shape.Shape) *shape.Shape {
	members := mays("thought", shape.Bool(), "thoughtSignature", shape.String(), "mediaResolution mediaProcessing", shape.Any(),
		"videoMetadata partMetadata speechMetadata", shape.Anything().Loose())
	names := strings.Fields(kinds)
	for _, kind := range names {
		s := data[kind]
		if s == nil {
			s = shape.Anything()
		}
		members = append(members, may(kind, s))
	}
	return shape.Object(members...).MostOneOf(names...).Named(name, "")
}

// dataShapes are the kinds of data with a known shape.
func dataShapes() map[string]*shape.Shape {
	text, flag, free, any := shape.String().Loose(), shape.Bool().Loose(), shape.Anything().Loose(), shape.Any()
	object := func(name string, members []*shape.Member, more ...*shape.Member) *shape.Shape {
		return shape.Object(append(members, more...)...).Named(name, "")
	}
	name := must("name", shape.String())
	return map[string]*shape.Shape{
		"text":             shape.String(),
		"inlineData":       object("inline_data", mays("displayName", text), must("mimeType", shape.Full()), must("data", shape.Base64())),
		"fileData":         object("file_data", mays("mimeType displayName", text), must("fileUri", shape.Full())),
		"functionCall":     object("function_call", mays("args", free, "id", text, "partialArgs", any, "willContinue", flag), name),
		"functionResponse": object("function_response", mays("id scheduling", text, "parts", any, "willContinue", flag), name, shape.Due("response", free)),
	}
}

// toolShape is a list of functions, or a tool that the server runs.
func toolShape() *shape.Shape {
	text, free, any := shape.String().Loose(), shape.Anything().Loose(), shape.Any()
	function := shape.Object(append(
		mays("description behavior", text, "parametersJsonSchema responseJsonSchema", any, "response", free),
		must("name", shape.String()),
		may("parameters", free).Says("A schema of OpenAPI 3.0, in part."),
	)...).MostOneOf("parameters", "parametersJsonSchema").Named("function_declaration", "")
	return shape.Object(append(mays("googleSearch googleSearchRetrieval googleMaps codeExecution urlContext fileSearch computerUse "+
		"retrieval enterpriseWebSearch parallelAiSearch exaAiSearch", free, "mcpServers", any),
		may("functionDeclarations", list(function)))...)
}

// configShape is how the model should answer.
func configShape() *shape.Shape {
	text, flag, free, any := shape.String().Loose(), shape.Bool().Loose(), shape.Anything().Loose(), shape.Any()
	number, whole := shape.Number().Loose(), shape.Integer().Loose()
	return shape.Object(mays(
		"temperature", shape.Number().Between(0, 2).Loose(),
		"topP", shape.Number().Between(0, 1).Loose(),
		"maxOutputTokens candidateCount", shape.Integer().Between(1, math.Inf(1)).Loose(),
		"topK presencePenalty frequencyPenalty", number,
		"seed", shape.Integer().Between(math.MinInt32, math.MaxInt32).Loose(),
		"logprobs", whole,
		"stopSequences responseModalities", shape.List(shape.String()).Loose(),
		"responseMimeType", text,
		"responseLogprobs audioTimestamp enableAffectiveDialog enableEnhancedCivicAnswers", flag,
		"responseJsonSchema responseFormat mediaResolution", any,
		"thinkingConfig", shape.Object(mays("includeThoughts", flag, "thinkingBudget", whole, "thinkingLevel", text)...),
		"responseSchema speechConfig imageConfig modelSelectionConfig routingConfig translationConfig audioTranscriptionConfig", free,
	)...).Named("generation_config", "")
}
