// Package turn is what convo prompt adds to a conversation: a message with its
// text and files, and settings of the request.
package turn
