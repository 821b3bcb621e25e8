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

	"convo/scripts/must"
)

// pack writes the files below a folder into an archive, as folder NAME/. The same
// files make the same bytes: they are in the order of their names, of one time and
// of no user.
func pack(archive, dir, name string, at time.Time) {
	files := below(dir)
	out := must.Get(os.Create(archive))
	defer out.Close()
	write := tarred
	if strings.HasSuffix(archive, ".zip") {
		write = zipped
	}
	write(out, dir, name, files, at)
	must.Do(out.Close())
}

// below are the regular files below a folder, by their paths in it with slashes.
func below(dir string) (files []string) {
	must.Do(filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		files = append(files, filepath.ToSlash(rel))
		return err
	}))
	slices.Sort(files)
	return files
}

// mode is that of a file in an archive: programs lie at the top.
func mode(file string) int64 {
	if file == "convo" || file == "convo.exe" {
		return 0o755
	}
	return 0o644
}

func tarred(out io.Writer, dir, name string, files []string, at time.Time) {
	packed := must.Get(gzip.NewWriterLevel(out, gzip.BestCompression))
	w := tar.NewWriter(packed)
	for _, file := range files {
		data := must.Get(os.ReadFile(filepath.Join(dir, file)))
		h := &tar.Header{Name: name + "/" + file, Mode: mode(file), Size: int64(len(data)), ModTime: at, Format: tar.FormatUSTAR}
		must.Do(w.WriteHeader(h))
		must.Get(w.Write(data))
	}
	must.Do(w.Close())
	must.Do(packed.Close())
}

func zipped(out io.Writer, dir, name string, files []string, at time.Time) {
	w := zip.NewWriter(out)
	for _, file := range files {
		data := must.Get(os.ReadFile(filepath.Join(dir, file)))
		h := &zip.FileHeader{Name: name + "/" + file, Method: zip.Deflate, Modified: at.UTC()}
		h.SetMode(fs.FileMode(mode(file)))
		f := must.Get(w.CreateHeader(h))
		must.Get(f.Write(data))
	}
	must.Do(w.Close())
}
