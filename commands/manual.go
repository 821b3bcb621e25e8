package commands

import "convo/commands/internal/frame"

// Page is a page of the manual.
type Page = frame.Page

// Manual are the pages of the manual, for the program that writes them.
func Manual() []Page {
	p := frame.Process()
	equip(p)
	return p.Manual()
}
