package frame

import (
	"convo/conv/rawjson"
)

// Piece is a piece of input, by which offsets in it become places.
type Piece struct {
	File   string
	Block  rawjson.Block
	Opaque bool   // offsets in it mean nothing: it is an event stream
	Format string // that it is read as; "" if none is known
}

// Locator returns what turns offsets in the piece into places in the file.
func (v Piece) Locator() func(offset int) rawjson.Position {
	var in *rawjson.Locator
	return func(offset int) rawjson.Position {
		if v.Opaque {
			return rawjson.Position{}
		}
		if offset < 0 {
			return v.Start()
		}
		if in == nil {
			in = rawjson.NewLocator(v.Block.Data)
		}
		at := in.At(offset)
		if at.Line == 1 {
			at.Column += v.Block.Column - 1
		}
		at.Line += v.Block.Line - 1
		at.Pointer = v.Block.Pointer() + at.Pointer
		return at
	}
}

// Start is where the piece begins.
func (v Piece) Start() rawjson.Position {
	if v.Opaque {
		return rawjson.Position{}
	}
	return rawjson.Position{Line: v.Block.Line, Column: v.Block.Column, Pointer: v.Block.Pointer()}
}

// Failure makes a failure of an error that reading the piece gave.
func (v Piece) Failure(err error) *Failure {
	switch err := err.(type) {
	case *Failure:
		if err.File == "" {
			named := *err
			named.File, named.Place = v.File, v.Start()
			return &named
		}
		return err
	case *Invalid:
		return &Failure{Code: ExitInvalid, File: v.File, Place: v.Locator()(err.Offset), What: err.What, Hint: err.Hint}
	case *rawjson.Error:
		return &Failure{Code: ExitUnreadable, File: v.File, Place: v.Locator()(err.Offset), What: err.Msg, Hint: err.Hint, Format: v.Format}
	}
	f := &Failure{Code: ExitUnreadable, File: v.File, Place: v.Start(), What: err.Error()}
	if v.Opaque {
		f.Format = v.Format
	}
	return f
}

// Invalid is the error of a conversation that can be read, but is not what
// an operation needs it to be.
type Invalid struct {
	Offset int // of what is at fault, in the input; -1 if it is not known
	What   string
	Hint   string
}

func (e *Invalid) Error() string { return e.What }
