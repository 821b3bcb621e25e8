package commands

import (
	"slices"
	"strings"

	"convo/commands/internal/frame"
	"convo/providers"
	"convo/providers/catalog"
)

// variables are the environment variables that convo reads, but for those of
// vendors, in groups.
var variables = []struct {
	title string
	rows  [][2]string
}{
	{"convo's own", [][2]string{
		{"CONVO_MODEL", "the model of reply, unless -m or the conversation names one"},
		{"CONVO_MAX_USD", "the limit for a run of reply or cost; --max-usd can lower it"},
		{"CONVO_PRICES", "the FILE of --prices"},
		{"CONVO_CASSETTE", "the FILE of --cassette"},
		{"CONVO_CASSETTE_MODE", "the mode of --cassette-mode"},
		{"CONVO_OFFLINE", "never use the network, as --offline (not if it is 0 or false)"},
		{"CONVO_ERRORS", "the format of errors, as --errors: text or json"},
		{"CONVO_CONFIG", "the configuration FILE, see convo help keys"},
		{"SOURCE_DATE_EPOCH", "the time of what convo makes, in Unix seconds"},
		{"CONVO_TOOL_RUN", "set for tools, so that convo can end what they start"},
	}},
	{"terminal and programs", [][2]string{
		{"NO_COLOR", "no colors, unless --color always"},
		{"FORCE_COLOR", "use colors without a terminal, too (unless it is 0)"},
		{"TERM", "dumb: no colors; xterm-kitty: show draws images"},
		{"TERM_PROGRAM", "show draws images in ghostty, iTerm.app and WezTerm"},
		{"KITTY_WINDOW_ID", "the same for kitty"},
		{"TMUX", "show draws no images within tmux"},
		{"STY", "nor within screen"},
		{"COLUMNS", "the width of tables and of show (default: the terminal's)"},
		{"GOTRACEBACK", "if set, SIGQUIT prints what convo is doing, for bug reports"},
		{"PAGER", "the program that show writes to on a terminal (default: less; cat is none)"},
		{"LESS", "the flags of less (default: FRX)"},
		{"BROWSER", "the program that show --open opens pages with; %s is the page"},
		{"VISUAL", "the editor of prompt -e"},
		{"EDITOR", "the editor if VISUAL is not set"},
		{"PATH", "where tools (convo-tool-NAME) and filters are"},
	}},
	{"folders", [][2]string{
		{"HOME", "your home directory"},
		{"USERPROFILE", "on Windows, the same for the sessions of agents"},
		{"XDG_CONFIG_HOME", "the folder of convo/config.json (default: ~/.config)"},
		{"XDG_DATA_HOME", "the folder of convo/prices.json (default: ~/.local/share)"},
		{"AppData", "on Windows, the folder of convo\\config.json"},
		{"LocalAppData", "on Windows, the folder of convo\\prices.json"},
		{"TMPDIR", "the folder of temporary files (on Windows: TMP or TEMP)"},
	}},
	{"network", [][2]string{
		{"HTTPS_PROXY", "the proxy for https"},
		{"HTTP_PROXY", "the proxy for http"},
		{"NO_PROXY", "hosts to reach without a proxy"},
		{"SSL_CERT_FILE", "certificates to trust, not on Windows or macOS"},
		{"SSL_CERT_DIR", "folders of certificates to trust, in the same way"},
	}},
}

// environmentText lists all variables and what each is for.
func environmentText() string {
	var b strings.Builder
	b.WriteString(`convo reads these environment variables. A flag counts before a variable, and
so does the model that a conversation names. An empty variable is not set.
`)
	for _, group := range variables {
		b.WriteString("\n" + group.title + ":\n")
		frame.Columns(&b, group.rows)
	}
	b.WriteString("\nkeys and addresses of vendors (the first that is set counts):\n")
	frame.Columns(&b, vendorVariables())
	b.WriteString("\nsessions of agents (see convo help sessions):\n")
	frame.Columns(&b, agentVariables())
	b.WriteString(`
For -m ACME/MODEL with --base-url, the key is in ACME_API_KEY. See convo help
keys.

example:
  convo prompt "Hello." | CONVO_MODEL=echo: convo reply
`)
	return b.String()
}

// agentVariables are a row for each agent.
func agentVariables() (rows [][2]string) {
	for _, a := range providers.Agents() {
		var names []string
		for _, f := range a.Folders {
			names = append(names, f.Variable)
		}
		rows = append(rows, [2]string{a.Name, strings.Join(names, " ")})
	}
	return rows
}

// vendorVariables are a row for each vendor that has variables.
func vendorVariables() (rows [][2]string) {
	for _, name := range catalog.Vendors() {
		v, _, err := catalog.Find(name)
		if err != nil {
			continue
		}
		if names := slices.Concat(v.KeyVars, v.AddressVars()); len(names) > 0 {
			rows = append(rows, [2]string{name, strings.Join(names, " ")})
		}
	}
	return rows
}
