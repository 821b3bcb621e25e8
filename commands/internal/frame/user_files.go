package frame

import "path/filepath"

// userFolder is a folder of the user's: below the directory that a variable
// names, or else at its usual place in HOME, or on Windows below the directory
// that another variable names.
type userFolder struct {
	variable string
	inHome   []string
	windows  string
}

var (
	settingsFolder = userFolder{"XDG_CONFIG_HOME", []string{".config"}, "AppData"}
	dataFolder     = userFolder{"XDG_DATA_HOME", []string{".local", "share"}, "LocalAppData"}
)

// SettingsFile is the file of the user's settings; "" is nowhere.
func (p *Program) SettingsFile() string {
	if name := p.Getenv("CONVO_CONFIG"); name != "" {
		return name
	}
	return p.userFile(settingsFolder, "config.json")
}

// DataFile is a file that convo keeps for the user; "" is nowhere.
func (p *Program) DataFile(name string) string { return p.userFile(dataFolder, name) }

func (p *Program) userFile(in userFolder, name string) string {
	dir := p.Getenv(in.variable)
	switch {
	case dir != "":
	case p.System == "windows":
		dir = p.Getenv(in.windows)
	case p.Getenv("HOME") != "":
		dir = filepath.Join(append([]string{p.Getenv("HOME")}, in.inHome...)...)
	}
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, "convo", name)
}

// Home is the user's home folder, "" if it is not known.
func (p *Program) Home() string {
	if home := p.Getenv("HOME"); home != "" || p.System != "windows" {
		return home
	}
	return p.Getenv("USERPROFILE")
}
