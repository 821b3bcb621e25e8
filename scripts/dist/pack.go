package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// pack writes the files below a folder into an archive, as folder NAME/. The same
// files make the same bytes: they are in the order of their names, of one time and
// of no user.
func pack(archive, dir, name string, at time.Time) error {
	files, err := below(dir)
	if err != nil {
		return err
	}
	out, err := os.Create(archive)
	if err != nil {
		return err
	}
	defer out.Close()
	write := tarred
	if strings.HasSuffix(archive, ".zip") {
		write = zipped
	}
	if err := write(out, dir, name, files, at); err != nil {
		return err
	}
	return out.Close()
}

// below are the regular files below a folder, by their paths in it with slashes.
func below(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		files = append(files, filepath.ToSlash(rel))
		return err
	})
	slices.Sort(files)
	return files, err
}

// mode is that of a file in an archive: programs lie at the top.
func mode(file string) int64 {
	if file == "convo" || file == "convo.exe" {
		return 0o755
	}
	return 0o644
}

func tarred(out io.Writer, dir, name string, files []string, at time.Time) error {
	packed, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	w := tar.NewWriter(packed)
	for _, file := range files {
		data, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			return err
		}
		h := &tar.Header{Name: name + "/" + file, Mode: mode(file), Size: int64(len(data)), ModTime: at, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		if _, err := w.Write(data); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return packed.Close()
}

func zipped(out io.Writer, dir, name string, files []string, at time.Time) error {
	w := zip.NewWriter(out)
	for _, file := range files {
		data, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			return err
		}
		h := &zip.FileHeader{Name: name + "/" + file, Method: zip.Deflate, Modified: at.UTC()}
		h.SetMode(fs.FileMode(mode(file)))
		f, err := w.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := f.Write(data); err != nil {
			return err
		}
	}
	return w.Close()
}
