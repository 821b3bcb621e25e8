// Package findings looks in conversations for what breaks a rule, for convo
// validate, and reports it in the form that was asked for.
package findings
