package ecmaregexp

// reference matches again what a group has captured, or nothing where none has.
func (m *Matcher) reference(i *instruction, pos int) (int, bool) {
	for _, g := range i.groups {
		from, to := m.captures[2*g], m.captures[2*g+1]
		if from < 0 || to < 0 {
			continue
		}
		n, at := to-from, pos
		if i.back {
			at -= n
		}
		if at < 0 || at+n > len(m.in) {
			return pos, false
		}
		for k := range n {
			if !m.same(m.in[from+k], m.in[at+k], i.folded) {
				return pos, false
			}
		}
		if i.back {
			return at, true
		}
		return at + n, true
	}
	return pos, true
}

func (m *Matcher) same(a, b rune, folded bool) bool {
	return a == b || folded && canonicalize(a, m.prog.unicode) == canonicalize(b, m.prog.unicode)
}
