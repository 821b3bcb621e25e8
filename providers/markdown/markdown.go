// Package markdown reads and writes conversations as Markdown that people read
// on a terminal and review in a pull request, without losing anything.
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
// The rule of the room: what Markdown can show is written once, as Markdown.
// All else is fields of conversation.json, in a comment after the heading or
// block that they belong to. Some comments repeat a shown text exactly. They
// count only while both agree, so an edit by hand wins. A line of a text that
// looks like markup gets a backslash. A comment without a type adds fields to
// the block before it. A comment with a type is a block of its own.
//
// Comments are optional: headings and text, written by hand, are enough.
package markdown

import (
	"strings"

	"convo/conv/format"
	"convo/conv/view"
)

const family = "markdown"

// Formats is markdown.
func Formats() []format.Format {
	native := format.Native()
	return []format.Format{{
		Name:         "markdown",
		Family:       native.Family, // it holds all fields of conversation.json
		About:        "Markdown to read and edit; nothing is lost",
		Unit:         format.SessionUnit,
		Capabilities: holds(),
		Separator:    "\n",
		Shared:       true,
		Detect:       detect,
		Decode:       decode,
		Write:        write,
		Options:      append([]format.Option{metaOption(), shareOption()}, view.Options(withoutComments)...),
	}}
}

// holds is everything but messages that are no longer sent.
func holds() format.Capabilities {
	h := format.NativeCapabilities()
	h.Features &^= format.Trees
	return h
}

// metaOption chooses whether comments keep what Markdown does not show.
func metaOption() format.Option {
	return format.Option{
		Name:  "meta",
		About: "keep hidden fields in comments; with - leave them out (on)",
		Set: func(f *format.Format, on bool) {
			if on && f.Brief {
				*f = Formats()[0]
			}
			if !on {
				withoutComments(f)
			}
		},
	}
}

// withoutComments makes the variant that shows all that it writes.
func withoutComments(f *format.Format) {
	if f.Brief {
		return
	}
	f.Family, f.Capabilities, f.Reduce = family, shownHolds, reduce
	f.Write, f.Brief = writeShown, true
	f.About = "Markdown to read and edit, without comments"
}

// shownHolds is what is shown: in headings, text, fences and links.
var shownHolds = format.Capabilities{
	User: shownBlocks &^ answerBlocks, System: format.TextBlock,
	Assistant: format.TextBlock | format.ImageBlock | format.AudioBlock | answerBlocks, ToolResult: shownBlocks &^ answerBlocks,
	Image: linked, Audio: linked, Video: linked, Document: linked | format.TextSource,
	Thinking: format.NoSignature,
	Features: format.SystemPrompt | format.Developer | format.ErrorFlags | format.ToolNames | format.DocumentID | format.DocumentTitle |
		format.RedactedThinking | format.RedactedTexts | format.ArgumentTexts | format.BrokenArguments |
		format.BlockOrder | format.CustomMessages | format.Summaries | format.BranchSummaries | format.LocalFiles,
	Params: format.Model,
}

const (
	answerBlocks = format.ThinkingBlock | format.ToolCallBlock
	shownBlocks  = format.TextBlock | format.ImageBlock | format.AudioBlock | format.VideoBlock | format.DocumentBlock | answerBlocks
	linked       = format.DataSource | format.URLSource | format.MediaName
)

// detect recognizes a front matter with the field convo, and a heading of a
// message with a comment of convo. Other Markdown is read only with -f
// markdown.
func detect(p *format.Probe) format.Grade {
	if p.Form != format.FormText {
		return format.No
	}
	first, rest, _ := strings.Cut(p.Text, "\n")
	if isRule(first) {
		for line := range strings.SplitSeq(rest, "\n") {
			if isRule(line) {
				return format.No
			}
			if strings.HasPrefix(line, versionKey) {
				return format.OwnIf(p.Shows(`"` + first))
			}
		}
	}
	second, _, _ := strings.Cut(rest, "\n")
	_, ok := parseHeading(first)
	return format.OwnIf(ok && isComment(second) && p.Shows(`"`+first))
}
