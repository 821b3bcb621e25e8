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

func nativeEncoder(w *rawjson.Writer) encoder { return encoder{w, Dialect{Family: NativeFamily}} }

// ReadHeadMember reads the value of a member of a document that is neither
// its messages nor its name: what a session has room for in its first line.
func ReadHeadMember(r *Reader, c *Conversation, key string) { decoder{r}.head(c, key) }

// ReadContent reads what may stand in a user message: a string or blocks.
func ReadContent(r *Reader) []UserContent { return blocks[UserContent](decoder{r}, RoleUser) }

// ReadUsage reads a usage; null is nil.
func ReadUsage(r *Reader) *Usage {
	if d := (decoder{r}); !d.null() {
		return d.usage()
	}
	return nil
}

// ReadMeta reads the value of a member that every message may have, or of one
// that convo does not know, which is kept. The id and the time are not among
// them.
func ReadMeta(r *Reader, m *Meta, key string) {
	switch key {
	case "name":
		m.Name = r.Str()
	case "group":
		m.Group = r.Str()
	case "encryptedValue":
		m.EncryptedValue = r.Str()
	default:
		decoder{r}.member(&m.Node, key)
	}
}

// WriteHead writes the members of a document that are neither its messages
// nor its name into the object that is open; [ReadHeadMember] reads them.
func (d Dialect) WriteHead(w *rawjson.Writer, c *Conversation) {
	e := encoder{w, d}
	e.prompt(c)
	e.rest(c)
}

// WriteMessage writes one message.
func (d Dialect) WriteMessage(w *rawjson.Writer, m Message) { encoder{w, d}.message(m) }

// WriteContent writes the content of a user message as a member of the object
// that is open.
func (d Dialect) WriteContent(w *rawjson.Writer, blocks []UserContent) {
	content(encoder{w, d}, blocks)
}

// WriteUsage writes a usage as a member of the object that is open; nil is
// none.
func (d Dialect) WriteUsage(w *rawjson.Writer, u *Usage) {
	if u != nil {
		w.Key("usage")
		encoder{w, d}.usage(u)
	}
}

// WriteMeta writes the members that [ReadMeta] reads.
func (d Dialect) WriteMeta(w *rawjson.Writer, m *Meta, except ...string) {
	w.OptField("name", m.Name)
	w.OptField("group", m.Group)
	w.OptField("encryptedValue", m.EncryptedValue)
	encoder{w, d}.residue(&m.Node, except...)
}
