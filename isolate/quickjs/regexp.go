package quickjs

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"example.com/thaw/isolate"
	"example.com/thaw/isolate/internal/ecmaregexp"
)

//go:embed js/regexp.js
var regexpText string

const (
	// maxCaptures is how many groups a pattern of regexp.js may have, as in V8.
	maxCaptures = 32_767
	// maxPattern is how long a pattern may be, in bytes. What is made of it is no part of the isolate's heap.
	maxPattern = 1 << 20
	// maxCachedPatterns bounds in bytes the patterns whose programs are kept.
	maxCachedPatterns = 1 << 20
)

// A regexpOp is what regexp.js calls. It keeps nothing for an isolate, so that a snapshot needs
// nothing of it. Its arguments are known to be of the right types.
type regexpOp func(v *vm, args []jsValue) (isolate.Value, error)

var regexpOps = map[string]regexpOp{
	"regExpInitialize":  (*vm).regExpInitialize,
	"regExpBuiltinExec": (*vm).regExpBuiltinExec,
}

// addRegexp evaluates regexp.js and gives it its ops.
func (v *vm) addRegexp(s *script) error {
	ops, err := v.evaluate(s)
	if err != nil {
		return err
	}
	defer v.freeValue(ops)
	for _, name := range slices.Sorted(maps.Keys(regexpOps)) { // in one order, so that counts are the same
		if err := v.addOp(ops, name); err != nil {
			return err
		}
	}
	return nil
}

// callOwn calls an op of the engine's own.
func (v *vm) callOwn(own regexpOp, argc, argv uint32) (jsValue, error) {
	args := make([]jsValue, argc)
	for i := range args {
		args[i] = v.valueAt(v.uint32At(argv + 4*uint32(i)))
	}
	call := func([]isolate.Value) (isolate.Value, error) { return own(v, args) }
	result, err := v.runOp(isolate.Op{Name: regexpName, Call: call}, nil)
	if err != nil || v.broken != nil {
		return jsUndefined, err
	}
	return v.fromValue(result)
}

// regExpInitialize reads a pattern with its flags (ECMA-262, 22.2.3.3). The result is the name of each group,
// "" for one without, with commas between, or nil if none has a name. Group 0 is the match. It compiles the
// pattern whatever is known of it, so that the cold starts of one process all pay for that.
func (v *vm) regExpInitialize(args []jsValue) (isolate.Value, error) {
	re, err := v.pattern(args[0], args[1], patterns.compile)
	if err != nil || !slices.ContainsFunc(re.Groups, func(name string) bool { return name != "" }) {
		return nil, err
	}
	return strings.Join(re.Groups, ","), nil
}

// regExpBuiltinExec looks for a pattern with flags in a text from an index on. The result has the start and the
// end of the match and of each group as int32, -1 where a group has not matched; it is nil where nothing matches.
func (v *vm) regExpBuiltinExec(args []jsValue) (result isolate.Value, err error) {
	re, err := v.pattern(args[0], args[1], patterns.find)
	if err != nil {
		return nil, err
	}
	start, err := v.toValue(args[3], "lastIndex")
	if err != nil {
		return nil, err
	}
	err = v.text(args[2], func(text []byte) error {
		result, err = v.match(re, textOf(text), int(start.(float64)))
		return err
	})
	return result, err
}

// errInterrupted ends a match. hostCall then ends the isolate.
var errInterrupted = errors.New("quickjs: a match was interrupted")

func (v *vm) match(re *ecmaregexp.Regexp, text ecmaregexp.Text, start int) (result isolate.Value, err error) {
	defer func() {
		if r := recover(); r == errInterrupted {
			result, err = nil, errInterrupted
		} else if r != nil {
			panic(r)
		}
	}()
	m := ecmaregexp.Matcher{Memory: v.limited, Poll: func() {
		if v.runs.interrupted() {
			panic(errInterrupted)
		}
	}}
	captures, err := m.Match(re, text, start, re.Flags.Sticky)
	if err != nil {
		return nil, isolate.Throw("RangeError", "%v", err)
	}
	if captures == nil {
		return nil, nil
	}
	b := make([]byte, 0, 4*len(captures))
	for _, c := range captures {
		b = binary.LittleEndian.AppendUint32(b, uint32(int32(c)))
	}
	return b, nil
}

