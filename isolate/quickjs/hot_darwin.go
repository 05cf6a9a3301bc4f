package quickjs

import "errors"

// written can't be told on darwin.
func (m *mappedMemory) written(uint32) ([]uint32, error) { return nil, errors.ErrUnsupported }

// heat does nothing: darwin has no such advice.
func (m *mappedMemory) heat([]hotRange) {}
