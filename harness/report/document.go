package report

import (
	"net/http"
	"time"

	"example.com/thaw/harness"
	"example.com/thaw/harness/internal/jsonobject"
	"example.com/thaw/harness/stats"
)

// A document is the whole file. Read builds a result from it, for which Summary,
// Comparisons, Noise, Levers, Scale and Warnings are of no use: they follow from the rest.
type document struct {
	Schema    string        `json:"schema"`
	Thaw      string        `json:"thaw"`
	Command   []string      `json:"command,omitempty"`
	StartedAt time.Time     `json:"startedAt"`
	Machine   machineJSON   `json:"machine"`
	Mode      string        `json:"mode"`
	Rounds    int           `json:"rounds"`
	Warmup    int           `json:"warmup"`
	Seed      uint64        `json:"seed"`
	Partial   bool          `json:"partial"`
	ElapsedNs int64         `json:"elapsedNs,omitempty"` // of all rounds, with what is between samples
	SampledNs int64         `json:"sampledNs,omitempty"` // of it, the cold starts and the passes after them, those of warm-up rounds included
	Sessions  []sessionJSON `json:"sessions,omitempty"`  // what was merged, in the order of the rounds; absent if it was measured in one go
	Apps      []appJSON     `json:"apps"`
	Arms      []armJSON     `json:"arms"`
	Answers   []answerJSON  `json:"answers"`
	Samples   []sampleJSON  `json:"samples"`
	Summary   []summaryJSON `json:"summary"`
	Globals   []globalJSON  `json:"globals,omitempty"`
	Counts    []countsJSON  `json:"counts,omitempty"`

	Floor       float64          `json:"floor"`              // a share of the time; below it, a difference is a tie
	Noise       *float64         `json:"noise,omitempty"`    // the share to which the difference of identical arms may reach; it is a floor too
	Measure     harness.Measure  `json:"measure,omitempty"`  // what to compare by, where that was chosen
	Baseline    string           `json:"baseline,omitempty"` // an arm's id; absent if each app has its own
	Comparisons []comparisonJSON `json:"comparisons"`
	AA          []comparisonJSON `json:"aa,omitempty"` // of an arm with its copy

	Levers  []rankingJSON `json:"levers,omitempty"`  // of each arm that others differ from in levers
	Refused []refusalJSON `json:"refused,omitempty"` // levers that are in no arm
	Scale   []scaleJSON   `json:"scale,omitempty"`   // of each fixture that was measured in several sizes

	Warnings []warningJSON `json:"warnings"`
}

type sessionJSON struct {
	StartedAt time.Time `json:"startedAt"`
	Command   []string  `json:"command,omitempty"`
	Seed      uint64    `json:"seed"`
	Rounds    int       `json:"rounds"`
	Warmup    int       `json:"warmup"`
	Load1     *float64  `json:"load1,omitempty"`
}

type machineJSON struct {
	CPU        string   `json:"cpu,omitempty"`
	Cores      int      `json:"cores"`
	OS         string   `json:"os"`
	Arch       string   `json:"arch"`
	Go         string   `json:"go"`
	GOMAXPROCS int      `json:"gomaxprocs"`
	GOGC       int64    `json:"gogc"` // -1 is off
	Load1      *float64 `json:"load1,omitempty"`
}

// appJSON is an app as one set of levers bundles it: a name can stand in several.
type appJSON struct {
	Name   string     `json:"name"`
	Bundle bundleJSON `json:"bundle"`
}

type bundleJSON struct {
	SHA256  string `json:"sha256"`
	Bytes   int64  `json:"bytes"`
	Gzip    int64  `json:"gzip,omitempty"`
	Modules int    `json:"modules"`

	Inputs []inputJSON `json:"inputs,omitempty"` // largest first
}

type inputJSON struct {
	Path    string `json:"path"`
	Package string `json:"package,omitempty"` // absent if the file is the app's own
	Bytes   int64  `json:"bytes"`
}

type armJSON struct {
	ID      string         `json:"id"`
	App     string         `json:"app"`
	Runtime string         `json:"runtime"`
	Levers  object[string] `json:"levers"`
	Bundle  string         `json:"bundle"`          // sha256, as in apps
	Flags   []string       `json:"flags,omitempty"` // of thaw run
	Base    string         `json:"base,omitempty"`  // id of the arm that it is compared with, where that was chosen
	Again   bool           `json:"again,omitempty"` // it is a copy of base: an A/A arm
	Request string         `json:"request"`
	Check   bool           `json:"check"` // every answer was held to the right one

	Given       string `json:"givenSha256,omitempty"` // of the request and the env
	Cache       string `json:"cache,omitempty"`
	Snapshot    string `json:"snapshot,omitempty"`
	Network     bool   `json:"network,omitempty"`
	FrozenClock bool   `json:"frozenClock,omitempty"`
	Eager       bool   `json:"eagerGlobals,omitempty"`
	Rebuild     int    `json:"rebuild,omitempty"`

	GOGC     string  `json:"gogc,omitempty"`     // for this arm; off or a percentage
	CPUQuota float64 `json:"cpuQuota,omitempty"` // cores
}

