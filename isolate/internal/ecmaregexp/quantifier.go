package ecmaregexp

// quantified reads the quantifier after n, if there is one. first is the number of
// groups before n.
func (p *parser) quantified(n node, first int, quantifiable bool) node {
	low, high, ok := p.quantifier()
	if !ok {
		return n
	}
	if !quantifiable {
		p.fail("Nothing to repeat")
	}
	if high >= 0 && low > high {
		p.fail("numbers out of order in {} quantifier")
	}
	lazy := p.eat("?")
	return loopNode{n, low, high, lazy, first + 1, p.groups + 1}
}

func (p *parser) quantifier() (low, high int, ok bool) {
	switch {
	case p.eat("*"):
		return 0, -1, true
	case p.eat("+"):
		return 1, -1, true
	case p.eat("?"):
		return 0, 1, true
	case p.peek() == '{':
		start := p.pos
		if low, high, ok = p.braces(); ok {
			return low, high, true
		}
		if p.unicodeMode() {
			p.fail("Incomplete quantifier")
		}
		p.pos = start
	}
	return 0, 0, false
}

// braces reads {n}, {n,} or {n,m}.
func (p *parser) braces() (low, high int, ok bool) {
	if !p.eat("{") {
		return 0, 0, false
	}
	low, ok = p.decimal()
	if !ok {
		return 0, 0, false
	}
	high = low
	if p.eat(",") {
		if high, ok = p.decimal(); !ok {
			high = -1
		}
	}
	return low, high, p.eat("}")
}

// decimal reads digits, and stays at maxRepeat where they mean more.
func (p *parser) decimal() (n int, ok bool) {
	for ; p.peek() >= '0' && p.peek() <= '9'; p.pos++ {
		n, ok = min(n*10+int(p.peek()-'0'), maxRepeat), true
	}
	return n, ok
}
