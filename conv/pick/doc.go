// Package pick chooses among conversations: it says which are the same to a model, and
// which of them a condition of convo transform --where holds for.
//
// The rule of the room: it looks at one conversation at a time and changes none. Who
// counts them, remembers them or leaves them out is somebody else.
package pick
