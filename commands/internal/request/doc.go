// Package request reads the flags about a request: its parameters, its tools and
// the schema of its answer.
package request
