// Package chat asks models: it chooses the model, sends the request, shows the
// answer as it arrives, runs the tools that are called, and saves the answers.
package chat
