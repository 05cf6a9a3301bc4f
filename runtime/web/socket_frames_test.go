package web

import (
	"bytes"
	"errors"
	"testing"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"
)

// FuzzSocketFrames reads what a peer may send: messages up to an end that is
// known, and answers to pings that do not pile up.
func FuzzSocketFrames(f *testing.F) {
	var seed bytes.Buffer
	for _, frame := range []ws.Frame{
		ws.NewTextFrame([]byte("text")), ws.NewFrame(ws.OpBinary, false, []byte{1}), ws.NewPingFrame([]byte("ping")),
		ws.NewFrame(ws.OpContinuation, true, []byte{2}), ws.NewCloseFrame(ws.NewCloseFrameBody(1000, "bye")),
	} {
		if err := ws.WriteFrame(&seed, ws.MaskFrame(frame)); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(seed.Bytes())
	f.Add([]byte{0x88, 0x80, 0, 0, 0, 0})
	f.Add([]byte{0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, input []byte) {
		s := &Socket{wake: make(chan struct{}, 1)}
		r := &wsutil.Reader{Source: bytes.NewReader(input), State: ws.StateServerSide, CheckUTF8: true, MaxFrameSize: maxMessage, OnIntermediate: s.control}
		for {
			data, err := s.next(r)
			if err != nil {
				checkEnd(t, err)
				break
			}
			switch data.(type) {
			case string, []byte:
			default:
				t.Fatalf("a message is a %T", data)
			}
		}
		if len(s.queue) > 1 {
			t.Errorf("%d pongs wait", len(s.queue))
		}
	})
}

func checkEnd(t *testing.T, err error) {
	var closed *closeFrame
	if errors.As(err, &closed) && closed.code != noStatus && (closed.code < 1000 || closed.code > 4999) {
		t.Errorf("close code %d", closed.code)
	}
	var bad *frameError
	if errors.As(err, &bad) && ws.CheckCloseFrameData(bad.code, "") != nil {
		t.Errorf("a frame error has the code %d", bad.code)
	}
}
