package view

import (
	"strings"

	"convo/conv"
)

// RepositoryOf is the address of the GitHub repository that git named in the output of
// commands: https://github.com/owner/name. It is "" if git named none, or several.
func RepositoryOf(c *conv.Conversation) string {
	home := ""
	_, calls := ResultsOf(c)
	for i, m := range c.Messages {
		result, ok := m.(*conv.ToolResultMessage)
		if call := calls[i]; !ok || call == nil || KindOf(call) != Shell {
			continue
		}
		for _, b := range result.Content {
			text, ok := b.(*conv.TextContent)
			if !ok || !strings.Contains(text.Text, "github.com") {
				continue
			}
			for line := range strings.Lines(text.Text) {
				switch named := remoteIn(line); {
				case named == "":
				case home == "":
					home = named
				case home != named:
					return ""
				}
			}
		}
	}
	return home
}

// remoteIn is the repository that a line of git names: "To github.com:owner/name.git" of
// push, "From …" of fetch, "origin … (push)" of remote -v.
func remoteIn(line string) string {
	words := strings.Fields(line)
	switch {
	case len(words) == 2 && (words[0] == "To" || words[0] == "From"):
	case len(words) == 3 && (words[2] == "(push)" || words[2] == "(fetch)"):
	default:
		return ""
	}
	before, path, ok := strings.Cut(words[1], "github.com")
	if !ok || before != "" && !strings.HasSuffix(before, "@") && !strings.HasSuffix(before, "//") || path == "" || path[0] != ':' && path[0] != '/' {
		return ""
	}
	owner, name, _ := strings.Cut(strings.TrimSuffix(path[1:], "/"), "/")
	name = strings.TrimSuffix(name, ".git")
	if !isName(owner) || !isName(name) {
		return ""
	}
	return "https://github.com/" + owner + "/" + name
}

// isName reports whether GitHub would call an owner or a repository so.
func isName(s string) bool {
	return strings.Trim(s, ".") != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == ""
}
