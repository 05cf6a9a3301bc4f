package web

import (
	"bytes"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"

	"example.com/thaw/isolate"
)

func (l *Layer) compressionOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op1("op_compression_open", l.openCompression),
		isolate.Op2("op_compression_write", l.writeCompression),
		isolate.Op1("op_compression_finish", l.finishCompression),
		isolate.Op1("op_decompression_open", l.openDecompression),
		isolate.Op2("op_decompression_write", l.writeDecompression),
		isolate.Op1("op_decompression_read", l.readDecompression),
		isolate.Op1("op_decompression_finish", l.finishDecompression),
		isolate.Op1("op_compression_release", l.releaseCompression),
	}
}

// compressions are the contexts of the Compression standard that live in Go, by
// numbers that JavaScript knows them by. The zero value is ready.
type compressions struct {
	last    float64
	writers byID[*compressor]
	readers byID[*decompressor]
}

// release ends all contexts.
func (c *compressions) release() {
	for _, d := range c.readers.takeAll() {
		d.release()
	}
	c.writers.takeAll()
}

// DropCompressions ends all contexts before the next task: streams that a request has
// left behind. It may be called from any goroutine.
func (l *Layer) DropCompressions() {
	if !l.compressions.writers.empty() || !l.compressions.readers.empty() {
		l.cfg.Loop.Post(l.Task("dropCompressions"))
	}
}

// openCompression makes the context of a CompressionStream of a format. It holds
// memory until its release.
func (l *Layer) openCompression(format string) (float64, error) {
	w, err := newCompressor(format)
	if err != nil {
		return 0, err
	}
	c := &l.compressions
	c.last++
	c.writers.add(c.last, w)
	return c.last, nil
}

func (l *Layer) compressor(id float64) (*compressor, error) {
	if w := l.compressions.writers.get(id); w != nil {
		return w, nil
	}
	return nil, isolate.Throw("TypeError", "CompressionStream: it ended with the request that made it")
}

// writeCompression compresses a chunk, and returns what has come out by now.
func (l *Layer) writeCompression(id float64, chunk []byte) ([]byte, error) {
	w, err := l.compressor(id)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(chunk); err != nil {
		return nil, err
	}
	return w.take(), nil
}

// finishCompression returns the rest.
func (l *Layer) finishCompression(id float64) ([]byte, error) {
	w, err := l.compressor(id)
	if err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return w.take(), nil
}

// releaseCompression ends a context of either kind.
func (l *Layer) releaseCompression(id float64) (isolate.None, error) {
	c := &l.compressions
	if d := c.readers.get(id); d != nil {
		d.release()
	}
	c.readers.remove(id)
	c.writers.remove(id)
	return isolate.None{}, nil
}

// openDecompression makes the context of a DecompressionStream, as
// openCompression does. It has a goroutine from its first write on.
func (l *Layer) openDecompression(format string) (float64, error) {
	if inflaters[format] == nil {
		return 0, unknownFormat(format)
	}
	c := &l.compressions
	c.last++
	c.readers.add(c.last, &decompressor{format: format})
	return c.last, nil
}

func (l *Layer) decompressor(id float64) (*decompressor, error) {
	if d := l.compressions.readers.get(id); d != nil {
		return d, nil
	}
	return nil, isolate.Throw("TypeError", "DecompressionStream: it ended with the request that made it")
}

// writeDecompression gives the context a chunk, and returns the first piece of
// what comes out. Each piece has up to 64 KiB, and an empty one is the last.
func (l *Layer) writeDecompression(id float64, chunk []byte) ([]byte, error) {
	d, err := l.decompressor(id)
	if err != nil {
		return nil, err
	}
	return d.write(bytes.Clone(chunk))
}

// readDecompression returns the next piece.
func (l *Layer) readDecompression(id float64) ([]byte, error) {
	d, err := l.decompressor(id)
	if err != nil {
		return nil, err
	}
	return d.read()
}

// finishDecompression says that no chunk will follow, and returns the first piece
// of the rest. It throws if the data is not complete.
func (l *Layer) finishDecompression(id float64) ([]byte, error) {
	d, err := l.decompressor(id)
	if err != nil {
		return nil, err
	}
	return d.finish()
}

func unknownFormat(format string) error {
	return isolate.Throw("TypeError", "%q is no compression format", format)
}

// A compressor collects what it has compressed.
type compressor struct {
	io.WriteCloser
	out *bytes.Buffer
}

func newCompressor(format string) (*compressor, error) {
	out := new(bytes.Buffer)
	var w io.WriteCloser
	switch format {
	case "gzip":
		w = gzip.NewWriter(out)
	case "deflate":
		w = zlib.NewWriter(out)
	case "deflate-raw":
		w, _ = flate.NewWriter(out, flate.DefaultCompression) // errs only on a level that isn't one
	case "brotli":
		w = brotli.NewWriterV2(out, brotli.DefaultCompression)
	default:
		return nil, unknownFormat(format)
	}
	return &compressor{w, out}, nil
}

// take gives what has been collected away.
func (c *compressor) take() []byte {
	b := c.out.Bytes()
	*c.out = bytes.Buffer{}
	return b
}
