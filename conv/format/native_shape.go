package format

import "convo/conv/shape"

// nativeShape is the shape of conversation.json. Unknown fields are residue.
// Unknown blocks and roles are kept.
func nativeShape() *shape.Shape {
	block := nativeBlocks()
	return nativeObject("conversation", "conversation.json: a conversation with a language model, of any vendor or program.",
		shape.Must("messages", shape.List(nativeMessage(block))).Says("The transcript. Its order counts."),
		shape.May("convo", shape.Integer().Between(1, 1)).Says("The version of this format. It comes first."),
		shape.May("id", shape.String()),
		shape.May("title", shape.String()),
		shape.May("systemPrompt", shape.String()).Says("The first instruction; later ones are messages."),
		shape.May("tools", shape.List(nativeTool())).Says("The tools that the model may call."),
		shape.May("request", nativeRequest()),
		shape.May("state", shape.Any()).Says("The state of an AG-UI run."),
		shape.May("context", shape.Any()).Says("The context of an AG-UI run."),
		shape.May("session", nativeSession()),
	)
}

// nativeObject is a node: it may have unknown fields, and those of other families
// under extensions.
func nativeObject(name, about string, members ...*shape.Member) *shape.Shape {
	extensions := shape.May("extensions", shape.Any()).Says("Fields of foreign formats, by their family.")
	return shape.Object(append(members, extensions)...).Open().Named(name, about)
}

// nativeMessage is a message of any role.
func nativeMessage(block *shape.Shape) *shape.Shape {
	message := func(name, about string, members ...*shape.Member) *shape.Shape {
		return nativeObject(name, about, append(members, nativeMeta()...)...)
	}
	content := func(types string) *shape.Member {
		return shape.May("content", shape.Either(shape.String(), shape.List(block.Only(types)))).Says("Blocks, or a string, which is one text.")
	}
	usage := shape.May("usage", nativeUsage())
	details := shape.May("details", shape.Any()).Says("For people and programs; never goes to a model.")
	summary := shape.Must("summary", shape.String())
	return shape.ByTag("role",
		shape.When("user", message("userMessage", "What a user said.", content("text image audio video document opaque"))),
		shape.When("assistant", message("assistantMessage", "One answer of a model.", nativeAnswer(content("text thinking toolCall image audio opaque"), usage)...)),
		shape.When("toolResult", message("toolResultMessage", "The result of a tool call.",
			shape.Must("toolCallId", shape.String()).Says("The id of the call that it answers."),
			shape.May("toolName", shape.String()),
			content("text image audio video document opaque"),
			shape.May("isError", shape.Bool()),
			details,
			shape.May("terminate", shape.Bool()).Says("Asks the loop of tools to stop."),
		)),
		shape.When("system developer", message("systemMessage", "An instruction after the start.", content("text opaque"))),
		shape.When("custom", message("customMessage", "An entry of an application, which no model sees.",
			shape.May("customType", shape.String()),
			shape.May("data", shape.Any()),
			content("text image audio video document opaque"),
		)),
		shape.When("branchSummary", message("branchSummary", "A summary of a branch that the conversation has left.",
			summary, shape.May("fromId", shape.String()).Says("The message where the branch was left."), details, usage)),
		shape.When("compactionSummary", message("compactionSummary", "A summary that replaces earlier messages.",
			summary, shape.May("tokensBefore", shape.Number()), shape.May("firstKeptId", shape.String()).Says("The first message that it does not replace."), details, usage)),
	).Kept(shape.Anything()).Named("message", "A message of any role. Other roles are kept as they are.")
}

// nativeMeta is what every message may have.
func nativeMeta() []*shape.Member {
	return []*shape.Member{
		shape.May("id", shape.String()),
		shape.May("name", shape.String()).Says("The name of the speaker."),
		shape.May("timestamp", shape.Integer()).Says("Unix milliseconds."),
		shape.May("group", shape.String()).Says("The same for messages that were one in the format they came from."),
		shape.May("encryptedValue", shape.String()),
		shape.May("parent", shape.String()).Says("The id of the message that it follows, if that is not the one before it; \"\": none."),
		shape.May("injected", shape.Bool()).Says("The program added it: it was sent, but no person typed it."),
		shape.May("excluded", shape.Bool()).Says("It is kept, but no longer sent."),
		shape.May("cwd", shape.String()).Says("The working directory from here on."),
		shape.May("branch", shape.String()).Says("The git branch from here on."),
	}
}

// nativeSession is where a conversation was held.
func nativeSession() *shape.Shape {
	text := shape.String()
	return nativeObject("session", "Where a conversation was held: the agent, its directory, its times.",
		shape.May("id", text).Says("The id of the session, if it differs from that of the conversation."),
		shape.May("agent", text).Says("The program."),
		shape.May("agentVersion", text),
		shape.May("cwd", text).Says("The working directory."),
		shape.May("branch", text).Says("The git branch."),
		shape.May("started", shape.Integer()).Says("Unix milliseconds."),
		shape.May("updated", shape.Integer()).Says("Unix milliseconds."),
		shape.May("model", text),
		shape.May("parent", nativeObject("parentSession", "The session that a helper works for.",
			shape.May("session", text), shape.May("toolCallId", text).Says("The call that started the helper."))),
		shape.May("agentId", text).Says("The id of a helper."),
		shape.May("agentType", text).Says("The kind of a helper."),
	)
}

