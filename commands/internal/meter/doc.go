// Package meter adds up for convo cost what answers used and what that costs,
// and estimates the next call.
package meter
