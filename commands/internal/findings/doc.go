// Package findings checks conversations against rules for convo validate, and
// reports what it finds in several formats.
package findings
