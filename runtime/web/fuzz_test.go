package web_test

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"example.com/thaw/isolate"
	"example.com/thaw/runtime/loop"
	"example.com/thaw/runtime/web"
)

// FuzzStreams does a random sequence of operations on streams. They must come to an
// end, in the same way in every engine, with no error of ours.
func FuzzStreams(f *testing.F) {
	for _, seed := range []string{"\x00\x02\x0a\x00\x03\x00\xf0", "\x00\x04\x01\x01\x06\x00\x00\xf1", "\x02\x01\x0b\x00\x09\x00\x00\x10\x00\x11\x00\xd0\x03"} {
		f.Add([]byte(seed))
	}
	fuzzProgram(f, "testdata/fuzz_streams.js")
}

// FuzzStructuredClone clones values that the input describes.
func FuzzStructuredClone(f *testing.F) {
	for _, seed := range []string{"\x06\x03\x00\x09\x02\x04\x01", "\x0b\x02\x12\x00\x1d\x00", "\x09\x03\x13\x08\x1b\x01\x1a\x00\x01", "\x10\x01\x01\x00\x1f\x00"} {
		f.Add([]byte(seed))
	}
	fuzzProgram(f, "testdata/fuzz_structured_clone.js")
}

// FuzzURLPatterns matches with patterns of pieces that the input chooses.
func FuzzURLPatterns(f *testing.F) { fuzzProgram(f, "testdata/fuzz_url_pattern.js") }

// FuzzMultipart parses and writes forms of pieces that the input chooses.
func FuzzMultipart(f *testing.F) {
	for _, seed := range []string{"\x01\x05\x03", "\x03\x05\x07\x1a\x04", "\x07\x08\x23\x06\x24\x1a\x03"} {
		f.Add([]byte(seed))
	}
	fuzzProgram(f, "testdata/fuzz_multipart.js")
}

// FuzzEncoding decodes the input, and encodes what comes out.
func FuzzEncoding(f *testing.F) {
	for _, seed := range []string{"\x00\x00\x01a\xe2\x82\xac\xf0\x9f\x98\x80\xc3", "\x01\x02\x02\xff\xfe\x3d\xd8\x00\xde\x3d", "\x08\x00\x00\x1b$B$\x22\x1b(B\x1b(J\\\x1b", "\x07\x01\x00\x81\x30\x81\x30\x81\x30\x81"} {
		f.Add([]byte(seed))
	}
	fuzzProgram(f, "testdata/fuzz_encoding.js")
}

// FuzzCompression packs the input, and unpacks what is damaged.
func FuzzCompression(f *testing.F) {
	for _, seed := range []string{"\x00\x05\x03\x01text text text", "\x04\x02\x00\x00\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff", "\x03\x00\x00\x00"} {
		f.Add([]byte(seed))
	}
	fuzzProgram(f, "testdata/fuzz_compression.js")
}

// fuzzProgram runs a program that defines fuzz(bytes, log), in every engine.
func fuzzProgram(f *testing.F, path string) {
	program, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	text := string(program) + "\n__host.fuzz = (bytes) => void fuzz(new Uint8Array(bytes), (line) => __host.ops.op_fuzz_log(line)).catch((e) => __host.ops.op_fuzz_log(`BUG ${e} ${e.stack}`));"
	subjects := map[string]*subject{}
	for name, e := range engines(f) {
		subjects[name] = &subject{engine: e, lib: web.NewLibrary(e), program: text}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		seed := make([]byte, 40+random.IntN(100))
		for i := range seed {
			seed[i] = byte(random.Uint32())
		}
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		if len(input) > 400 {
			return
		}
		first, from := "", ""
		for name, s := range subjects {
			log := s.run(t, input)
			if strings.Contains(log, "BUG") {
				t.Errorf("%s: %s", name, log)
			}
			if from != "" && log != first {
				t.Errorf("%s:\n%s\n%s:\n%s", from, first, name, log)
			}
			first, from = log, name
		}
	})
}

// A subject is an engine with an isolate that runs one input after the other.
type subject struct {
	engine  isolate.Engine
	lib     *web.Library
	program string

	iso   isolate.Isolate
	layer *web.Layer
	loop  *loop.Loop
	runs  int
	log   strings.Builder
}

// runsPerIsolate is after how many inputs an isolate is replaced.
const runsPerIsolate = 100

func (s *subject) open(t *testing.T) {
	if s.iso != nil {
		s.iso.Close()
	}
	ctx := context.Background()
	s.runs, s.loop = 0, loop.New(loop.NewVirtual(time.Unix(0, 0)))
	s.layer = web.New(s.lib, web.Config{Loop: s.loop, Log: func(e web.Entry) {
		s.log.WriteString("BUG " + string(e.Level) + " " + e.Text + "\n")
	}})
	log := isolate.Op1("op_fuzz_log", func(line string) (isolate.None, error) {
		s.log.WriteString(line + "\n")
		return isolate.None{}, nil
	})
	var err error
	if s.iso, err = s.engine.New(ctx, isolate.Options{Ops: append(s.layer.Ops(), log)}); err != nil {
		t.Fatal(err)
	}
	if err := s.layer.Boot(ctx, s.iso); err != nil {
		t.Fatal(err)
	}
	run(t, ctx, s.engine, s.iso, "fuzz.js", s.program)
}

func (s *subject) run(t *testing.T, input []byte) string {
	if s.iso == nil || s.runs == runsPerIsolate {
		s.open(t)
	}
	s.runs++
	s.log.Reset()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	s.loop.Post(s.layer.Task("fuzz", input))
	if err := s.loop.Run(ctx, nil); err != nil {
		s.iso.Close()
		s.iso = nil
		t.Fatalf("%v\n%s", err, s.log.String())
	}
	return s.log.String()
}
