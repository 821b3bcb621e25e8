// Package format is what authors of formats and of commands need beside the model in
// package conv: what a [Format] is and what it can hold, how an input is recognised,
// what servers require, and what an agent's sessions are.
//
// A user of the library who reads, edits or converts conversations does without it.
package format
