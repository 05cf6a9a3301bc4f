package ecmaregexp

// What a match can begin with is found out when a pattern is compiled, so that the search for one
// passes over the rest of a text without starting the program.

// canBegin reports whether a match that is not empty can begin with c.
func (p *program) canBegin(c rune) bool {
	if c < 128 {
		return p.first[c>>6]&(1<<(c&63)) != 0
	}
	return p.firstWide
}

// findFirst sets canBeEmpty, first and firstWide. They allow too much rather than too little:
// assertions are taken to hold, and all characters from 128 to be alike.
func (p *program) findFirst() {
	seen := make([]bool, len(p.code))
	for open := []int{0}; len(open) > 0; {
		pc := open[len(open)-1]
		open = open[:len(open)-1]
		if !seen[pc] {
			seen[pc] = true
			open = append(open, p.firstAt(pc)...)
		}
	}
}

// firstAt adds what instruction pc accepts, and returns those that may be executed next
// without a character being consumed.
func (p *program) firstAt(pc int) []int {
	switch i := &p.code[pc]; i.op {
	case opChar, opSet:
		p.addFirst(i)
	case opMatch, opReference:
		p.canBeEmpty = true
	case opSplit:
		return []int{i.x, i.y}
	case opJump, opLook:
		return []int{i.x}
	case opLoop:
		return []int{pc + 1, i.y}
	case opRun:
		if i.min > 0 {
			return []int{pc + 1}
		}
		if i.max == 0 {
			return []int{pc + 2}
		}
		return []int{pc + 1, pc + 2}
	default:
		return []int{pc + 1}
	}
	return nil
}

func (p *program) addFirst(i *instruction) {
	for c := range rune(128) {
		if i.accepts(c, p.unicode) {
			p.first[c>>6] |= 1 << (c & 63)
		}
	}
	p.firstWide = p.firstWide || i.op == opSet || i.folded || i.char >= 128
}
