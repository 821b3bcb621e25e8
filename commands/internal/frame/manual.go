package frame

import "strings"

// Page is a page of the manual: what help says of a command or a topic, in parts.
type Page struct {
	Name    string // in one word: convo-tool-run
	Topic   bool   // it explains no command
	About   string
	Usage   string // "" of a topic
	Text    string
	Options []OptionGroup
}

// OptionGroup are flags that help shows together.
type OptionGroup struct {
	Name    string
	Options []Option
}

// Option is a flag.
type Option struct {
	Spellings []string // -f, --from
	Value     string   // as help names it, "" if it takes none
	About     string
}

// Manual are the pages of the manual, made of the text that help shows. The first
// is that of convo itself.
func (p *Program) Manual() []Page {
	overview := p.Overview()
	about, rest, _ := strings.Cut(strings.TrimPrefix(overview, "convo: "), "\n\nusage: ")
	usage, text, _ := strings.Cut(rest, "\n\n")
	pages := []Page{{Name: "convo", About: about, Usage: usage, Text: text}}
	for _, c := range p.Commands("") {
		name := "convo-" + strings.ReplaceAll(c.Name, " ", "-")
		pages = append(pages, Page{Name: name, About: c.Usage, Usage: c.UsageText, Text: c.Description, Options: optionGroups(c)})
	}
	for _, t := range p.Topics {
		pages = append(pages, Page{Name: "convo-" + t.Name, Topic: true, About: t.About, Text: t.Text()})
	}
	return pages
}
