// Package pipe takes conversations through a command: it opens what is read,
// finds out the format, changes each conversation as the flags say, fits it
// into the format that is written, and writes it, in order and on all cores.
package pipe
