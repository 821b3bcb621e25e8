// Package commands is the command line, and the only room with flags,
// streams, a terminal and exit codes.
//
// stdout is the product and nothing else; every message goes to stderr as
// "convo: PLACE: what", in lower case, with a hint as a second line. What is
// printed of names and keys from outside has its control characters removed.
// No escape sequence goes to a stream that is no terminal unless the user
// asks for it. Nothing waits without saying so.
//
//	app.go       the program: its streams, its commands, the way out
//	argv.go      the command line in the order that the library wants
//	io.go        what is read: operands, stdin, files in place
//	output.go    what is written: stdout, files beside and renamed
//	pipeline.go  blocks of input through workers, in order
//	transform.go, formats.go, models.go, help.go: one command each
package commands
