package conv

import "convo/conv/rawjson"

// The parts of conversation.json on their own, for formats that write some fields
// of a node in their own way and keep the others as JSON. What reads takes the family
// of its Reader, in any dialect.

// ReadHead reads an object with fields that the document may have.
func (Dialect) ReadHead(r *Reader) *Conversation {
	c, _ := decoder{r}.document()
	return c
}

// ReadMessage reads an object with fields that a message may have. role is the
// default if the message has none. It returns nil if r failed.
func (Dialect) ReadMessage(r *Reader, role Role) Message { return decoder{r}.message(role) }

// ReadBlock reads an object with fields that a block may have. The type is the
// default if the block has none. It returns nil if r failed.
func (Dialect) ReadBlock(r *Reader, blockType string) Block { return decoder{r}.block(blockType) }

// ReadHeadMember reads the value of a field of a document other than its messages
// and its name. A session keeps these in its first line.
func (Dialect) ReadHeadMember(r *Reader, c *Conversation, key string) { decoder{r}.head(c, key) }

// ReadContent reads the content of a user message: a string or blocks.
func (Dialect) ReadContent(r *Reader) []UserContent { return blocks[UserContent](decoder{r}, RoleUser) }

// ReadUsage reads a usage; null is nil.
func (Dialect) ReadUsage(r *Reader) *Usage {
	if d := (decoder{r}); !d.null() {
		return d.usage()
	}
	return nil
}

// ReadMeta reads the value of a field that every message may have. It keeps an
// unknown field as residue. It does not read the id and the time.
func (Dialect) ReadMeta(r *Reader, m *Meta, key string) {
	switch key {
	case "name":
		m.Name = r.Str()
	case "group":
		m.Group = r.Str()
	case "encryptedValue":
		m.EncryptedValue = r.Str()
	default:
		if d := (decoder{r}); !d.place(m, key) {
			d.member(&m.Node, key)
		}
	}
}

// WriteHead writes the fields of a document other than its messages and its name
// into the open object. [Dialect.ReadHeadMember] reads them.
func (d Dialect) WriteHead(w *rawjson.Writer, c *Conversation) {
	e := encoder{out: w, Dialect: d}
	e.prompt(c)
	e.rest(c)
}

// WriteMessage writes one message.
func (d Dialect) WriteMessage(w *rawjson.Writer, m Message) {
	encoder{out: w, Dialect: d}.message(m)
}

// WriteBlock writes one block.
func (d Dialect) WriteBlock(w *rawjson.Writer, b Block) {
	encoder{out: w, Dialect: d}.block(b)
}

// WriteContent writes the content of a user message as a field of the open
// object.
func (d Dialect) WriteContent(w *rawjson.Writer, blocks []UserContent) {
	content(encoder{out: w, Dialect: d}, blocks)
}

// WriteUsage writes a usage as a field of the open object; nil writes nothing.
func (d Dialect) WriteUsage(w *rawjson.Writer, u *Usage) {
	if u != nil {
		w.Key("usage")
		encoder{out: w, Dialect: d}.usage(u)
	}
}

// WriteMeta writes the fields that [Dialect.ReadMeta] reads.
func (d Dialect) WriteMeta(w *rawjson.Writer, m *Meta, except ...string) {
	w.OptField("name", m.Name)
	w.OptField("group", m.Group)
	w.OptField("encryptedValue", m.EncryptedValue)
	e := encoder{out: w, Dialect: d}
	e.place(m)
	e.residue(&m.Node, except...)
}
