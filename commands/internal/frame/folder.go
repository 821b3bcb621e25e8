package frame

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// filesBelow replaces each folder by the files in it and below it, in the order
// of their names. Hidden files, links and what is not a regular file are left
// out, as other programs do.
func filesBelow(operands []string) (names []string, err error) {
	for _, name := range operands {
		info, err := os.Stat(name)
		if name == "-" || err != nil || !info.IsDir() {
			names = append(names, name) // reading it tells what is wrong
			continue
		}
		found, err := filesIn(name)
		if err != nil {
			return nil, FileFailure(ExitUnreadable, name, err)
		}
		if found == nil {
			return nil, &Failure{Code: ExitUnreadable, File: name, What: "has no files"}
		}
		names = append(names, found...)
	}
	return names, nil
}

// filesIn lists the files of a folder.
func filesIn(folder string) (names []string, err error) {
	root := followed(folder) // a walk does not begin at a link
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name != root && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
		case d.Type().IsRegular():
			below, err := filepath.Rel(root, name)
			if err != nil {
				return err
			}
			names = append(names, filepath.Join(folder, below))
		}
		return nil
	})
	return names, err
}

// JSONFiles lists the JSON and JSON Lines files below a folder, by their paths in
// it, with slashes. It follows no link: those are passed to odd, as is what cannot
// be read.
func JSONFiles(folder string, odd func(name, why string)) (names []string, err error) {
	info, err := os.Stat(folder)
	if err != nil {
		return nil, FileFailure(ExitUnreadable, folder, err)
	}
	if !info.IsDir() {
		return nil, &Failure{Code: ExitUsage, File: folder, What: "is not a folder"}
	}
	root := followed(folder)
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		ending := filepath.Ext(name)
		switch {
		case err != nil:
			odd(name, FileFailure(ExitUnreadable, "", err).What)
		case ending != ".json" && ending != ".jsonl":
		case d.Type()&fs.ModeSymlink != 0:
			odd(name, "is a link, which convo does not follow here")
		case d.Type().IsRegular():
			rel, err := filepath.Rel(root, name)
			if err != nil {
				return err
			}
			names = append(names, filepath.ToSlash(rel))
		}
		return nil
	})
	return names, err
}