// nativeAnswer is what is known about an answer.
func nativeAnswer(content, usage *shape.Member) []*shape.Member {
	text := shape.String()
	diagnostic := shape.Object(shape.May("type", text), shape.May("timestamp", shape.Integer()), shape.May("message", text), shape.May("details", shape.Any())).Open()
	return []*shape.Member{
		content,
		shape.May("protocol", text).Or("api").Says("The name of the protocol that it came by."),
		shape.May("provider", text).Says("The vendor."),
		shape.May("model", text).Says("The model that was asked."),
		shape.May("responseModel", text).Says("The model that answered, where it differs."),
		shape.May("responseId", text),
		shape.May("providerRequestId", text),
		usage,
		shape.May("stopReason", shape.Words("stop length toolUse error aborted")),
		shape.May("stopDetail", nativeObject("stopDetail", "Why it ended: the provider's own word, and its kind.",
			shape.May("raw", text),
			shape.May("kind", shape.Words("stopSequence refusal contentFilter pause contextWindow malformedToolCall compaction interrupted")),
		)),
		shape.May("errorMessage", text),
		shape.May("diagnostics", shape.List(diagnostic)),
	}
}

// nativeUsage counts tokens.
func nativeUsage() *shape.Shape {
	var members []*shape.Member
	for _, key := range []string{"input", "output", "cacheRead", "cacheWrite", "totalTokens", "reasoning", "cacheWrite1h", "inputAudio", "outputAudio"} {
		members = append(members, shape.May(key, shape.Integer()))
	}
	var cost []*shape.Member
	for _, key := range []string{"input", "output", "cacheRead", "cacheWrite", "total"} {
		cost = append(cost, shape.May(key, shape.Number()))
	}
	return nativeObject("usage", "Tokens: input excludes what a cache gave or took, output includes reasoning.", append(members,
		shape.May("inputUnknown", shape.Bool()),
		shape.May("cost", shape.Object(cost...).Open()).Says("In US dollars."),
	)...)
}

// nativeBlocks are the content blocks of all messages.
func nativeBlocks() *shape.Shape {
	text := shape.String()
	signature := func(name string) *shape.Member {
		return shape.May(name, text).Says("Opaque; only its provider reads it.")
	}
	media := func(name, about string) *shape.Shape {
		return nativeObject(name, about,
			shape.May("data", text).Says("Base64."),
			shape.May("mimeType", text),
			shape.May("url", text),
			shape.May("fileId", text).Says("A handle at the provider."),
			shape.May("provider", text),
			shape.May("text", text).Says("The text of a document that is plain text."),
			shape.May("name", text).Says("A file name or title."),
			shape.May("detail", text).Says("low, high, auto, original."),
		)
	}
	return shape.ByTag("type",
		shape.When("text", nativeObject("text", "Plain text.",
			shape.Must("text", text), signature("textSignature"), shape.May("refusal", shape.Any()).Says("true: the model refuses."))),
		shape.When("image", media("image", "An image: data with its type, or a URL, or a handle.")),
		shape.When("audio", media("audio", "Sound.")),
		shape.When("video", media("video", "A video.")),
		shape.When("document", media("document", "A file to read.")),
		shape.When("thinking", nativeObject("thinking", "A model's reasoning.",
			shape.May("thinking", text), signature("thinkingSignature"), shape.May("redacted", shape.Bool()))),
		shape.When("toolCall", nativeObject("toolCall", "Asks for a tool.",
			shape.Must("id", text),
			shape.Must("name", text),
			shape.May("arguments", shape.Anything()),
			shape.May("argumentsText", text).Says("The arguments as the model wrote them, if the object does not say it all."),
			signature("thoughtSignature"),
			shape.May("kind", text),
			shape.May("conversation", text).Says("The id of the conversation that the call started."))),
		shape.When("opaque", nativeObject("opaque", "A block that only its own family of formats understands.",
			shape.Must("family", text), shape.May("raw", shape.Any()))),
	).Kept(shape.Anything())
}

// nativeTool declares a tool.
func nativeTool() *shape.Shape {
	return nativeObject("tool", "A tool that the model may call, or one that only its own family of formats understands.",
		shape.May("name", shape.String()),
		shape.May("description", shape.String()),
		shape.May("parameters", shape.Any()).Says("JSON Schema of the arguments."),
		shape.May("strict", shape.Bool()),
		shape.May("family", shape.String()),
		shape.May("raw", shape.Any()).Says("The whole definition as its family writes it."),
	)
}

// nativeRequest is what a request carries besides the history.
func nativeRequest() *shape.Shape {
	text := shape.String()
	var members []*shape.Member
	for _, key := range []string{"maxTokens", "temperature", "topP", "topK", "seed", "frequencyPenalty", "presencePenalty"} {
		members = append(members, shape.May(key, shape.Number()))
	}
	return nativeObject("request", "What a request carries besides the history.", append(members,
		shape.May("model", text),
		shape.May("stop", shape.List(shape.Either(text, shape.Null()))),
		shape.May("toolChoice", nativeObject("toolChoice", "Whether tools may, must or must not be called.",
			shape.May("mode", shape.Words("auto none required tool")), shape.May("name", text))),
		shape.May("parallelToolCalls", shape.Bool()),
		shape.May("responseFormat", nativeObject("responseFormat", "Asks for JSON.",
			shape.May("type", shape.Words("text json jsonSchema")),
			shape.May("name", text), shape.May("description", text),
			shape.May("schema", shape.Any()), shape.May("strict", shape.Bool()))),
		shape.May("reasoning", nativeObject("reasoning", "Asks for, limits or forbids reasoning.",
			shape.May("effort", text), shape.May("budgetTokens", shape.Number()), shape.May("enabled", shape.Bool()))),
		shape.May("stream", shape.Bool()),
		shape.May("user", text).Says("An identifier of the end user."),
	)...)
}
