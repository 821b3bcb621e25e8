package pick

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"

	"convo/conv"
)

// Sum identifies what a model sees of a conversation. Conversations with one Sum are
// the same to it.
type Sum [16]byte

// Share is a number from 0 to 1, without 1, that is the same for the same Sum.
func (s Sum) Share() float64 {
	return float64(binary.BigEndian.Uint64(s[:])>>11) / (1 << 53)
}

// SumOf is the Sum of a conversation: of its instructions, tools, roles, content, calls
// and results. Ids, times, names of models, counts, parameters, signatures and messages
// that are no longer sent do not matter.
func SumOf(c *conv.Conversation) (s Sum) {
	d := digest{to: sha256.New(), calls: map[string]uint64{}}
	d.text("system", c.SystemPrompt)
	for i := range c.Tools {
		t := &c.Tools[i]
		d.text("tool", t.Name)
		d.text("description", t.Description)
		d.text("parameters", string(t.Parameters))
		d.text("definition", string(t.Raw))
	}
	for _, m := range conv.Active(c.Messages) {
		d.message(m)
	}
	d.flush()
	copy(s[:], d.to.Sum(nil))
	return s
}

// digest hashes texts, each with what it is and its length, so that no two lists of
// texts are the same bytes.
type digest struct {
	to    hash.Hash
	some  []byte
	calls map[string]uint64 // the numbers of calls, by their ids
	count uint64            // of calls
}

// digestSize is how many bytes go to the hash at once.
const digestSize = 4 << 10

func (d *digest) flush() {
	d.to.Write(d.some)
	d.some = d.some[:0]
}

func (d *digest) raw(s string) {
	for len(s) > 0 {
		n := min(len(s), max(digestSize-len(d.some), 1))
		d.some = append(d.some, s[:n]...)
		if s = s[n:]; len(d.some) >= digestSize {
			d.flush()
		}
	}
}

func (d *digest) number(n uint64) {
	d.some = binary.AppendUvarint(d.some, n)
}

func (d *digest) text(what, s string) {
	d.raw(what)
	d.number(uint64(len(s)))
	d.raw(s)
}

func (d *digest) message(m conv.Message) {
	switch m := m.(type) {
	case *conv.ToolResultMessage:
		d.text("role", string(conv.RoleToolResult))
		d.number(d.calls[m.ToolCallID])
		if m.IsError {
			d.raw("error")
		}
	case *conv.BranchSummary:
		d.text("summary", m.Summary)
	case *conv.CompactionSummary:
		d.text("summary", m.Summary)
	case *conv.UserMessage, *conv.AssistantMessage, *conv.SystemMessage:
		d.text("role", string(conv.RoleOf(m)))
	default:
		return // of a program, which no model sees
	}
	for b := range conv.BlocksOf(m) {
		d.block(b)
	}
}

func (d *digest) block(b conv.Block) {
	switch b := b.(type) {
	case *conv.TextContent:
		d.text("text", b.Text)
	case *conv.ThinkingContent:
		d.text("thinking", b.Thinking)
		if b.Redacted {
			d.text("redacted", b.ThinkingSignature)
		}
	case *conv.ToolCall:
		d.count++
		d.calls[b.ID] = d.count
		d.text("call", b.Name)
		arguments := string(b.Arguments)
		if b.ArgumentsText != nil && (arguments == "" || arguments == "{}") { // they are no JSON object
			arguments = *b.ArgumentsText
		}
		d.text("arguments", arguments)
	case *conv.Opaque:
		d.text(b.Family, string(b.Raw))
	default:
		media := conv.MediaOf(b)
		d.text("media", b.BlockType())
		for _, s := range []string{media.MIMEType, media.Data, media.URL, media.FileID, media.Text, media.Name} {
			d.text("", s)
		}
	}
}
