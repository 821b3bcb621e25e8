package chat

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"convo/commands/internal/frame"
	"convo/conv/rawjson"
	"convo/providers"
)

// builtIn is the model of a name that needs no server: script:FILE or echo:.
// nil is a name of another kind. A document may not choose one: a name of
// its could make convo read any file.
func builtIn(name, from string) (*providers.Callee, error) {
	file, isScript := strings.CutPrefix(name, "script:")
	switch {
	case !isScript && name != "echo:":
		return nil, nil
	case unchosen(name, from) != nil:
		return nil, unchosen(name, from)
	case !isScript:
		return &providers.Callee{Provider: "echo", Model: name, Own: providers.Echo{}}, nil
	case file == "":
		return nil, frame.UsageError("%s: script: needs a file", from).WithHint("use -m script:FILE; see convo help script")
	}
	s, err := readScript(file)
	if err != nil {
		return nil, err
	}
	return &providers.Callee{Provider: "script", Model: "script:" + filepath.Base(file), Own: s}, nil
}

// unchosen is the failure of a name that only who calls may choose, and that
// something else chose; nil: it did not.
func unchosen(name, from string) error {
	switch from {
	case "-m", "--fallback", "CONVO_MODEL":
		return nil
	}
	return frame.UsageError("%s: %s must be chosen with -m, --fallback or CONVO_MODEL", from, name).WithHint("use -m %s", name)
}

func readScript(file string) (*providers.Script, error) {
	data, err := frame.BytesOf(file)
	if err != nil {
		return nil, err
	}
	s, err := providers.ReadScript(filepath.Base(file), data)
	var broken *rawjson.Error
	switch {
	case errors.As(err, &broken):
		return nil, frame.InFile(file, data, broken)
	case err != nil:
		return nil, err
	}
	s.Wait = pause
	return s, nil
}

// pause passes a time, or less if ctx ends.
func pause(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
