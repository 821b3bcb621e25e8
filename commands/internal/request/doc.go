// Package request reads what flags say of a request: its parameters, its tools
// and the schema of its answer.
package request
