package rawjson

import (
	"errors"
	"fmt"
)

// Placed returns the error of reading data, after the path of its place there.
func Placed(data []byte, err error) error {
	var broken *Error
	if !errors.As(err, &broken) {
		return err
	}
	if path := NewLocator(data).At(broken.Offset).Path(); path != "" {
		return fmt.Errorf("%s: %w", path, err)
	}
	return err
}
