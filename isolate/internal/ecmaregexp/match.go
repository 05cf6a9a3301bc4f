package ecmaregexp

import (
	"cmp"
	"errors"
)

// ErrTooComplex reports a match that remembers more choices than maxFrames, or than Matcher.Memory has room for.
var ErrTooComplex = errors.New("regular expression is too complex for this input")

const (
	maxFrames    = 1 << 24 // 256 MB
	frameBytes   = 16
	pollInterval = 1 << 14 // steps
)

type frameKind int32

const (
	frameChoice  frameKind = iota // go on at a with position b
	frameCapture                  // capture register a was b
	frameCounter                  // counter a was b
	frameGreedy                   // a run that may give back characters: go on at a, position b down to c
	frameLazy                     // a run that may take more: instruction a, position b, c taken
)

// A frame is something to return to, or to undo, when a match fails.
type frame struct {
	kind    frameKind
	a, b, c int32
}

// A Matcher holds what one match at a time needs, to be used again. The zero value is ready.
type Matcher struct {
	// Poll, if not nil, is called now and then while a match runs. It may panic to end it.
	Poll func()
	// Memory, if not 0, is the most that a match may remember of its choices, in bytes.
	Memory int64

	ascii machine[uint8]
	wide  machine[uint16]
}

// Match looks for the first match in text that begins at start or later, or only at start
// if sticky, whatever re.Flags.Sticky is. Positions count UTF-16 code units. In the modes u and v a start
// inside of a surrogate pair is moved to the pair's begin, as V8 does.
//
// The result has the start and end of the match and of each group, -1 where a group has not
// matched; it is nil where nothing matches, and is valid until the next call. A match costs
// what it looks at: the text is neither copied nor read from its begin.
func (m *Matcher) Match(re *Regexp, text Text, start int, sticky bool) (captures []int, err error) {
	frames := min(cmp.Or(int(m.Memory/frameBytes), maxFrames), maxFrames)
	if text.units != nil {
		m.wide.poll, m.wide.frames = m.Poll, frames
		return m.wide.match(re, text.units, start, sticky)
	}
	m.ascii.poll, m.ascii.frames = m.Poll, frames
	return m.ascii.match(re, text.ascii, start, sticky)
}

// A machine runs programs over one form of text.
type machine[U unit] struct {
	poll     func()
	prog     *program
	in       []U
	captures []int // two registers for each group, -1 where it has not matched
	counters []int
	stack    []frame
	frames   int // the most that stack may hold
	steps    int
}

func (m *machine[U]) match(re *Regexp, input []U, start int, sticky bool) (captures []int, err error) {
	defer func() {
		if x := recover(); x != nil {
			if e, ok := x.(error); !ok || !errors.Is(e, ErrTooComplex) {
				panic(x)
			}
			captures, err = nil, ErrTooComplex
		}
		m.in = nil
	}()
	m.prog, m.in = re.program(), input
	m.captures = resize(m.captures, 2*len(re.Groups))
	m.counters = resize(m.counters, m.prog.counters)
	if m.splitsPair(start) {
		start--
	}
	for at := start; at <= len(input); at = m.after(at) {
		if at = m.candidate(at, sticky); at < 0 {
			return nil, nil
		}
		for i := range m.captures {
			m.captures[i] = -1
		}
		m.stack = m.stack[:0]
		if end, ok := m.run(0, at); ok {
			m.captures[0], m.captures[1] = at, end
			return m.captures, nil
		}
		if sticky {
			return nil, nil
		}
		m.step()
	}
	return nil, nil
}

func resize(s []int, n int) []int {
	if cap(s) < n {
		return make([]int, n)
	}
	return s[:n]
}

// candidate is the next position from at where a match can begin, or -1.
func (m *machine[U]) candidate(at int, sticky bool) int {
	p := m.prog
	if i := &p.code[0]; i.op == opLineStart && !i.invert && at > 0 {
		return -1
	}
	if p.canBeEmpty {
		return at
	}
	for at < len(m.in) {
		c, end := m.at(at)
		switch {
		case p.canBegin(c):
			return at
		case sticky:
			return -1
		}
		at = end
	}
	return -1
}

func (m *machine[U]) step() {
	if m.steps++; m.steps >= pollInterval {
		m.steps = 0
		if m.poll != nil {
			m.poll()
		}
	}
}

func (m *machine[U]) push(kind frameKind, a, b, c int) {
	if len(m.stack) >= m.frames {
		panic(ErrTooComplex)
	}
	m.stack = append(m.stack, frame{kind, int32(a), int32(b), int32(c)})
}

// accepts reports whether a character matches opChar or opSet.
func (i *instruction) accepts(c rune, unicode bool) bool {
	if i.op == opChar {
		return c == i.char || i.folded && canonicalize(c, unicode) == i.char
	}
	if c < 128 {
		return i.ascii[c>>6]&(1<<(c&63)) != 0
	}
	if i.folded {
		return i.set.containsFolded(c, unicode) != i.invert
	}
	return i.set.contains(c) != i.invert
}