// pattern is what from makes of two strings.
func (v *vm) pattern(source, flags jsValue, from func(source, flags string) (*ecmaregexp.Regexp, error)) (re *ecmaregexp.Regexp, err error) {
	f, err := v.toString(flags)
	if err != nil {
		return nil, err
	}
	err = v.text(source, func(text []byte) error {
		re, err = from(string(text), f.(string))
		return err
	})
	return re, err
}

// text gives f a string of JavaScript in WTF-8. It aliases the isolate's memory.
func (v *vm) text(x jsValue, f func(text []byte) error) error {
	length := v.scratch
	p := v.leaf32(jsToCStringLen2, v.context, uint64(length), uint64(x), 0)
	if p == 0 {
		return errThrown
	}
	err := f(v.bytes(p, v.uint32At(length)))
	v.leaf(jsFreeCString, v.context, uint64(p))
	return errors.Join(v.broken, err)
}

// textOf is what is matched of WTF-8. ASCII is not copied.
func textOf(wtf8 []byte) ecmaregexp.Text {
	for _, c := range wtf8 {
		if c >= utf8.RuneSelf {
			return ecmaregexp.UTF16(codeUnits(wtf8))
		}
	}
	return ecmaregexp.ASCIIBytes(wtf8)
}

// codeUnits decodes WTF-8, in which QuickJS writes a lone surrogate as three bytes.
func codeUnits(b []byte) []uint16 {
	units := make([]uint16, 0, len(b))
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 && len(b) >= 3 && b[0] == 0xed {
			units, b = append(units, 0xd000|uint16(b[1]&0x3f)<<6|uint16(b[2]&0x3f)), b[3:]
			continue
		}
		units, b = utf16.AppendRune(units, r), b[n:]
	}
	return units
}

// patterns are those of all isolates.
var patterns patternCache

// A patternCache keeps programs, as many as have together no more than maxCachedPatterns
// bytes of source, and the newest.
type patternCache struct {
	mu    sync.Mutex
	bytes int
	known map[patternKey]*ecmaregexp.Regexp
}

type patternKey struct{ source, flags string }

// find is the program of a pattern in WTF-8, compiled if it is not kept.
func (c *patternCache) find(source, flags string) (*ecmaregexp.Regexp, error) {
	c.mu.Lock()
	re, ok := c.known[patternKey{source, flags}]
	c.mu.Unlock()
	if ok {
		return re, nil
	}
	return c.compile(source, flags)
}

// compile makes the program of a pattern in WTF-8 and keeps it. The error is a SyntaxError.
func (c *patternCache) compile(source, flags string) (*ecmaregexp.Regexp, error) {
	re, err := parsePattern(source, flags)
	if err != nil {
		return nil, err
	}
	re.Compile()
	c.mu.Lock()
	defer c.mu.Unlock()
	key := patternKey{source, flags}
	if _, ok := c.known[key]; !ok {
		c.bytes += len(source)
	}
	if c.known == nil || c.bytes > maxCachedPatterns {
		c.bytes, c.known = len(source), map[patternKey]*ecmaregexp.Regexp{}
	}
	c.known[key] = re
	return re, nil
}

func parsePattern(source, flags string) (*ecmaregexp.Regexp, error) {
	if len(source) > maxPattern {
		return nil, isolate.Throw("SyntaxError", "regular expression too large: it has %d bytes; one of more than 254 groups may have %d", len(source), maxPattern)
	}
	f, err := ecmaregexp.ParseFlags(flags)
	if err != nil {
		return nil, isolate.Throw("SyntaxError", "%v", err)
	}
	re, err := ecmaregexp.Parse(codeUnits([]byte(source)), f)
	if err == nil && len(re.Groups) > maxCaptures {
		err = errors.New("too many captures")
	}
	if err != nil {
		return nil, isolate.Throw("SyntaxError", "%v", err)
	}
	return re, nil
}