// answerJSON is an answer that one sample got, or many. Its Date is left out.
type answerJSON struct {
	Status int         `json:"status"`
	Header http.Header `json:"header,omitempty"`
	SHA256 string      `json:"bodySha256"`
	Bytes  int64       `json:"bodyBytes,omitempty"`
	Body   []byte      `json:"body,omitempty"` // its first 64 KiB in base64, where an app answered with several
}

type costJSON struct {
	WallNs   int64  `json:"wallNs"`
	CPUNs    *int64 `json:"cpuNs,omitempty"`    // all threads of the process
	ThreadNs *int64 `json:"threadNs,omitempty"` // the measuring thread
}

type phaseJSON struct {
	costJSON
	Hit *bool     `json:"hit,omitempty"`
	Sub []subJSON `json:"sub,omitempty"`
}

type subJSON struct {
	Name string `json:"name"`
	costJSON
}

type sampleJSON struct {
	Arm      string             `json:"arm"`
	Round    int                `json:"round"`
	Phases   object[phaseJSON]  `json:"phases"`
	TotalNs  int64              `json:"totalNs"`
	CPUNs    *int64             `json:"cpuNs,omitempty"`
	ThreadNs *int64             `json:"threadNs,omitempty"`
	Heap     int64              `json:"heapBytes,omitempty"`
	Child    int64              `json:"processCpuNs,omitempty"` // the child's whole life, in scheduler ticks
	Status   int                `json:"status"`
	SHA256   string             `json:"bodySha256"`
	Answer   *int               `json:"answer,omitempty"` // its place in answers, from 0
	ErrorLog string             `json:"errorLog,omitempty"`
	Caches   []string           `json:"cacheWarnings,omitempty"`
	Warm     object[phaseJSON]  `json:"warm"`
	Rebuild  *object[phaseJSON] `json:"rebuild,omitempty"`
}

type summaryJSON struct {
	Arm     string              `json:"arm"`
	N       int                 `json:"n"`
	Phases  object[medianJSON]  `json:"phases"`
	Total   medianJSON          `json:"total"`
	Warm    medianJSON          `json:"warm"`
	Rebuild *object[medianJSON] `json:"rebuild,omitempty"`

	Penalties object[penaltyJSON] `json:"penalties,omitempty"` // of the cold start against rebuild
}

type penaltyJSON struct {
	Measure harness.Measure `json:"measure"`
	WarmNs  int64           `json:"warmNs"` // medians
	ColdNs  int64           `json:"coldNs"`
	differenceJSON
}

type medianJSON struct {
	MedianNs       int64  `json:"medianNs"`
	LoNs           *int64 `json:"loNs,omitempty"`
	HiNs           *int64 `json:"hiNs,omitempty"`
	P90Ns          int64  `json:"p90Ns"`
	MinNs          int64  `json:"minNs"`
	CPUMedianNs    *int64 `json:"cpuMedianNs,omitempty"`
	ThreadMedianNs *int64 `json:"threadMedianNs,omitempty"`
	Hits           int    `json:"hits,omitempty"`
}

// globalJSON is the first touch of a global, in the order of the touches of an arm.
type globalJSON struct {
	Arm    string   `json:"arm"`
	Global string   `json:"global,omitempty"` // absent if the runtime itself needed a file
	Origin string   `json:"origin,omitempty"` // FILE:LINE:COLUMN in the app's sources
	Phase  string   `json:"phase"`
	Files  []string `json:"files"` // of the Web APIs that were loaded for it
	costJSON
}

// comparisonJSON is about totals.
type comparisonJSON struct {
	Base    string          `json:"base"`
	Arm     string          `json:"arm"`
	Measure harness.Measure `json:"measure"` // thread or cpu, as in cpuNs and threadNs, or wall
	differenceJSON
	Ratio     *float64        `json:"ratio,omitempty"` // with its bounds, of the logarithms of the times
	RatioLo   *float64        `json:"ratioLo,omitempty"`
	RatioHi   *float64        `json:"ratioHi,omitempty"`
	P         float64         `json:"p"`         // signed ranks
	AdjustedP float64         `json:"adjustedP"` // over all comparisons; what the verdict rests on
	SignP     float64         `json:"signP"`
	Agree     int             `json:"agree"`
	Pairs     int             `json:"pairs"`
	Verdict   stats.Verdict   `json:"verdict"`
	Reason    string          `json:"reason,omitempty"` // why the verdict is none
	Differs   *differsJSON    `json:"answerDiffers,omitempty"`
	Wall      *differenceJSON `json:"wall,omitempty"` // the same by wall time; absent where measure is wall
}

type warningJSON struct {
	Code string `json:"code"`
	Text string `json:"text"`
	Arm  string `json:"arm,omitempty"`
}

type (
	object[T any] = jsonobject.Object[T]
	member[T any] = jsonobject.Member[T]
)
