package main

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"slices"

	"convo/scripts/must"
)

// smaller writes a PNG with the 256 colours that most of its points are near to: a
// third of the size, and the same to the eye.
func smaller(file string) {
	f := must.Get(os.Open(file))
	picture, err := png.Decode(f)
	f.Close()
	must.Do(err)
	counts := map[color.RGBA]int{}
	bounds := picture.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			counts[coarse(picture.At(x, y))]++
		}
	}
	most := make([]color.RGBA, 0, len(counts))
	for c := range counts {
		most = append(most, c)
	}
	slices.SortFunc(most, func(a, b color.RGBA) int {
		if n := counts[b] - counts[a]; n != 0 {
			return n
		}
		return int(a.R)<<16 + int(a.G)<<8 + int(a.B) - int(b.R)<<16 - int(b.G)<<8 - int(b.B)
	})
	var palette color.Palette
	for _, c := range most[:min(256, len(most))] {
		palette = append(palette, c)
	}
	small := image.NewPaletted(bounds, palette)
	nearest := map[color.RGBA]uint8{}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			c := coarse(picture.At(x, y))
			at, ok := nearest[c]
			if !ok {
				at = uint8(palette.Index(c))
				nearest[c] = at
			}
			small.SetColorIndex(x, y, at)
		}
	}
	out := must.Get(os.Create(file))
	must.Do((&png.Encoder{CompressionLevel: png.BestCompression}).Encode(out, small))
	must.Do(out.Close())
}

// coarse leaves out the last bits of a colour.
func coarse(c color.Color) color.RGBA {
	r, g, b, _ := c.RGBA()
	part := func(v uint32) uint8 { return uint8(v>>8) | 3 }
	return color.RGBA{R: part(r), G: part(g), B: part(b), A: 255}
}
