// Package conv is the neutral model of a conversation with a language model.
//
//	         foreign bytes                             foreign bytes
//	              |                                          ^
//	Detect, Decode, Events (a format)                Write, Emit (a format)
//	              v                                          |
//	notes <- Conversation -- adapt (server rules) -- fit (shape) -> Conversation
//
// A [Conversation] holds messages, and a [Message] holds content blocks. The
// compiler checks which block may be in which message:
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
// An application's own entries can be among the messages too: see [Custom],
// [Customs] and [Conversation.ModelMessages].
//
// # Laws
//
// Nothing is lost, nothing is invented. A field that the model lacks is kept as
// residue in its node's [extension.Extensions], under the name of its family of
// formats, and is written back to that family unchanged. A block that only its family
// understands is [Opaque]. Package conv/fit, and nothing else, removes what a
// format cannot hold, with a [note.Note] for each thing. What is absent stays absent:
// no id, time or zero usage is made up.
//
// Tool arguments, schemas, details and residue are [Raw] JSON text: key order,
// number literals and escapes survive. Strings may share memory with the input,
// which nobody may write to after a Decode.
//
// Order is kept: of messages, of blocks, of keys.
//
// No function changes its argument. Functions that fit, adapt or edit a
// conversation return one that shares everything that did not change.
//
// # JSON
//
// Every message, block, usage, tool and event describes itself:
//
//	json.Marshal(conv.UserText("x")) // {"role":"user","content":[{"type":"text","text":"x"}]}
//
// A struct holds [Messages] where it wants a list that encoding/json can also
// read. Without a struct, [Native] reads and writes a document, a message, a list or a
// block: see [Dialect.Decode] and [Dialect.UnmarshalMessage]. [Customs.MarshalMessage]
// takes an application's types too. Another [Dialect] is the spelling of another
// program. What could not be read back is an error.
//
// json.Marshal turns < > and & into escapes, also in arguments and residue. An
// Encoder with SetEscapeHTML(false) and [Dialect.MarshalMessage] keep every byte.
//
// # The room
//
// The package is only the model. Package conv/note has the notes of a conversion, and
// conv/extension the residue. Package conv/format is for authors of formats, and
// conv/fit, conv/adapt, conv/lint and conv/edit work on conversations. It uses nothing
// outside the process: no files, no network, no clock.
package conv
