package report

import "testing"

func TestDuration(t *testing.T) {
	for ns, want := range map[float64]string{
		0:           "0",
		1:           "1 ns",
		999:         "999 ns",
		1000:        "1.00 µs",
		9994:        "9.99 µs",
		9996:        "10.0 µs",
		99_960:      "100 µs",
		999_499:     "999 µs",
		999_600:     "1.00 ms",
		12_345_678:  "12.3 ms",
		153_400_000: "153 ms",
		210_400_000: "210 ms",
		2.104e9:     "2.10 s",
		1234e9:      "1230 s",
		-4_200:      "-4.20 µs",
	} {
		if got := duration(ns); got != want {
			t.Errorf("duration(%v) = %q, want %q", ns, got, want)
		}
	}
}

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 1023: "1023 B", 1024: "1.00 KiB", 660_480: "645 KiB", 1 << 20: "1.00 MiB", 3_355_443: "3.20 MiB",
	} {
		if got := size(n); got != want {
			t.Errorf("size(%d) = %q, want %q", n, got, want)
		}
	}
}