// one matches one character and moves pos over it.
func (m *machine[U]) one(i *instruction, pos int) (int, bool) {
	var c rune
	to := pos
	switch {
	case i.back && pos > 0:
		c, to = m.before(pos)
	case !i.back && pos < len(m.in):
		c, to = m.at(pos)
	default:
		return pos, false
	}
	if !i.accepts(c, m.prog.unicode) {
		return pos, false
	}
	return to, true
}

// run executes from pc until the pattern or the lookaround around pc has matched, or
// until all choices made since have failed.
func (m *machine[U]) run(pc, pos int) (end int, ok bool) {
	base := len(m.stack)
	for {
		m.step()
		i := &m.prog.code[pc]
		ok := true
		switch i.op {
		case opChar, opSet:
			pos, ok = m.one(i, pos)
			pc++
		case opMatch, opLookEnd:
			return pos, true
		case opSplit:
			m.push(frameChoice, i.y, pos, 0)
			pc = i.x
		case opJump:
			pc = i.x
		case opRun:
			pos, ok = m.runOfOne(pc, pos)
			pc += 2
		case opLoop:
			pc = m.loop(i, pc, pos)
		case opLook:
			ok = m.look(i, pc, pos)
			pc = i.x
		case opReference:
			pos, ok = m.reference(i, pos)
			pc++
		case opLineStart, opLineEnd, opBoundary:
			ok = m.assert(i, pos)
			pc++
		default:
			ok = m.register(i, pos)
			pc++
		}
		if !ok {
			if pc, pos, ok = m.backtrack(base); !ok {
				return 0, false
			}
		}
	}
}

// register executes the instructions that only change captures and counters.
func (m *machine[U]) register(i *instruction, pos int) bool {
	switch i.op {
	case opSave:
		m.setCapture(i.x, pos)
	case opReset:
		for r := 2 * i.x; r < 2*i.y; r++ {
			if m.captures[r] >= 0 {
				m.setCapture(r, -1)
			}
		}
	case opStore:
		m.setCounter(i.x, 0)
	case opMark:
		m.setCounter(i.x, pos)
	case opProgress:
		if pos != m.counters[i.x] {
			return true
		}
		if m.counters[i.y] > i.min {
			return false
		}
		m.setCounter(i.y, i.min) // the iterations that are left would match nothing too
	}
	return true
}

func (m *machine[U]) setCapture(r, v int) {
	m.push(frameCapture, r, m.captures[r], 0)
	m.captures[r] = v
}

func (m *machine[U]) setCounter(r, v int) {
	m.push(frameCounter, r, m.counters[r], 0)
	m.counters[r] = v
}

// loop decides between another iteration, which begins after pc, and the exit.
func (m *machine[U]) loop(i *instruction, pc, pos int) int {
	n := m.counters[i.x]
	if i.max >= 0 && n >= i.max {
		return i.y
	}
	if n >= i.min && !i.lazy {
		m.push(frameChoice, i.y, pos, 0)
	}
	if n >= i.min && i.lazy {
		// The iteration that is chosen later must count itself: it starts at the count of now.
		m.setCounter(i.x, n+1)
		m.push(frameChoice, pc+1, pos, 0)
		return i.y
	}
	m.setCounter(i.x, n+1)
	return pc + 1
}

// runOfOne matches a repeated single character, the instruction after pc.
func (m *machine[U]) runOfOne(pc, pos int) (int, bool) {
	i, body := &m.prog.code[pc], &m.prog.code[pc+1]
	n, least := 0, pos
	for i.max < 0 || n < i.max {
		if i.lazy && n >= i.min {
			break
		}
		next, ok := m.one(body, pos)
		if !ok {
			break
		}
		pos = next
		if n++; n == i.min {
			least = pos
		}
		m.step()
	}
	switch {
	case n < i.min:
		return pos, false
	case i.lazy:
		m.push(frameLazy, pc, pos, n)
	case pos != least:
		m.push(frameGreedy, pc+2, pos, least)
	}
	return pos, true
}

// look executes a lookaround. What a positive one has captured stays, its choices do not.
func (m *machine[U]) look(i *instruction, pc, pos int) bool {
	mark := len(m.stack)
	_, ok := m.run(pc+1, pos)
	if i.invert || !ok {
		m.undo(mark)
		return ok != i.invert
	}
	kept := m.stack[:mark]
	for _, f := range m.stack[mark:] {
		if f.kind == frameCapture || f.kind == frameCounter {
			kept = append(kept, f)
		}
	}
	m.stack = kept
	return true
}

func (m *machine[U]) assert(i *instruction, pos int) bool {
	switch i.op {
	case opLineStart:
		return pos == 0 || i.invert && lineEnds.contains(rune(m.in[pos-1]))
	case opLineEnd:
		return pos == len(m.in) || i.invert && lineEnds.contains(rune(m.in[pos]))
	}
	left := pos > 0 && i.set.contains(rune(m.in[pos-1]))
	right := pos < len(m.in) && i.set.contains(rune(m.in[pos]))
	return (left != right) != i.invert
}
