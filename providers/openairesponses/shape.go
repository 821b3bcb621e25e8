package openairesponses

import (
	"convo/conv/record"
	"convo/conv/shape"
)

// textFormat is the format of an answer.
func textFormat() *shape.Shape {
	return shape.ByTag("type",
		shape.When("text json_object", shape.Object()),
		shape.When("json_schema", record.Shape(objects().schema)),
	)
}

func toolChoice() *shape.Shape {
	name := shape.Must("name", shape.String())
	return shape.Either(shape.Words("none auto required"), shape.ByTag("type",
		shape.When("function custom", shape.Object(name)),
		shape.When("allowed_tools", shape.Object(
			shape.Must("mode", shape.Words("auto required")),
			shape.Must("tools", shape.List(shape.Anything())),
		)),
	).Others(shape.Anything())).Loose()
}

func callers() *shape.Shape { return shape.List(shape.String()).Loose() }

// tool is a tool that the model may call, or that the server runs.
func tool() *shape.Shape {
	text, flag, free := shape.String().Loose(), shape.Bool().Loose(), shape.Anything().Loose()
	name := shape.Must("name", shape.String())
	function := record.Shape(objects().tool)
	custom := shape.Object(name).
		Mays("description", text).Mays("defer_loading async", flag).Mays("format", free).Mays("allowed_callers", callers()).
		Named("custom_tool", "")
	client := []shape.Case{shape.When("function", function), shape.When("custom", custom)}
	return shape.ByTag("type", append(client,
		shape.When("namespace", shape.Object(name, shape.Must("tools", shape.List(shape.ByTag("type", client...)))).Mays("description", text)),
		shape.When("mcp web_search* file_search computer* code_interpreter image_generation local_shell shell apply_patch tool_search programmatic_tool_calling",
			shape.Anything().Named("hosted_tool", "A tool that the server runs.")),
	)...).Dialects(shape.Anything(), nil)
}
