package ecmaregexp

// reference matches again what a group has captured, or nothing where none has.
func (m *machine[U]) reference(i *instruction, pos int) (int, bool) {
	for _, g := range i.groups {
		from, to := m.captures[2*g], m.captures[2*g+1]
		switch {
		case from < 0 || to < 0:
			continue
		case i.back:
			return m.referenceBack(i, from, to, pos)
		}
		return m.referenceOn(i, from, to, pos)
	}
	return pos, true
}

func (m *machine[U]) referenceOn(i *instruction, from, to, start int) (int, bool) {
	pos := start
	var a, b rune
	for from < to {
		if pos >= len(m.in) {
			return start, false
		}
		a, from = m.at(from)
		if b, pos = m.at(pos); !m.same(a, b, i.folded) {
			return start, false
		}
	}
	return pos, true
}

func (m *machine[U]) referenceBack(i *instruction, from, to, start int) (int, bool) {
	pos := start
	var a, b rune
	for from < to {
		if pos <= 0 {
			return start, false
		}
		a, to = m.before(to)
		if b, pos = m.before(pos); !m.same(a, b, i.folded) {
			return start, false
		}
	}
	return pos, true
}

func (m *machine[U]) same(a, b rune, folded bool) bool {
	return a == b || folded && canonicalize(a, m.prog.unicode) == canonicalize(b, m.prog.unicode)
}
