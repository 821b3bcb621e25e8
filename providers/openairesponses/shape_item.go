package openairesponses

import (
	"convo/conv/record"
	"convo/conv/shape"
)

// item is an item of the input. A message may have no type. An item with
// neither type nor role refers to an item on the server.
func item() *shape.Shape {
	parts, text := part(), shape.String().Loose()
	name := shape.Must("name", shape.String())
	output := shape.Must("output", shape.Either(shape.String(), shape.List(parts.Only("input_text input_image input_file ~output_text"))))
	status := shape.Words("in_progress completed incomplete failed searching calling interpreting generating").Loose()
	call := func(of, id string, members ...*shape.Member) shape.Case {
		return shape.When(of, shape.Object(append(members, shape.Due("call_id", text))...).
			Mays("id", itemID(id)).Mays("status", status).Mays("namespace", text).Mays("async", shape.Bool().Loose()).
			Mays("caller", shape.Anything().Loose()).Named(of, ""))
	}
	reference := shape.Object(shape.Must("id", shape.String())).Named("item_reference", "An item that the server has.")
	message := message(parts, status).Untagged(reference)
	return shape.ByTag("type",
		shape.When("message", message),
		call("function_call", "fc*", name, shape.Due("arguments", text).Says("JSON, as the model wrote it.")),
		call("function_call_output", "fc*", output, shape.May("name", text)),
		call("custom_tool_call", "ctc*", name, shape.Must("input", shape.String())),
		call("custom_tool_call_output", "ctc*", output),
		shape.When("reasoning", record.Shape(objects().thought).Mays("id", itemID("rs*")).Mays("status", status)),
		shape.When("compaction", shape.Object(shape.Must("encrypted_content", shape.String())).Mays("id", text)),
		shape.When("item_reference", reference),
		shape.When(hostedItems, shape.Anything().Named("hosted_item", "A call of a tool that the server runs, or its result.")),
	).Untagged(message).Dialects(shape.Anything(), message).Named("item", "One item of the history.")
}

// itemID is the id of an item. Its prefix depends on the type.
func itemID(begins string) *shape.Shape { return shape.Words(begins).Loose() }

// typedText is a text in an object with a type.
func typedText(name string) *shape.Shape {
	return shape.ByTag("type", shape.When(name, shape.Object(shape.Must("text", shape.String()))))
}

// message is a message of any role.
func message(parts, status *shape.Shape) *shape.Shape {
	says := func(role, types string, id *shape.Shape) *shape.Shape {
		content := shape.Must("content", shape.Either(shape.String(), shape.List(parts.Only(types))))
		return shape.Object(content).Mays("type", shape.Words("message")).Mays("id", id).Mays("status", status).Named(role+"_message", "")
	}
	asks := func(role string) shape.Case {
		return shape.When(role, says(role, "input_text input_image input_file ~input_audio", shape.String().Loose()))
	}
	answer := says("assistant", "output_text refusal ~input_text", itemID("msg*"))
	return shape.ByTag("role",
		asks("user"), asks("system"), asks("developer"),
		shape.When("assistant", answer.Mays("phase", shape.Words("commentary final_answer").Loose())),
	).Dialects(shape.Anything(), nil)
}

// part is a content part of any message.
func part() *shape.Shape {
	o := objects()
	return shape.ByTag("type",
		shape.When("input_text", record.Shape(o.text).Named("", "")),
		shape.When("input_image", record.Shape(o.image).SomeOf("image_url", "file_id")),
		shape.When("input_file", record.Shape(o.file).SomeOf("file_data", "file_id", "file_url")),
		shape.When("input_audio", shape.Anything()),
		shape.When("output_text", record.Shape(o.outputText)),
		shape.When("refusal", record.Shape(o.refusal)),
	).Dialects(shape.Anything(), nil)
}
