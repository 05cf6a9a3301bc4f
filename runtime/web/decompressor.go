package web

import (
	"bufio"
	"errors"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"

	"example.com/thaw/isolate"
)

// inflaters make the decoder of each format, which ends with io.EOF where the data
// does. It may read the data's header at once.
var inflaters = map[string]func(*bufio.Reader) (io.Reader, error){
	"gzip": func(r *bufio.Reader) (io.Reader, error) {
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, err
		}
		z.Multistream(false)
		return z, nil
	},
	"deflate":     func(r *bufio.Reader) (io.Reader, error) { return zlib.NewReader(r) },
	"deflate-raw": func(r *bufio.Reader) (io.Reader, error) { return flate.NewReader(r), nil },
	"brotli":      func(r *bufio.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
}

// A decompressor is a decoder that is given its input, where those of the libraries
// ask for it. So the decoder has a goroutine, and takes turns with the one that
// calls: only one of them runs at any time.
type decompressor struct {
	format  string
	resume  chan []byte // the decoder's turn, with a chunk of input or nil; nil before the first
	pieces  chan piece  // the caller's turn
	ended   bool        // no more input
	done    bool        // the decoder's goroutine has ended
	failure error       // of the decoder
}

// A piece is what the decoder stops with.
type piece struct {
	bytes []byte // output, if any; empty where it needs input
	done  bool
	err   error
}

var (
	errReleased  = errors.New("released")
	errExtraData = errors.New("there is more after its end")
)

// write gives the decoder a chunk, which it keeps, and returns the first piece.
func (d *decompressor) write(chunk []byte) ([]byte, error) {
	if d.done && d.failure == nil && len(chunk) > 0 {
		d.failure = errExtraData
	}
	return d.turn(chunk)
}

// read returns the next piece. It is empty where the decoder needs input or is done.
func (d *decompressor) read() ([]byte, error) { return d.turn(nil) }

// finish is write with the end of the input.
func (d *decompressor) finish() ([]byte, error) {
	d.ended = true
	return d.turn(nil)
}

func (d *decompressor) turn(chunk []byte) ([]byte, error) {
	if !d.done {
		if d.resume == nil {
			d.resume, d.pieces = make(chan []byte), make(chan piece)
			go d.run()
		}
		d.resume <- chunk
		p := <-d.pieces
		d.done, d.failure = p.done, p.err
		if p.err == nil {
			return p.bytes, nil
		}
	}
	if d.failure != nil {
		return nil, isolate.Throw("TypeError", "DecompressionStream: the data is not valid %s: %v", d.format, d.failure)
	}
	return nil, nil
}

// release ends the goroutine, and waits for its end.
func (d *decompressor) release() {
	if d.resume != nil {
		close(d.resume)
		<-d.pieces
	}
}

// run is the decoder's goroutine.
func (d *decompressor) run() {
	defer close(d.pieces)
	first, ok := <-d.resume
	if !ok {
		return
	}
	err := d.decode(bufio.NewReaderSize(&decoderInput{d: d, chunk: first}, 16<<10))
	if !errors.Is(err, errReleased) {
		d.pieces <- piece{done: true, err: err}
	}
}

// decode runs the decoder to the end of the data. A panic of it is an error, since
// nobody else could recover it.
func (d *decompressor) decode(in *bufio.Reader) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("the decoder failed")
		}
	}()
	r, err := inflaters[d.format](in)
	if err != nil {
		return unexpected(err)
	}
	for {
		buffer := make([]byte, 64<<10)
		n, err := r.Read(buffer)
		if n > 0 {
			if _, ok := d.yield(piece{bytes: buffer[:n]}); !ok {
				return errReleased
			}
		}
		if err == io.EOF {
			if in.Buffered() > 0 {
				return errExtraData
			}
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// unexpected is an error at the head of the data, where its end is too early.
func unexpected(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// yield gives the turn to the caller, and returns the chunk that comes back.
// It is false when the decompressor was released.
func (d *decompressor) yield(p piece) (chunk []byte, ok bool) {
	d.pieces <- p
	chunk, ok = <-d.resume
	return chunk, ok
}

// decoderInput is what the decoder reads.
type decoderInput struct {
	d     *decompressor
	chunk []byte // what is left of the last
}

func (in *decoderInput) Read(p []byte) (int, error) {
	for len(in.chunk) == 0 {
		if in.d.ended {
			return 0, io.EOF
		}
		var ok bool
		if in.chunk, ok = in.d.yield(piece{}); !ok {
			return 0, errReleased
		}
	}
	n := copy(p, in.chunk)
	in.chunk = in.chunk[n:]
	return n, nil
}
