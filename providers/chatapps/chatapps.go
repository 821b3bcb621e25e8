// Package chatapps reads what chat applications export: SillyTavern, NextChat, Chatbox,
// Cherry Studio, LobeChat, TypingMind, Better ChatGPT, Chatbot UI, Big-AGI and Jan, and the
// extensions ChatGPT Exporter and Claude Exporter of browsers.
//
//	{"chat-next-web-store":{"sessions":[{"topic":"Tides","messages":[{"role":"user","content":"High water?"}]}]}}
//	{"__exported_items":["conversations"],"session:1":{"name":"Tides","messages":[{"role":"user","contentParts":[…]}]}}
//	{"indexedDB":{"topics":[{"id":"t","messages":[{"role":"user","blocks":["b"]}]}],"message_blocks":[{"id":"b","type":"main_text","content":"High water?"}]}}
//	{"name":"Kai","is_user":true,"mes":"High water?"}
//
// The rule of the room: one reader reads them all, since each has its own names for the same
// things. What it does not know stays with its message.
//
// The facts are those of the public sources of these applications and of programs that
// import such files.
package chatapps

import (
	"convo/conv/format"
	"convo/conv/record"
)

const family = "chat-apps"

var own = &record.Family{Name: family}

// Formats is the exports, which are only read.
func Formats() []format.Format {
	return []format.Format{{
		Name:    family,
		Family:  family,
		About:   "chats of SillyTavern and other apps",
		Unit:    format.SessionUnit,
		Members: []string{"data.json"}, // of Cherry Studio
		Detect: format.Shows(
			"mes is string & is_user", "messages[].role = Prompt|Response & messages[].say", "chat-next-web-store.sessions", "chat-sessions[].messages", "__exported_items", "data.chats[].messages[].role",
			"chats[].messages[].role & chats[].config", "version & history[].messages[].role", "indexedDB.topics[].messages",
			"conversations[].messages[].fragments", "messages[].fragments[].ft", "exportType & state.messages[].role",
			"data.messages[].role & data.sessions", "object = thread.message & content[].text.value",
		),
		Decode: decode,
	}}
}
