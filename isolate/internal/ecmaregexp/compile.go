package ecmaregexp

type opcode uint8

const (
	opChar      opcode = iota // one character: char, folded
	opSet                     // one character of set: invert, folded
	opRun                     // the next instruction, min to max times
	opSplit                   // try x, then y
	opJump                    // go on at x
	opSave                    // capture register x is the position
	opReset                   // captures x to y-1 have not matched
	opStore                   // counter x is 0
	opMark                    // counter x is the position
	opProgress                // fail if the position is counter x, and counter y is over min
	opLoop                    // count in counter x: body at next, exit at y
	opLineStart               // assertions
	opLineEnd
	opBoundary
	opLook      // match from next to opLookEnd, go on at x
	opLookEnd   // the body of a lookaround has matched
	opReference // what one of groups has captured
	opMatch
)

// An instruction is one step of a program. Which fields mean something depends on op.
type instruction struct {
	op       opcode
	back     bool // read to the left of the position
	invert   bool
	folded   bool
	lazy     bool
	behind   bool
	x, y     int
	min, max int
	char     rune
	set      *charSet
	ascii    [2]uint64 // the first 128 members of set, with folding and inversion applied
	groups   []int
}

// A program is a compiled pattern.
type program struct {
	code     []instruction
	counters int
	unicode  bool

	canBeEmpty bool      // or begin with what is not known
	first      [2]uint64 // the characters below 128 that a match can begin with
	firstWide  bool      // it can begin with others
}

type compiler struct {
	program
	back bool // inside of a lookbehind, which is matched from right to left
}

func compile(n node, unicodeMode bool) program {
	c := &compiler{program: program{unicode: unicodeMode}}
	c.node(n)
	c.emit(instruction{op: opMatch})
	c.findFirst()
	return c.program
}

func (c *compiler) emit(i instruction) int {
	i.back = c.back
	c.code = append(c.code, i)
	return len(c.code) - 1
}

func (c *compiler) node(n node) {
	switch n := n.(type) {
	case charNode:
		c.emit(instruction{op: opChar, char: n.char, folded: n.folded})
	case setNode:
		c.set(n)
	case sequenceNode:
		c.sequence(n.list)
	case alternativeNode:
		c.alternatives(n.list)
	case captureNode:
		c.capture(n)
	case *backReferenceNode:
		c.emit(instruction{op: opReference, groups: n.groups, folded: n.folded})
	case lineStartNode:
		c.emit(instruction{op: opLineStart, invert: n.multiline})
	case lineEndNode:
		c.emit(instruction{op: opLineEnd, invert: n.multiline})
	case boundaryNode:
		c.emit(instruction{op: opBoundary, invert: n.invert, set: n.words})
	case lookNode:
		c.look(n)
	case loopNode:
		c.loop(n)
	}
}

func (c *compiler) set(n setNode) {
	i := instruction{op: opSet, set: n.set, invert: n.invert, folded: n.folded}
	for r := range rune(128) {
		in := n.set.contains(r)
		if n.folded {
			in = n.set.containsFolded(r, c.unicode)
		}
		if in != n.invert {
			i.ascii[r>>6] |= 1 << (r & 63)
		}
	}
	c.emit(i)
}

func (c *compiler) sequence(list []node) {
	for i := range list {
		if c.back {
			c.node(list[len(list)-1-i])
		} else {
			c.node(list[i])
		}
	}
}

func (c *compiler) alternatives(list []node) {
	var ends []int
	for i, n := range list {
		if i == len(list)-1 {
			c.node(n)
			break
		}
		split := c.emit(instruction{op: opSplit})
		c.code[split].x = len(c.code)
		c.node(n)
		ends = append(ends, c.emit(instruction{op: opJump}))
		c.code[split].y = len(c.code)
	}
	for _, e := range ends {
		c.code[e].x = len(c.code)
	}
}

func (c *compiler) capture(n captureNode) {
	first, second := 2*n.index, 2*n.index+1
	if c.back {
		first, second = second, first
	}
	c.emit(instruction{op: opSave, x: first})
	c.node(n.body)
	c.emit(instruction{op: opSave, x: second})
}

func (c *compiler) look(n lookNode) {
	saved := c.back
	start := c.emit(instruction{op: opLook, invert: n.invert, behind: n.behind})
	c.back = n.behind
	c.node(n.body)
	c.back = saved
	c.emit(instruction{op: opLookEnd})
	c.code[start].x = len(c.code)
}

func (c *compiler) loop(n loopNode) {
	switch n.body.(type) {
	case charNode, setNode:
		c.emit(instruction{op: opRun, min: n.min, max: n.max, lazy: n.lazy})
		c.node(n.body)
		return
	}
	if n.max == 0 {
		return
	}
	if n.min == 0 && n.max < 0 && !canBeEmpty(n.body) {
		c.star(n)
		return
	}
	count, mark := c.counters, c.counters+1
	c.counters += 2
	c.emit(instruction{op: opStore, x: count})
	head := c.emit(instruction{op: opLoop, x: count, min: n.min, max: n.max, lazy: n.lazy})
	empty := canBeEmpty(n.body)
	if empty {
		c.emit(instruction{op: opMark, x: mark})
	}
	c.iteration(n)
	if empty {
		c.emit(instruction{op: opProgress, x: mark, y: count, min: n.min})
	}
	c.emit(instruction{op: opJump, x: head})
	c.code[head].y = len(c.code)
}

// star is the loop that needs no counters.
func (c *compiler) star(n loopNode) {
	split := c.emit(instruction{op: opSplit})
	c.iteration(n)
	c.emit(instruction{op: opJump, x: split})
	body, exit := split+1, len(c.code)
	if n.lazy {
		body, exit = exit, body
	}
	c.code[split].x, c.code[split].y = body, exit
}

func (c *compiler) iteration(n loopNode) {
	if n.end > n.first {
		c.emit(instruction{op: opReset, x: n.first, y: n.end})
	}
	c.node(n.body)
}
