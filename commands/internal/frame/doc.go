// Package frame is the program around every command: its arguments, its help,
// its errors and exit codes, its signals, what it reads and what it writes.
//
// stdout is the product and nothing else; every message goes to stderr as
// "convo: PLACE: what", in lower case, with a hint as a second line. What is
// printed of names and keys from outside has its control characters removed.
// No escape sequence goes to a stream that is no terminal unless the user
// asks for it. Nothing waits without saying so.
package frame
