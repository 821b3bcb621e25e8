package conv

import "convo/conv/rawjson"

// The parts of conversation.json by themselves, for formats that show some
// members of a node in a way of their own and keep the others as JSON.

// ReadHead reads an object of members that the document may have.
func ReadHead(r *Reader) *Conversation {
	c, _ := decoder{r}.document()
	return c
}

// ReadMessage reads an object of members that a message may have. The role
// is for one that does not say its own. Nil if r failed.
func ReadMessage(r *Reader, role Role) Message { return decoder{r}.message(role) }

// ReadBlock reads an object of members that a block may have. The type is
// for one that does not say its own. Nil if r failed.
func ReadBlock(r *Reader, blockType string) Block { return decoder{r}.block(blockType) }

// WriteMessage writes a message as conversation.json has it.
func WriteMessage(w *rawjson.Writer, m Message) { nativeEncoder(w).message(m) }

// WriteBlock writes a block as conversation.json has it.
func WriteBlock(w *rawjson.Writer, b Block) { nativeEncoder(w).block(b) }

func nativeEncoder(w *rawjson.Writer) encoder { return encoder{w, Dialect{Family: nativeFamily}} }
