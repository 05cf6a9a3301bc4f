package web

import "slices"

// constructorParser is a "constructor string parser". Its states are those of the
// standard in their order; the names of components are keys of the result.
// Spec: https://urlpattern.spec.whatwg.org/#constructor-string-parsing
type constructorParser struct {
	input          []rune
	tokens         []patternToken
	result         urlPatternInit
	componentStart int
	index          int
	increment      int
	groupDepth     int
	bracketDepth   int  // of an IPv6 address in the hostname
	special        bool // the protocol matches a special scheme
	state          string
	matches        func(regExp string) (bool, error) // see urlPatterns
}

const (
	stateInit      = "init"
	stateAuthority = "authority"
	stateDone      = "done"
)

// parseConstructorString is "parse a constructor string".
func parseConstructorString(input string, matches func(string) (bool, error)) (urlPatternInit, error) {
	p := &constructorParser{input: []rune(input), result: urlPatternInit{}, state: stateInit, matches: matches}
	var err error
	if p.tokens, err = tokenizePattern(p.input, true); err != nil {
		return nil, err
	}
	for p.index < len(p.tokens) && p.state != stateDone {
		p.increment = 1
		if err := p.step(); err != nil {
			return nil, err
		}
		p.index += p.increment
	}
	if _, ok := p.result[patternPort]; !ok && p.result.has(patternHostname) {
		p.result[patternPort] = ""
	}
	return p.result, nil
}

func (p *constructorParser) step() error {
	switch kind := p.tokens[p.index].kind; {
	case kind == tokenEnd:
		p.end()
		return nil
	case kind == tokenOpen:
		p.groupDepth++
		return nil
	case p.groupDepth > 0 && kind != tokenClose:
		return nil
	case p.groupDepth > 0:
		p.groupDepth--
	}
	return p.inState()
}

// end is what the end means in the states where it isn't the end.
func (p *constructorParser) end() {
	switch p.state {
	case stateInit:
		p.rewind(stateInit)
		switch {
		case p.is("#"):
			p.change(patternHash, 1)
		case p.isSearchPrefix():
			p.change(patternSearch, 1)
		default:
			p.change(patternPathname, 0)
		}
	case stateAuthority:
		p.rewind(patternHostname)
	default:
		p.change(stateDone, 0)
	}
}

func (p *constructorParser) inState() error {
	switch p.state {
	case stateInit:
		if p.is(":") {
			p.rewind(patternProtocol)
		}
	case patternProtocol:
		if p.is(":") {
			return p.endProtocol()
		}
	case stateAuthority:
		if p.is("@") {
			p.rewind(patternUsername)
		} else if p.is("/") || p.isSearchPrefix() || p.is("#") {
			p.rewind(patternHostname)
		}
	case patternUsername:
		if p.is(":") {
			p.change(patternPassword, 1)
		} else if p.is("@") {
			p.change(patternHostname, 1)
		}
	case patternPassword:
		if p.is("@") {
			p.change(patternHostname, 1)
		}
	case patternHostname:
		p.inHostname()
	default:
		p.toLater()
	}
	return nil
}

func (p *constructorParser) inHostname() {
	switch {
	case p.is("["):
		p.bracketDepth++
	case p.is("]"):
		p.bracketDepth--
	case p.is(":") && p.bracketDepth == 0:
		p.change(patternPort, 1)
	default:
		p.toLater()
	}
}

// toLater goes on to the pathname, the search or the hash where they begin.
func (p *constructorParser) toLater() {
	switch {
	case p.before(patternPathname) && p.is("/"):
		p.change(patternPathname, 0)
	case p.before(patternSearch) && p.isSearchPrefix():
		p.change(patternSearch, 1)
	case p.before(patternHash) && p.is("#"):
		p.change(patternHash, 1)
	}
}

// endProtocol computes the "protocol matches a special scheme flag", by which it
// knows what follows.
func (p *constructorParser) endProtocol() error {
	component, err := compilePattern(p.component(), patternOptions{}, canonicalizeProtocol)
	if err != nil {
		return err
	}
	if p.special, err = component.matchesSpecialScheme(p.matches); err != nil {
		return err
	}
	switch {
	case p.isAt(p.index+1, "/") && p.isAt(p.index+2, "/"):
		p.change(stateAuthority, 3)
	case p.special:
		p.change(stateAuthority, 1)
	default:
		p.change(patternPathname, 1)
	}
	return nil
}

var constructorStates = []string{
	stateInit, patternProtocol, stateAuthority, patternUsername, patternPassword, patternHostname, patternPort,
	patternPathname, patternSearch, patternHash, stateDone,
}

// before tells whether the state comes before another.
func (p *constructorParser) before(state string) bool {
	return slices.Index(constructorStates, p.state) < slices.Index(constructorStates, state)
}

// change is "change state". What it skips is empty, and is set so.
func (p *constructorParser) change(state string, skip int) {
	if p.state != stateInit && p.state != stateAuthority && p.state != stateDone {
		p.result[p.state] = p.component()
	}
	if p.state != stateInit && state != stateDone {
		after := func(component string) bool {
			return slices.Index(constructorStates, state) > slices.Index(constructorStates, component)
		}
		if p.before(patternHostname) && after(patternHostname) {
			p.result.setDefault(patternHostname, "")
		}
		if p.before(patternPathname) && after(patternPathname) {
			path := ""
			if p.special {
				path = "/"
			}
			p.result.setDefault(patternPathname, path)
		}
		if p.before(patternSearch) && after(patternSearch) {
			p.result.setDefault(patternSearch, "")
		}
	}
	p.state = state
	p.index += skip
	p.componentStart = p.index
	p.increment = 0
}

// rewind is "rewind and set state".
func (p *constructorParser) rewind(state string) {
	p.index = p.componentStart
	p.increment = 0
	p.state = state
}

// token is "get a safe token".
func (p *constructorParser) token(index int) patternToken {
	return p.tokens[min(index, len(p.tokens)-1)]
}

// isAt is "is a non-special pattern char".
func (p *constructorParser) isAt(index int, value string) bool {
	t := p.token(index)
	return t.value == value && (t.kind == tokenChar || t.kind == tokenEscapedChar || t.kind == tokenInvalidChar)
}

func (p *constructorParser) is(value string) bool { return p.isAt(p.index, value) }

// isSearchPrefix is "is a search prefix": a question mark that is no modifier.
func (p *constructorParser) isSearchPrefix() bool {
	if p.is("?") {
		return true
	}
	if p.token(p.index).value != "?" {
		return false
	}
	if p.index == 0 {
		return true
	}
	switch p.token(p.index - 1).kind {
	case tokenName, tokenRegExp, tokenClose, tokenAsterisk:
		return false
	}
	return true
}

// component is "make a component string".
func (p *constructorParser) component() string {
	return string(p.input[p.token(p.componentStart).index:p.token(p.index).index])
}
