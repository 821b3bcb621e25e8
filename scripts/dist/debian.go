package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"convo/scripts/must"
)

// places are where a package for Debian installs what an archive has.
var places = map[string]string{
	"convo":                  "usr/bin/convo",
	"README.md":              "usr/share/doc/convo/README.md",
	"CHANGELOG.md":           "usr/share/doc/convo/CHANGELOG.md",
	"LICENSE":                "usr/share/doc/convo/copyright",
	"NOTICE":                 "usr/share/doc/convo/NOTICE",
	"completions/convo.bash": "usr/share/bash-completion/completions/convo",
	"completions/_convo":     "usr/share/zsh/vendor-completions/_convo",
	"completions/convo.fish": "usr/share/fish/vendor_completions.d/convo.fish",
}

// place is where a file of an archive is installed, "" for nowhere.
func place(file string) string {
	if strings.HasPrefix(file, "man/") {
		return "usr/share/" + file
	}
	return places[file]
}

// debian makes a package of what an archive has, where dpkg-deb is installed.
func (r *release) debian(dir, processor string) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		fmt.Fprintln(os.Stderr, "dist: no dpkg-deb: no package for Debian")
		return
	}
	root := filepath.Join(r.work, "deb-"+processor)
	for _, file := range below(dir) {
		to := place(file)
		if to == "" {
			continue
		}
		to = filepath.Join(root, to)
		put(to, must.Get(os.ReadFile(filepath.Join(dir, file))))
		must.Do(os.Chmod(to, os.FileMode(mode(file))))
	}
	put(filepath.Join(root, "DEBIAN", "control"), []byte(control(r.version, processor)))
	name := fmt.Sprintf("convo_%s_%s.deb", debianVersion(r.version), processor)
	fmt.Println("pack", name)
	cmd := exec.Command("dpkg-deb", "--root-owner-group", "-Zxz", "--build", root,
		filepath.Join(r.dir, name))
	cmd.Env = append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.at.Unix()))
	if out, err := cmd.CombinedOutput(); err != nil {
		must.Fail("%w: %s", err, out)
	}
}

// debianVersion sorts as the version does: that of a commit between two releases
// comes before the next release.
func debianVersion(version string) string {
	return strings.ReplaceAll(strings.Replace(version, "-", "~", 1), "-", ".")
}

func control(version, processor string) string {
	return "Package: convo\n" +
		"Version: " + debianVersion(version) + "\n" +
		"Architecture: " + processor + "\n" +
		"Maintainer: the convo authors <convo@users.noreply.github.com>\n" +
		"Section: utils\n" +
		"Priority: optional\n" +
		"Description: convert, extend, check and price conversations with language models\n" +
		" convo is to conversations with language models what pandoc is to documents.\n"
}
