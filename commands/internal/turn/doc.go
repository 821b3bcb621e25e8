// Package turn is the message that convo prompt adds to a conversation: its
// text, its files, and what is recorded around it.
package turn
