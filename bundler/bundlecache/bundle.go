package bundlecache

import (
	"encoding/binary"
	"encoding/json"
	"errors"

	"example.com/thaw/bundler"
)

// A head is what is kept of a bundle beside its texts. The wrangler config is read
// again: the record holds that it is the same.
type head struct {
	Name     string
	Module   bool
	Form     bundler.Form
	Exports  []string
	Modules  []bundler.Module
	SHA256   string
	Warnings []bundler.Warning
	Inputs   []string
	Root     string
	Config   string // path, or ""
	HasMap   bool   // it has an entry of its own
	Sizes    [2]int // of code and metafile, in bytes
}

// encodeBundle is the head's length, the head as JSON, and the texts.
func encodeBundle(b *bundler.Bundle) ([]byte, error) {
	h := head{
		b.Name, b.Module, b.Form, b.Exports, b.Modules, b.SHA256, b.Warnings, b.Inputs, b.Root, "",
		b.Map != nil,
		[2]int{len(b.Code), len(b.Metafile)},
	}
	if b.Config != nil {
		h.Config = b.Config.File
	}
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	data := make([]byte, 0, 4+len(text)+len(b.Code)+len(b.Metafile))
	data = binary.LittleEndian.AppendUint32(data, uint32(len(text)))
	data = append(append(append(data, text...), b.Code...), b.Metafile...)
	return data, nil
}

var errCut = errors.New("it is cut short, or too long")

// decodeBundle shares the bytes of data. It leaves the source map out, and tells whether there is one.
func decodeBundle(data []byte) (b *bundler.Bundle, hasMap bool, err error) {
	if len(data) < 4 {
		return nil, false, errCut
	}
	n, rest := binary.LittleEndian.Uint32(data), data[4:]
	if uint64(n) > uint64(len(rest)) {
		return nil, false, errCut
	}
	var h head
	if err := json.Unmarshal(rest[:n], &h); err != nil {
		return nil, false, err
	}
	var texts [2][]byte
	rest = rest[n:]
	for i, size := range h.Sizes {
		if size < 0 || size > len(rest) {
			return nil, false, errCut
		}
		texts[i], rest = rest[:size:size], rest[size:]
	}
	if len(rest) > 0 {
		return nil, false, errCut
	}
	b, err = h.bundle(texts)
	return b, h.HasMap, err
}

func (h head) bundle(texts [2][]byte) (*bundler.Bundle, error) {
	b := &bundler.Bundle{
		Name: h.Name, Code: texts[0], Module: h.Module, Form: h.Form, Exports: h.Exports, Modules: h.Modules,
		SHA256: h.SHA256, Warnings: h.Warnings, Metafile: string(texts[1]), Inputs: h.Inputs, Root: h.Root,
	}
	if h.Config == "" {
		return b, nil
	}
	var err error
	b.Config, err = bundler.ReadConfig(h.Config)
	return b, err
}
