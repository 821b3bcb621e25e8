package main

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
)

// shrink is how many pixels of a page become one of its picture: letters blur, so
// that another font of the same width is no change.
const shrink = 8

// far is the mean difference of two pictures, of 255, from which a page looks
// different.
const far = 6.0

// looks compares what the page looks like with the pictures of it.
func (t *test) looks(source string) error {
	if err := t.open("tide", source); err != nil {
		return err
	}
	for _, view := range []struct {
		name, medium, scheme string
		width                int
	}{
		{"light", "screen", "light", 1000}, {"dark", "screen", "dark", 1000}, {"narrow", "screen", "light", 360}, {"print", "print", "light", 800},
	} {
		t.page = "tide, " + view.name
		if err := t.screen(view.width); err != nil {
			return err
		}
		if err := t.media(view.medium, view.scheme); err != nil {
			return err
		}
		if err := t.looksLike("tide-" + view.name + ".png"); err != nil {
			return err
		}
	}
	return t.media("screen", "light")
}

func (t *test) looksLike(name string) error {
	var shot struct{ Data string }
	if err := t.do("Page.captureScreenshot", map[string]any{"format": "png"}, &shot); err != nil {
		return err
	}
	raw, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		return err
	}
	if t.full != "" {
		if err := os.WriteFile(filepath.Join(t.full, name), raw, 0o600); err != nil {
			return err
		}
	}
	full, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	have, file := smaller(full), filepath.Join(t.pictures, name)
	if t.update {
		var out bytes.Buffer
		if err := png.Encode(&out, have); err != nil {
			return err
		}
		return os.WriteFile(file, out.Bytes(), 0o644)
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		return err
	}
	d := distance(have, want)
	t.check(d < far, "looks different: by %.1f of 255 in the mean. Look at it, and then: make e2e-browser BROWSERFLAGS=-update", d)
	return nil
}

// smaller is a picture of which each pixel is the mean of a square.
func smaller(full image.Image) image.Image {
	size := full.Bounds().Size()
	small := image.NewRGBA(image.Rect(0, 0, size.X/shrink, size.Y/shrink))
	for y := range size.Y / shrink {
		for x := range size.X / shrink {
			var sum [3]uint32
			for dy := range shrink {
				for dx := range shrink {
					r, g, b, _ := full.At(x*shrink+dx, y*shrink+dy).RGBA()
					sum[0], sum[1], sum[2] = sum[0]+r>>8, sum[1]+g>>8, sum[2]+b>>8
				}
			}
			const n = shrink * shrink
			small.Set(x, y, color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 255})
		}
	}
	return small
}

// distance is the mean difference of two pictures of one size, 255 of others.
func distance(a, b image.Image) float64 {
	if a.Bounds() != b.Bounds() {
		return 255
	}
	sum, n := 0.0, 0
	size := a.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			r, g, b2, _ := a.At(x, y).RGBA()
			r2, g2, b3, _ := b.At(x, y).RGBA()
			for _, pair := range [][2]uint32{{r, r2}, {g, g2}, {b2, b3}} {
				sum += max(float64(pair[0]>>8)-float64(pair[1]>>8), float64(pair[1]>>8)-float64(pair[0]>>8))
				n++
			}
		}
	}
	return sum / float64(max(n, 1))
}
