// Package chat asks models: it finds whom to ask, sends the request, shows the
// answer as it comes, runs the tools that are called, and keeps what came.
package chat
