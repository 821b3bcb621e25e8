// Package meter adds up tokens and costs of answers for convo cost, and
// estimates the next call.
package meter
