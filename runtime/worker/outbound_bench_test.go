package worker_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"example.com/thaw/runtime/worker"
)

// A fixedTransport answers every request with the same body.
type fixedTransport []byte

func (f fixedTransport) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(f))}, nil
}

// BenchmarkFetchOut is a request that the app answers with what it fetches, without a network.
func BenchmarkFetchOut(b *testing.B) {
	for name, lib := range libraries() {
		for _, size := range []struct {
			name  string
			bytes int
		}{{"1KB", 1 << 10}, {"10MB", 10 << 20}} {
			b.Run(name+"/"+size.name, func(b *testing.B) {
				i, err := worker.Start(b.Context(), worker.Config{
					Web: lib, Source: fetchApp(`return fetch("http://a.test/")`), Outbound: fixedTransport(make([]byte, size.bytes)),
				})
				if err != nil {
					b.Fatal(err)
				}
				defer i.Close()
				b.SetBytes(int64(size.bytes))
				for b.Loop() {
					res, err := i.Fetch(b.Context(), httptest.NewRequest("GET", "/", nil))
					if err != nil {
						b.Fatal(err)
					}
					if n, err := io.Copy(io.Discard, res.Body); n != int64(size.bytes) || err != nil {
						b.Fatal(n, err)
					}
					res.Body.Close()
				}
			})
		}
	}
}
