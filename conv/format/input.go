package format

import "convo/conv"

// CustomCall is the Kind of a call to a tool with free text. Its arguments are an
// object with only that text, in the field "input".
const CustomCall = "custom"

// InputArguments returns the arguments of a call with free text, given as JSON.
func InputArguments(input conv.Raw) conv.Raw { return `{"input":` + input + `}` }
