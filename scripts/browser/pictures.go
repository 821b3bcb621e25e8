package main

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"

	"convo/scripts/must"
)

// shrink is how many pixels of a page become one of its picture: letters blur, so
// that another font of the same width is no change.
const shrink = 8

// far is the mean difference of two pictures, of 255, from which a page looks
// different.
const far = 6.0

// looks compares what the page looks like with the pictures of it.
func (t *test) looks(source string) {
	t.open("tide", source)
	for _, view := range []struct {
		name, medium, scheme string
		width                int
	}{
		{"light", "screen", "light", 1000}, {"dark", "screen", "dark", 1000}, {"narrow", "screen", "light", 360}, {"print", "print", "light", 800},
	} {
		t.page = "tide, " + view.name
		t.screen(view.width)
		t.media(view.medium, view.scheme)
		t.looksLike("tide-" + view.name + ".png")
	}
	t.media("screen", "light")
}

func (t *test) looksLike(name string) {
	var shot struct{ Data string }
	t.do("Page.captureScreenshot", map[string]any{"format": "png"}, &shot)
	raw := must.Get(base64.StdEncoding.DecodeString(shot.Data))
	if t.full != "" {
		must.Do(os.WriteFile(filepath.Join(t.full, name), raw, 0o600))
	}
	full := must.Get(png.Decode(bytes.NewReader(raw)))
	have, file := smaller(full), filepath.Join(t.pictures, name)
	if t.update {
		var out bytes.Buffer
		must.Do(png.Encode(&out, have))
		must.Do(os.WriteFile(file, out.Bytes(), 0o644))
		return
	}
	f := must.Get(os.Open(file))
	defer f.Close()
	want := must.Get(png.Decode(f))
	d := distance(have, want)
	t.check(d < far, "looks different: by %.1f of 255 in the mean. Look at it, and then: make e2e-browser BROWSERFLAGS=-update", d)
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
