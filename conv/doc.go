// Package conv is the neutral model of a conversation with a language model.
//
//	         foreign bytes                             foreign bytes
//	              |                                          ^
//	Detect, Decode, Events (a Format)                Write, Emit (a Format)
//	              v                                          |
//	notes <- Conversation -- adapt (server rules) -- fit (shape) -> Conversation
//
// A [Conversation] holds messages, a [Message] holds content blocks, and
// which block may stand in which message is a rule of the compiler:
//
//	block      user  assistant  toolResult  system
//	text        ✓       ✓           ✓         ✓
//	image       ✓       ✓           ✓
//	audio       ✓       ✓           ✓
//	video       ✓                   ✓
//	document    ✓                   ✓
//	thinking            ✓
//	toolCall            ✓
//	opaque      ✓       ✓           ✓         ✓
//
// An application's own entries stand among the messages too: see [Custom],
// [Customs] and [Conversation.ModelMessages].
//
// # Laws
//
// Nothing is lost, nothing is invented. What the model has no field for is
// residue in its node's [Extensions], under its family's name, and goes back
// to that family as it was. A block that only its family understands is
// [Opaque]. What a format cannot hold, package conv/fit removes, with a [Note] each; it
// is the one place that does without. Absent stays absent: no id, time or
// zero usage is made up.
//
// Opaque is bytes. Tool arguments, schemas, details and residue are [Raw]
// JSON text: key order, number literals and escapes survive. Strings may
// share memory with the input, which nobody may write to after a Decode.
//
// Order is data: of messages, of blocks, of keys.
//
// Nobody's argument is changed. What fits, adapts or edits a conversation returns
// one that shares what did not have to change.
//
// # The room
//
// The package is the model and nothing else. What is done to a conversation has
// rooms of its own, which import this one: conv/fit, conv/adapt, conv/lint and
// conv/edit. It touches nothing outside the process: no files, no network, no
// clock.
package conv
