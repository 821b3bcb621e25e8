package commands

import (
	"fmt"
	"runtime/debug"
	"strings"

	"convo/commands/internal/frame"

	"github.com/urfave/cli/v2"
)

// versionCommand prints what the build knows of itself.
func versionCommand(p *frame.Program) *cli.Command {
	return &cli.Command{
		Name:      "version",
		Usage:     "print the version, its commit and its date",
		UsageText: "convo version",
		Description: `Prints the version of convo, and the commit, its date, the version of Go and
the system, if they are known. convo --version prints version, commit and date
on one line.

examples:
  convo version
  convo version | head -n 1`,
		Flags: frame.MessageFlags(),
		Action: action(p, func(p *frame.Program, flags *frame.Flags) error {
			if flags.NArg() > 0 {
				return frame.UsageError("version takes no arguments")
			}
			info, _ := debug.ReadBuildInfo()
			return p.Show(versionText(frame.Version(), info))
		}),
	}
}

// versionText is a version with what its build recorded; nil is nothing.
func versionText(version string, info *debug.BuildInfo) string {
	said := map[string]string{}
	if info != nil {
		for _, s := range info.Settings {
			said[s.Key] = s.Value
		}
		said["go"] = info.GoVersion
	}
	if said["vcs.modified"] == "true" {
		said["vcs.revision"] += " with changes"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "convo %s\n", version)
	for _, row := range [][2]string{
		{"commit", said["vcs.revision"]},
		{"date", said["vcs.time"]},
		{"go", said["go"]},
		{"system", strings.Trim(said["GOOS"]+"/"+said["GOARCH"], "/")},
	} {
		if row[1] != "" {
			fmt.Fprintf(&b, "%-7s %s\n", row[0], row[1])
		}
	}
	return b.String()
}
