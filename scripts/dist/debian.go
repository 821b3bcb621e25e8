package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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
func (r *release) debian(dir, processor string) error {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		fmt.Fprintln(os.Stderr, "dist: no dpkg-deb: no package for Debian")
		return nil
	}
	root := filepath.Join(r.work, "deb-"+processor)
	files, err := below(dir)
	if err != nil {
		return err
	}
	for _, file := range files {
		to := place(file)
		if to == "" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			return err
		}
		to = filepath.Join(root, to)
		if err := put(to, data); err != nil {
			return err
		}
		if err := os.Chmod(to, os.FileMode(mode(file))); err != nil {
			return err
		}
	}
	if err := put(filepath.Join(root, "DEBIAN", "control"), []byte(control(r.version, processor))); err != nil {
		return err
	}
	name := fmt.Sprintf("convo_%s_%s.deb", debianVersion(r.version), processor)
	fmt.Println("pack", name)
	cmd := exec.Command("dpkg-deb", "--root-owner-group", "-Zxz", "--build", root,
		filepath.Join(r.dir, name))
	cmd.Env = append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.at.Unix()))
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
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
