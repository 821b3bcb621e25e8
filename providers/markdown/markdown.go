// Package markdown reads and writes conversations as Markdown that people
// read on a terminal and review in a pull request, without losing anything.
//
// A front matter begins a conversation and a level-2 heading each message:
//
//	---
//	convo: 1
//	---
//
//	## user
//
//	How warm is it in Oslo?
//
//	## assistant
//	<!-- convo: {"model":"m-1"} -->
//
//	```json tool-call id=call_1 name=weather
//	{"city":"Oslo"}
//	```
//
//	## tool: weather (call_1)
//
//	```
//	12 degrees
//	```
//
// The rule of the room: what can be shown is shown, and only there; what
// cannot stands as members of conversation.json in a comment behind the
// heading or block that it belongs to. Where a comment says again what is
// shown, to the letter, it counts only as long as the two agree: an edit by
// hand wins. A line of a text that looks like one of ours has a backslash
// before it. A comment without a type adds to what stands before it; one with
// a type is a block by itself.
//
// The reader needs no comments: headings and text, written by hand, will do.
package markdown

import (
	"strings"

	"convo/conv"
)

const family = "markdown"

// Formats is markdown.
func Formats() []conv.Format {
	native := conv.Native()
	return []conv.Format{{
		Name:    "markdown",
		Family:  native.Family, // it speaks of everything that conversation.json does
		About:   "Markdown to read and edit; nothing is lost",
		Unit:    conv.SessionUnit,
		Holds:   native.Holds,
		Between: "\n",
		Detect:  detect,
		Decode:  decode,
		Write:   write,
		Options: []conv.Option{metaOption()},
	}}
}

// metaOption chooses whether comments carry what Markdown does not show.
func metaOption() conv.Option {
	return conv.Option{
		Name:  "meta",
		About: "write what Markdown does not show in comments; with - leave it out (on)",
		Set: func(f *conv.Format, on bool) {
			*f = Formats()[0]
			if !on {
				f.Family, f.Holds, f.Reduce = family, shownHolds, reduce
				f.Write, f.Brief = writeShown, true
				f.About = "Markdown to read and edit, without comments"
			}
		},
	}
}

// shownHolds is what stands in the open: what headings, text, fences and links
// say.
var shownHolds = conv.Holds{
	User: shownBlocks &^ answerBlocks, System: conv.TextBlock,
	Assistant: conv.TextBlock | answerBlocks, ToolResult: shownBlocks &^ answerBlocks,
	Image: linked, Audio: linked, Video: linked, Document: linked | conv.TextSource,
	Thinking: conv.NoSignature,
	Features: conv.SystemPrompt | conv.Developer | conv.ErrorFlags | conv.ToolNames | conv.DocumentID | conv.DocumentTitle |
		conv.RedactedThinking | conv.RedactedTexts | conv.ArgumentTexts | conv.BrokenArguments |
		conv.BlockOrder | conv.CustomMessages | conv.Summaries | conv.LocalFiles,
	Params: conv.Model,
}

const (
	answerBlocks = conv.ThinkingBlock | conv.ToolCallBlock
	shownBlocks  = conv.TextBlock | conv.ImageBlock | conv.AudioBlock | conv.VideoBlock | conv.DocumentBlock | answerBlocks
	linked       = conv.DataSource | conv.URLSource | conv.MediaName
)

// detect knows a front matter that says convo, and a heading of ours with a
// comment of ours. Other Markdown is read only where it is said to be one.
func detect(p *conv.Probe) conv.Grade {
	if p.Form != conv.FormText {
		return conv.No
	}
	first, rest, _ := strings.Cut(p.Text, "\n")
	if isRule(first) {
		for line := range strings.SplitSeq(rest, "\n") {
			if isRule(line) {
				return conv.No
			}
			if strings.HasPrefix(line, versionKey) {
				return conv.OwnIf(p.Shows(`"` + first))
			}
		}
	}
	second, _, _ := strings.Cut(rest, "\n")
	_, ok := parseHeading(first)
	return conv.OwnIf(ok && isComment(second) && p.Shows(`"`+first))
}
