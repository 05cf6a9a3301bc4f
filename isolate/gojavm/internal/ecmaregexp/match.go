package ecmaregexp

import "errors"

// ErrTooComplex reports a match that remembers more choices than maxFrames.
var ErrTooComplex = errors.New("regular expression is too complex for this input")

const (
	maxFrames    = 1 << 24 // 320 MB
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

	prog     *program
	in       []rune
	captures []int // two registers for each group, -1 where it has not matched
	counters []int
	stack    []frame
	steps    int
}

// Match looks for the first match in input that begins at start or later, or only
// at start with the sticky flag. The result has the start and end of the match and of
// each group, -1 where a group has not matched; it is nil where nothing matches, and is
// valid until the next call.
func (m *Matcher) Match(re *Regexp, input []rune, start int) (captures []int, err error) {
	defer func() {
		if x := recover(); x != nil {
			if e, ok := x.(error); !ok || !errors.Is(e, ErrTooComplex) {
				panic(x)
			}
			captures, err = nil, ErrTooComplex
		}
		m.in = nil
	}()
	p := re.program()
	m.prog, m.in = p, input
	m.captures = resize(m.captures, 2*len(re.Groups))
	m.counters = resize(m.counters, p.counters)
	for at := start; at <= len(input); at++ {
		if at = m.candidate(at, re.Flags.Sticky); at < 0 {
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
		if re.Flags.Sticky {
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

// candidate is the next position from at where the first instruction can match, or -1.
func (m *Matcher) candidate(at int, sticky bool) int {
	i := &m.prog.code[0]
	switch {
	case sticky:
		return at
	case i.op == opLineStart && !i.invert && at > 0:
		return -1
	case i.op == opRun && i.min > 0:
		i = &m.prog.code[1]
	}
	if i.op != opChar && i.op != opSet {
		return at
	}
	for ; at < len(m.in); at++ {
		if m.accepts(i, m.in[at]) {
			return at
		}
	}
	return -1
}

func (m *Matcher) step() {
	if m.steps++; m.steps >= pollInterval {
		m.steps = 0
		if m.Poll != nil {
			m.Poll()
		}
	}
}

func (m *Matcher) push(kind frameKind, a, b, c int) {
	if len(m.stack) >= maxFrames {
		panic(ErrTooComplex)
	}
	m.stack = append(m.stack, frame{kind, int32(a), int32(b), int32(c)})
}

// accepts reports whether a character matches opChar or opSet.
func (m *Matcher) accepts(i *instruction, c rune) bool {
	if i.op == opChar {
		return c == i.char || i.folded && canonicalize(c, m.prog.unicode) == i.char
	}
	if c < 128 {
		return i.ascii[c>>6]&(1<<(c&63)) != 0
	}
	if i.folded {
		return i.set.containsFolded(c, m.prog.unicode) != i.invert
	}
	return i.set.contains(c) != i.invert
}

// one matches one character and moves pos over it.
func (m *Matcher) one(i *instruction, pos int) (int, bool) {
	if i.back {
		if pos > 0 && m.accepts(i, m.in[pos-1]) {
			return pos - 1, true
		}
		return pos, false
	}
	if pos < len(m.in) && m.accepts(i, m.in[pos]) {
		return pos + 1, true
	}
	return pos, false
}

// run executes from pc until the pattern or the lookaround around pc has matched, or
// until all choices made since have failed.
func (m *Matcher) run(pc, pos int) (end int, ok bool) {
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
func (m *Matcher) register(i *instruction, pos int) bool {
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

func (m *Matcher) setCapture(r, v int) {
	m.push(frameCapture, r, m.captures[r], 0)
	m.captures[r] = v
}

func (m *Matcher) setCounter(r, v int) {
	m.push(frameCounter, r, m.counters[r], 0)
	m.counters[r] = v
}

// loop decides between another iteration, which begins after pc, and the exit.
func (m *Matcher) loop(i *instruction, pc, pos int) int {
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
func (m *Matcher) runOfOne(pc, pos int) (int, bool) {
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
func (m *Matcher) look(i *instruction, pc, pos int) bool {
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

// undo takes back everything since mark.
func (m *Matcher) undo(mark int) {
	for n := len(m.stack); n > mark; n-- {
		m.restore(m.stack[n-1])
	}
	m.stack = m.stack[:mark]
}

func (m *Matcher) restore(f frame) {
	switch f.kind {
	case frameCapture:
		m.captures[f.a] = int(f.b)
	case frameCounter:
		m.counters[f.a] = int(f.b)
	}
}

// backtrack returns to the last choice that is left since base.
func (m *Matcher) backtrack(base int) (pc, pos int, ok bool) {
	for n := len(m.stack); n > base; n = len(m.stack) {
		f := m.stack[n-1]
		m.stack = m.stack[:n-1]
		switch f.kind {
		case frameChoice:
			return int(f.a), int(f.b), true
		case frameGreedy:
			return m.giveBack(f)
		case frameLazy:
			if pc, pos, ok := m.takeMore(f); ok {
				return pc, pos, true
			}
		default:
			m.restore(f)
		}
	}
	return 0, 0, false
}

func (m *Matcher) giveBack(f frame) (pc, pos int, ok bool) {
	step := int32(1)
	if f.b > f.c {
		step = -1
	}
	if f.b += step; f.b != f.c {
		m.stack = append(m.stack, f)
	}
	return int(f.a), int(f.b), true
}

func (m *Matcher) takeMore(f frame) (pc, pos int, ok bool) {
	i := &m.prog.code[f.a]
	if i.max >= 0 && int(f.c) >= i.max {
		return 0, 0, false
	}
	pos, ok = m.one(&m.prog.code[f.a+1], int(f.b))
	if ok {
		m.push(frameLazy, int(f.a), pos, int(f.c)+1)
	}
	return int(f.a) + 2, pos, ok
}

func (m *Matcher) assert(i *instruction, pos int) bool {
	switch i.op {
	case opLineStart:
		return pos == 0 || i.invert && lineEnds.contains(m.in[pos-1])
	case opLineEnd:
		return pos == len(m.in) || i.invert && lineEnds.contains(m.in[pos])
	}
	left := pos > 0 && i.set.contains(m.in[pos-1])
	right := pos < len(m.in) && i.set.contains(m.in[pos])
	return (left != right) != i.invert
}
