package web

import "strings"

// regExpOf is "generate a regular expression and name list".
// Spec: https://urlpattern.spec.whatwg.org/#converting-part-lists-to-regular-expressions
func regExpOf(parts []patternPart, options patternOptions) (source string, names []string) {
	var out strings.Builder
	out.WriteByte('^')
	for _, p := range parts {
		if p.kind != fixedText {
			names = append(names, p.name)
		}
		out.WriteString(p.regExp(options))
	}
	out.WriteByte('$')
	return out.String(), names
}

// regExp is the regular expression of a part.
func (p patternPart) regExp(options patternOptions) string {
	if p.kind == fixedText {
		if p.modifier == "" {
			return escapeRegExp(p.value)
		}
		return "(?:" + escapeRegExp(p.value) + ")" + p.modifier
	}
	value := p.value
	switch p.kind {
	case segmentWildcard:
		value = options.segmentWildcardRegExp()
	case fullWildcard:
		value = fullWildcardRegExp
	}
	repeats := p.modifier == "*" || p.modifier == "+"
	if p.prefix == "" && p.suffix == "" {
		if !repeats {
			return "(" + value + ")" + p.modifier
		}
		return "((?:" + value + ")" + p.modifier + ")"
	}
	prefix, suffix := escapeRegExp(p.prefix), escapeRegExp(p.suffix)
	if !repeats {
		return "(?:" + prefix + "(" + value + ")" + suffix + ")" + p.modifier
	}
	// The first prefix and the last suffix are not captured; those between are.
	out := "(?:" + prefix + "((?:" + value + ")(?:" + suffix + prefix + "(?:" + value + "))*)" + suffix + ")"
	if p.modifier == "*" {
		out += "?"
	}
	return out
}

// patternOf is "generate a pattern string".
// Spec: https://urlpattern.spec.whatwg.org/#converting-part-lists-to-pattern-strings
func patternOf(parts []patternPart, options patternOptions) string {
	var out strings.Builder
	for i, p := range parts {
		var previous, next *patternPart
		if i > 0 {
			previous = &parts[i-1]
		}
		if i < len(parts)-1 {
			next = &parts[i+1]
		}
		if p.kind == fixedText {
			out.WriteString(p.fixedPattern())
		} else {
			out.WriteString(p.pattern(previous, next, options))
		}
	}
	return out.String()
}

func (p patternPart) fixedPattern() string {
	if p.modifier == "" {
		return escapePattern(p.value)
	}
	return "{" + escapePattern(p.value) + "}" + p.modifier
}

// hasName tells whether the group's name is in the pattern.
func (p patternPart) hasName() bool { return !within(p.name[0], '0', '9') }

func (p patternPart) pattern(previous, next *patternPart, options patternOptions) string {
	grouped := p.needsGrouping(previous, next, options)
	var out strings.Builder
	if grouped {
		out.WriteByte('{')
	}
	out.WriteString(escapePattern(p.prefix))
	if p.hasName() {
		out.WriteString(":" + p.name)
	}
	out.WriteString(p.matcherPattern(previous, grouped, options))
	if p.kind == segmentWildcard && p.hasName() && beginsWithName(p.suffix) {
		out.WriteByte('\\')
	}
	out.WriteString(escapePattern(p.suffix))
	if grouped {
		out.WriteByte('}')
	}
	out.WriteString(p.modifier)
	return out.String()
}

// needsGrouping tells whether a group would be read as another without braces.
func (p patternPart) needsGrouping(previous, next *patternPart, options patternOptions) bool {
	if p.suffix != "" || p.prefix != "" && p.prefix != options.prefix {
		return true
	}
	if p.hasName() && p.kind == segmentWildcard && p.modifier == "" && next != nil && next.prefix == "" && next.suffix == "" {
		if next.kind == fixedText && beginsWithName(next.value) || next.kind != fixedText && !next.hasName() {
			return true
		}
	}
	return p.prefix == "" && previous != nil && previous.kind == fixedText &&
		options.prefix != "" && strings.HasSuffix(previous.value, options.prefix)
}

// matcherPattern is the part of the pattern that says what the group matches.
func (p patternPart) matcherPattern(previous *patternPart, grouped bool, options patternOptions) string {
	switch {
	case p.kind == regExpPart:
		return "(" + p.value + ")"
	case p.kind == segmentWildcard && !p.hasName():
		return "(" + options.segmentWildcardRegExp() + ")"
	case p.kind == segmentWildcard:
		return ""
	}
	if !p.hasName() && (previous == nil || previous.kind == fixedText || previous.modifier != "" || grouped || p.prefix != "") {
		return "*"
	}
	return "(" + fullWildcardRegExp + ")"
}

func beginsWithName(s string) bool {
	for _, r := range s {
		return isNameCodePoint(r, false)
	}
	return false
}

// escapeRegExp is "escape a regexp string".
func escapeRegExp(s string) string { return escapeBytes(s, `.+*?^${}()[]|/\`) }

// escapePattern is "escape a pattern string".
func escapePattern(s string) string { return escapeBytes(s, `+*?:{}()\`) }

// escapeBytes puts a backslash before each byte of s that is in set.
func escapeBytes(s, set string) string {
	if !strings.ContainsAny(s, set) {
		return s
	}
	var out strings.Builder
	for i := range len(s) {
		if strings.IndexByte(set, s[i]) >= 0 {
			out.WriteByte('\\')
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

// hexPunctuation writes the characters that have a meaning only in classes in
// another way where they are outside of one: QuickJS-ng takes them for errors in
// expressions with the flag v. Those are "-", "/" and a second one of a pair such as "::".
func hexPunctuation(source string) string {
	const alone, pairs = "-/", "!#%&,:;<=>@`~"
	var out strings.Builder
	depth, modifiers := 0, false
	for i := 0; i < len(source); i++ {
		c := source[i]
		switch {
		case c == '\\' && i+1 < len(source):
			out.WriteByte(c)
			i++
			c = source[i]
		case c == '[':
			depth++
		case c == ']':
			depth--
		case depth > 0:
		case strings.HasSuffix(source[:i], "(?"):
			modifiers = c == '-' || within(c, 'a', 'z')
		case c == ':' || c == ')':
			modifiers = false
		case strings.IndexByte(alone, c) >= 0 && !modifiers:
			out.WriteString(hexEscape(c))
			continue
		}
		if depth == 0 && i > 0 && c == source[i-1] && strings.IndexByte(pairs, c) >= 0 {
			out.WriteString(hexEscape(c))
			continue
		}
		out.WriteByte(c)
	}
	return out.String()
}

func hexEscape(c byte) string {
	const digits = "0123456789abcdef"
	return string([]byte{'\\', 'x', digits[c>>4], digits[c&15]})
}
