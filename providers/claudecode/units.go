package claudecode

import (
	"slices"
	"strings"

	"convo/conv"
	"convo/conv/rawjson"
)

// unit is the lines that are one message.
type unit struct {
	of    kind
	lines []int // indexes in the part
}

type kind int

const (
	other      kind = iota // a line that no model sees
	said                   // of the user, or results
	answer                 // a line for each block
	compaction             // the boundary and the summary
	queued                 // a prompt that is only in the queue
	filed                  // a file that a prompt names
	value                  // no object
)

// units groups the lines of a part into messages, in the order of the file. An
// answer stands where its first line does.
func (p *part) units(prompts map[int]bool) []unit {
	all := make([]unit, 0, len(p.lines))
	single := make([]int, len(p.lines)) // memory for units of one line
	answers, taken := map[sentKey]int{}, map[int]bool{}
	for i, l := range p.lines {
		single[i] = i
		u := unit{other, single[i : i+1 : i+1]}
		reads := l.isMessage() && (l.content == rawjson.String || l.content == rawjson.Array)
		switch {
		case taken[i]:
			continue
		case l.kind == "assistant" && reads && l.role == "assistant":
			u.of = answer
			key := sentKey{l.key(), l.active}
			if at, ok := answers[key]; ok && l.id != "" {
				all[at].lines = append(all[at].lines, i)
				continue
			}
			answers[key] = len(all)
		case l.kind == "user" && reads && l.role == "user":
			u.of = said
		case l.isBoundary() && !l.duplicate:
			if next := p.summary(i); next > 0 {
				u = unit{compaction, []int{i, next}}
				taken[next] = true
			}
		case prompts[i]:
			u.of = queued
		case l.isFile():
			u.of = filed
		case l.bare:
			u.of = value
		}
		all = append(all, u)
	}
	return all
}

// sentKey keeps the lines of an answer apart that are not sent.
type sentKey struct {
	answerKey
	sent bool
}

// summary returns the index of the summary that follows a boundary, 0 if none does.
func (p *part) summary(boundary int) int {
	for i := boundary + 1; i < len(p.lines); i++ {
		l := p.lines[i]
		if l.uuid == "" || l.duplicate {
			continue
		}
		if l.summary && l.isMessage() && l.text >= 0 && l.parent == p.lines[boundary].uuid {
			return i
		}
		return 0
	}
	return 0
}

// place says where a line stands in the file, for one that does not follow the
// line before it in its message.
type place struct {
	after string // id of the last line before it that has one
	skip  int    // lines without an id in between
}

// places returns the places of the later lines of answers and compactions.
func (p *part) places(all []unit) map[int]place {
	out := map[int]place{}
	before := make([]place, len(p.lines))
	var now place
	for i, l := range p.lines {
		if before[i] = now; l.uuid != "" && !l.duplicate {
			now = place{after: l.uuid}
		} else {
			now.skip++
		}
	}
	for _, u := range all {
		for k := 1; k < len(u.lines); k++ {
			at := before[u.lines[k]]
			if prev := p.lines[u.lines[k-1]]; at.after != prev.uuid || at.skip > 0 {
				out[u.lines[k]] = at
			}
		}
	}
	return out
}

// isInjected reports whether nobody typed a text of the user: the program wrote
// it.
func isInjected(text string) bool {
	return slices.ContainsFunc(injectedStarts, func(start string) bool { return strings.HasPrefix(text, start) })
}

var injectedStarts = []string{
	"<command-name>", "<command-message>", "<local-command-", "<bash-stdout>", "<bash-stderr>", "<task-notification>",
	"<system-reminder>", "[Request interrupted by user", "Caveat: The messages below were generated",
	"<teammate-message ", "<cross-session-message ", "Another Claude session sent a message:",
}

// isOfProgram reports whether the origin of a line says that another than a person
// wrote it.
func isOfProgram(origin string) bool {
	return slices.Contains([]string{"task-notification", "peer", "coordinator", "auto-continuation"}, origin)
}

// textOf is the text by which a message of the user is judged.
func textOf(m *conv.UserMessage) string {
	if len(m.Content) != 1 {
		return ""
	}
	if t, ok := m.Content[0].(*conv.TextContent); ok {
		return t.Text
	}
	return ""
}
