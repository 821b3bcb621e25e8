// Package prices finds what models cost: in the user's own table, in the one
// that convo models --refresh keeps, and in the one that is built in.
package prices
