package isolatetest

import (
	"bytes"
	"testing"
	"time"

	"example.com/thaw/isolate"
)

var optionClauses = []clause{
	{"clock", "Options.Now is the clock under Date", optionClock},
	{"system clock", "without Options.Now, Date is the system's", optionSystemClock},
	{"time zone", "local time is UTC, as on Workers", optionZone},
	{"random", "Options.Random alone decides what Math.random gives", optionRandom},
	{"system random", "without Options.Random, isolates differ", optionSystemRandom},
}

func optionClock(t *testing.T, e isolate.Engine) {
	now := time.Date(2024, 2, 29, 12, 34, 56, 789_654_321, time.FixedZone("x", 3600))
	iso := newIsolate(t, e, isolate.Options{Now: func() time.Time { return now }})
	if err := iso.Run(t.Context(), compile(t, e, `__host.result = () => Date.now() + " " + new Date().toISOString() + " " + new Date().getTime()`)); err != nil {
		t.Fatal(detail(err))
	}
	if got := call(t, iso, "result"); got != "1709206496789 2024-02-29T11:34:56.789Z 1709206496789" {
		t.Errorf("got %v", got)
	}
	now = now.Add(time.Hour)
	if got := call(t, iso, "result"); got != "1709210096789 2024-02-29T12:34:56.789Z 1709210096789" {
		t.Errorf("an hour later: got %v", got)
	}
}

func optionSystemClock(t *testing.T, e isolate.Engine) {
	before := time.Now().UnixMilli()
	got, _ := result(t, e, `__host.result = () => Date.now()`).(float64)
	if after := time.Now().UnixMilli(); got < float64(before) || got > float64(after) {
		t.Errorf("Date.now() = %v, not within %d and %d", got, before, after)
	}
}

func optionZone(t *testing.T, e isolate.Engine) {
	got := result(t, e, `__host.result = () => [new Date(0).getTimezoneOffset(), new Date(1.7e12).getTimezoneOffset(),
		new Date(2024, 6, 1, 12).toISOString(), new Date("2024-07-01T12:00").getTime()].join()`)
	if got != "0,0,2024-07-01T12:00:00.000Z,1719835200000" {
		t.Errorf("got %v", got)
	}
}

// randoms are the first numbers of Math.random in an isolate seeded with seed.
func randoms(t *testing.T, e isolate.Engine, seed []byte) isolate.Value {
	t.Helper()
	o := isolate.Options{Now: func() time.Time { return time.Unix(1, 0) }}
	if seed != nil {
		o.Random = bytes.NewReader(seed)
	}
	iso := newIsolate(t, e, o)
	if err := iso.Run(t.Context(), compile(t, e, `__host.result = () => {
		const a = Array.from({ length: 8 }, Math.random); if (!a.every((x) => x >= 0 && x < 1)) throw new Error("out of range"); return a.join() }`)); err != nil {
		t.Fatal(detail(err))
	}
	return call(t, iso, "result")
}

func optionRandom(t *testing.T, e isolate.Engine) {
	one, two := bytes.Repeat([]byte{1, 2, 3}, 100), bytes.Repeat([]byte{9, 8, 7}, 100)
	a, b, c := randoms(t, e, one), randoms(t, e, one), randoms(t, e, two)
	if a != b {
		t.Errorf("the same seed gave %v and %v", a, b)
	}
	if a == c {
		t.Errorf("two seeds gave the same numbers %v", a)
	}
	randoms(t, e, bytes.Repeat([]byte{0}, 100))
}

func optionSystemRandom(t *testing.T, e isolate.Engine) {
	if a, b := randoms(t, e, nil), randoms(t, e, nil); a == b {
		t.Errorf("two isolates gave the same numbers %v", a)
	}
}
