package harness

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/http"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// A Bundle states the facts of an app's bundle that a report shows.
type Bundle struct {
	SHA256  string // of the code, in hexadecimal
	Bytes   int64
	Gzip    int64 // bytes after gzip; 0 if not worked out
	Modules int   // source files that are in it

	Inputs []Input // these files, largest first; nil if they aren't known
}

// An Input is a source file in a bundle.
type Input struct {
	Path    string // relative to the app's root, with slashes
	Package string // the npm package that it is of; "" if it is the app's own
	Bytes   int64  // its share of the bundle
}

// A Lever is one thing that was turned, such as minify to "on".
type Lever struct{ Name, Value string }

// An Arm is one combination of app, engine and levers.
type Arm struct {
	ID      string // unique in the experiment
	App     string // arms of the same App must answer alike
	Runtime string // the engine's name
	Levers  []Lever
	Bundle  Bundle

	Flags []string // what to give thaw run for a cold start of it; for a command to propose

	Base  string // ID of the arm that this one is compared with, or its own for none; "" leaves that to Experiment.Baseline
	Again bool   // it is Base once more, an A/A arm; Experiment.Run makes these

	Source  isolate.Source // the bundle, built for Runtime
	Env     string         // the app's bindings, a JSON object; "" is {}
	Request Request
	Cache   codecache.Level // where scripts and snapshots come from; "" is codecache.None

	// CacheDir is the folder of all caches, at level codecache.Disk; "" is what
	// codecache.Dir returns.
	CacheDir string

	// Snapshot is the stage of the snapshot that each sample starts from; "" starts
	// from nothing. That of worker.StageWarm has answered Request once. At level
	// codecache.Disk each sample opens it in the store, as a fresh process does; if it
	// is not there, the sample starts from nothing and says so.
	Snapshot worker.Stage

	Network      bool // the app's fetch reaches the network; else it is refused
	EagerGlobals bool // all Web APIs are loaded at boot: see worker.Config

	FrozenClock bool // time stands still, as in deployed Workers: see worker.Config

	// GOGC is off or a percentage, as in Go's environment variable, for this arm's samples, which then begin with a
	// collected heap. "" leaves the collector as it is set.
	GOGC string

	// CPUQuota bounds the CPU time that the process of a sample gets, in cores: 0.5 is half of one. 0 is no bound. It is
	// for ProcessRunner only, and needs a cgroup of Linux.
	CPUQuota float64

	Rebuild int // how often to define, build and request again in the same isolate; 0 for never

	// Check reports how an answer is wrong, or nil. A nil Check takes any answer.
	Check func(status int, header http.Header, body []byte) error

	// What is known of Check, Env and Request where these are not, as in a result that was
	// read from a file. Experiment.Run sets both.
	Checked     bool   // every answer was held to Check
	GivenSHA256 string // of Env and Request, in hexadecimal

	fix func(*worker.Config) // what counting changes; nil changes nothing
}

// seal notes what is not kept in a file.
func (a *Arm) seal() {
	r := a.Request
	given := sha256.New()
	fmt.Fprintf(given, "%q %q %q %q %q", cmp.Or(a.Env, "{}"), r.Method, r.Path, r.Header, r.Body) // fmt sorts maps
	a.Checked, a.GivenSHA256 = a.Check != nil, hex.EncodeToString(given.Sum(nil))
}

// config is what an instance of the arm is made with, but for its snapshot.
func (a Arm) config(lib *web.Library) worker.Config {
	cfg := worker.Config{Web: lib, Source: a.Source, Env: a.Env, FrozenClock: a.FrozenClock, EagerGlobals: a.EagerGlobals, Outbound: outbound(a.Network)}
	if a.fix != nil {
		a.fix(&cfg)
	}
	return cfg
}

// outbound is where the fetch of an app goes. What is measured is the app, not
// what a network does meanwhile, unless it is asked for.
func outbound(network bool) http.RoundTripper {
	if network {
		return web.Network()
	}
	return web.NoNetwork("Network of its Arm opens it (thaw bench --network)")
}

// Lever returns the value of the lever of that name, or "".
func (a Arm) Lever(name string) string {
	for _, l := range a.Levers {
		if l.Name == name {
			return l.Value
		}
	}
	return ""
}

// Host is the host of every request's URL, in both modes, so that an app whose
// answer holds its own URL answers alike in every sample.
const Host = "localhost"

// A Request is what an app is asked. It can be sent any number of times.
type Request struct {
	Method string
	Path   string // with the query; begins with a slash
	Header http.Header
	Body   []byte
}

// String is the method and the path.
func (r Request) String() string { return r.Method + " " + r.Path }

// to makes the request for the server at address.
func (r Request) to(ctx context.Context, address string) (*http.Request, error) {
	var body io.Reader
	if len(r.Body) > 0 {
		body = bytes.NewReader(r.Body)
	}
	req, err := http.NewRequestWithContext(ctx, r.Method, "http://"+address+r.Path, body)
	if err != nil {
		return nil, fmt.Errorf("harness: request %q: %w", r, err)
	}
	req.Host = Host
	if r.Header != nil {
		req.Header = r.Header.Clone()
	}
	return req, nil
}

// A requestMaker makes the same request each time.
type requestMaker = func() (*http.Request, error)

// maker returns what makes the request for Host.
func (r Request) maker(ctx context.Context) requestMaker {
	return func() (*http.Request, error) { return r.to(ctx, Host) }
}

// Send asks the server at address, host:port, over a connection of its own, and
// reads the response to its end.
func (r Request) Send(ctx context.Context, address string) (Answer, error) {
	req, err := r.to(ctx, address)
	if err != nil {
		return Answer{}, err
	}
	if req.Header.Get("User-Agent") == "" {
		req.Header["User-Agent"] = nil // as in ModeIsolate, net/http adds none
	}
	transport := http.Transport{DialContext: new(net.Dialer).DialContext, DisableKeepAlives: true, DisableCompression: true}
	defer transport.CloseIdleConnections()
	res, err := transport.RoundTrip(req)
	if err != nil {
		return Answer{}, fmt.Errorf("harness: %w", err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return Answer{}, fmt.Errorf("harness: reading the response: %w", err)
	}
	return Answer{Status: res.StatusCode, Header: res.Header, Body: body}, nil
}

// An Answer is what an app responded. Experiment.Run sets what comes after Body.
type Answer struct {
	Status int
	Header http.Header

	// Body is the whole one until Experiment.Run has checked it. Then it is the first 64 KiB, where an app
	// answered with several bodies, of the first two that each arm did; and else nil.
	Body   []byte
	Bytes  int64  // of the whole body
	SHA256 string // of it, in hexadecimal
}

// seal replaces the body with its hash, so that many samples need little memory.
func (a *Answer) seal() {
	a.SHA256, a.Bytes, a.Body = hashOf(a.Body), int64(len(a.Body)), nil
}

func hashOf(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

var emptySHA256 = hashOf(nil)
