package harness

import (
	"errors"
	"strings"
)

// A head keeps the beginning of what is written to it.
type head struct{ text strings.Builder }

const headBytes = 4 << 10

// Write implements io.Writer. It takes everything.
func (h *head) Write(p []byte) (int, error) {
	if room := headBytes - h.text.Len(); room > 0 {
		h.text.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

func (h *head) String() string { return strings.TrimSpace(h.text.String()) }

// err is the text as an error, or nil if there is none.
func (h *head) err() error {
	if text := h.String(); text != "" {
		return errors.New(text)
	}
	return nil
}
