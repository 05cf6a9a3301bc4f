package ecmaregexp

// undo takes back everything since mark.
func (m *machine[U]) undo(mark int) {
	for n := len(m.stack); n > mark; n-- {
		m.restore(m.stack[n-1])
	}
	m.stack = m.stack[:mark]
}

func (m *machine[U]) restore(f frame) {
	switch f.kind {
	case frameCapture:
		m.captures[f.a] = int(f.b)
	case frameCounter:
		m.counters[f.a] = int(f.b)
	}
}

// backtrack returns to the last choice that is left since base.
func (m *machine[U]) backtrack(base int) (pc, pos int, ok bool) {
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

func (m *machine[U]) giveBack(f frame) (pc, pos int, ok bool) {
	if f.b > f.c {
		_, pos = m.before(int(f.b))
	} else {
		pos = m.after(int(f.b))
	}
	if f.b = int32(pos); f.b != f.c {
		m.stack = append(m.stack, f)
	}
	return int(f.a), pos, true
}

func (m *machine[U]) takeMore(f frame) (pc, pos int, ok bool) {
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
