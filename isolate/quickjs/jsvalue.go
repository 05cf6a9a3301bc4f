package quickjs

import "math"

// A jsValue is a JSValue of QuickJS on a 32-bit machine: a tag above a 32-bit
// payload, or, where the tag is none of those below, a float64 whose bits were
// shifted out of the way of the tags (NaN boxing). See JS_MKVAL in quickjs.h.
type jsValue uint64

const (
	tagFirst      = -9
	tagString     = -7
	tagStringRope = -6
	tagObject     = -1
	tagInt        = 0
	tagBool       = 1
	tagNull       = 2
	tagUndefined  = 3
	tagException  = 6
	tagFloat64    = 8

	floatShift = uint64(0x7ff80000-tagFirst+1) << 32
)

const (
	jsUndefined = jsValue(tagUndefined) << 32
	jsNull      = jsValue(tagNull) << 32
	jsFalse     = jsValue(tagBool) << 32
	jsTrue      = jsFalse | 1
	jsException = jsValue(tagException) << 32
	jsNaN       = jsValue(1<<64 + (tagFirst-1)<<32) // 0x7ff8000000000000, shifted
)

// The class numbers of the objects that hold bytes.
const (
	classArrayBuffer       = 20
	classSharedArrayBuffer = 21
	classFirstTypedArray   = 22
	classLastTypedArray    = 33
	classDataView          = 34
)

func (x jsValue) tag() int32      { return int32(x >> 32) }
func (x jsValue) pointer() uint32 { return uint32(x) }
func (x jsValue) isFloat() bool   { return uint32(x.tag()-tagFirst) >= tagFloat64-tagFirst }
func (x jsValue) float() float64  { return math.Float64frombits(uint64(x) + floatShift) }

// counted tells whether x is a reference that must be freed.
func (x jsValue) counted() bool { return x.tag() < 0 && !x.isFloat() }

func jsBool(b bool) jsValue {
	if b {
		return jsTrue
	}
	return jsFalse
}

// jsNumber encodes f as an int where it can, as the engine itself does: its fast
// paths are those of ints.
func jsNumber(f float64) jsValue {
	if f != f {
		return jsNaN
	}
	if i := int32(f); float64(i) == f && (i != 0 || !math.Signbit(f)) {
		return jsValue(uint32(i))
	}
	return jsValue(math.Float64bits(f) - floatShift)
}
