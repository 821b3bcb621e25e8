// Package aistudio reads prompts of Google AI Studio, which keeps each of them as a
// file in Google Drive.
//
//	{"runSettings":{"model":"models/gemini-3-pro"},"systemInstruction":{"text":"Be brief."},"chunkedPrompt":{"chunks":[
//	 {"text":"When is high water?","role":"user","tokenCount":5},
//	 {"text":"The tables say…","role":"model","isThought":true},
//	 {"text":"At 14:20.","role":"model","finishReason":"STOP"}],"pendingInputs":[]}}
//
// The rule of the room: a chunk is a block. Chunks of one role that follow each other
// are a message, and one with a finish reason ends an answer.
//
// The facts are those of public readers of such files.
package aistudio

import "convo/conv/format"

const family = "ai-studio"

// Formats is the prompt, which is only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:   family,
		Family: family,
		About:  "prompts of Google AI Studio",
		Detect: detect,
		Decode: decode,
	}}
}

// detect knows a prompt by the field around its chunks.
func detect(p *format.Probe) format.Grade {
	return format.OwnIf(p.IsJSON() && p.Shows("chunkedPrompt"))
}
