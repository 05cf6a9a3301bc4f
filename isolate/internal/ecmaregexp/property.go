package ecmaregexp

import (
	"strings"
	"sync"
	"unicode"
)

//go:generate sh -c "go run ./scripts | node tables_gen.mjs && gofmt -w tables.go"

// property reads the braces of \p{...} and is the property's set.
func (p *parser) property(invert bool) class {
	if !p.eat("{") {
		p.fail("Invalid property name")
	}
	start := p.pos
	for p.peek() != '}' {
		if p.peek() < 0 {
			p.fail("Invalid property name")
		}
		p.pos++
	}
	text := string(p.src[start:p.pos])
	p.pos++
	if pattern, ok := stringProperties[text]; ok && p.UnicodeSets {
		if invert {
			p.fail("Invalid property name")
		}
		return p.sequenceProperty(pattern)
	}
	set := lookupProperty(text)
	if set == nil {
		p.fail("Invalid property name")
	}
	if invert {
		if p.UnicodeSets {
			set = p.closeOverCase(set)
		}
		set = set.complement()
	}
	return class{chars: set}
}

// sequenceProperty parses the pattern that stands for a property of strings.
func (p *parser) sequenceProperty(pattern string) class {
	q := &parser{src: []rune(pattern), Flags: Flags{UnicodeSets: true, IgnoreCase: p.IgnoreCase}}
	n, err := q.parse()
	if err != nil {
		p.fail("Invalid property name")
	}
	return class{chars: newCharSet(), sequences: []node{n}}
}

const (
	emojiFlag     = `\p{Regional_Indicator}{2}`
	emojiKeycap   = `[0-9#*]\uFE0F\u20E3`
	emojiTag      = `\u{1F3F4}[\u{E0061}-\u{E007A}]+\u{E007F}`
	emojiModified = `\p{Emoji_Modifier_Base}\p{Emoji_Modifier}`
	emojiStyled   = `\p{Emoji}\uFE0F`
	emojiElement  = `(?:` + emojiModified + `|` + emojiStyled + `|\p{Emoji})`
	emojiBasic    = `(?:` + emojiStyled + `|[\p{Emoji_Presentation}--\p{Regional_Indicator}])`
	emojiJoined   = emojiElement + `(?:\u200D` + emojiElement + `)+`
)

// stringProperties are the properties of strings. The sequences that Unicode
// recommends are a list of some thousands; here they are described by the grammar of
// UTS 51, which also admits well-formed sequences that are not on the list.
var stringProperties = map[string]string{
	"Basic_Emoji":                 emojiBasic,
	"Emoji_Keycap_Sequence":       emojiKeycap,
	"RGI_Modifier_Sequence":       emojiModified,
	"RGI_Flag_Sequence":           emojiFlag,
	"RGI_Emoji_Flag_Sequence":     emojiFlag,
	"RGI_Emoji_Modifier_Sequence": emojiModified,
	"RGI_Emoji_Tag_Sequence":      emojiTag,
	"RGI_Emoji_ZWJ_Sequence":      emojiJoined,
	"RGI_Emoji":                   `(?:` + strings.Join([]string{emojiJoined, emojiTag, emojiKeycap, emojiFlag, emojiModified, emojiBasic}, "|") + `)`,
}

var propertyCache sync.Map // of name to *charSet

// lookupProperty is the set of a property of characters as it is written in braces, or nil.
func lookupProperty(text string) *charSet {
	if s, ok := propertyCache.Load(text); ok {
		return s.(*charSet)
	}
	var s *charSet
	if name, value, ok := strings.Cut(text, "="); ok {
		s = enumerated(name, value)
	} else if s = category(text); s == nil {
		s = binaryProperty(text)
	}
	if s != nil {
		propertyCache.Store(text, s)
	}
	return s
}

func enumerated(name, value string) *charSet {
	switch name {
	case "General_Category", "gc":
		return category(value)
	case "Script", "sc":
		if t := unicode.Scripts[scriptName(value)]; t != nil {
			return fromTable(t)
		}
	case "Script_Extensions", "scx":
		name := scriptName(value)
		if t := unicode.Scripts[name]; t != nil {
			x := scriptExtensions()[name]
			return union(fromTable(t), newCharSet(x.more...)).subtract(newCharSet(x.less...))
		}
	}
	return nil
}

func scriptName(value string) string {
	if name, ok := scriptAliases()[value]; ok {
		return name
	}
	return value
}

func category(name string) *charSet {
	if short, ok := unicode.CategoryAliases[name]; ok {
		name = short
	}
	switch name {
	case "Cn":
		return lookupProperty("Assigned").complement()
	case "LC":
		return fromTables(unicode.Lu, unicode.Ll, unicode.Lt)
	case "C":
		return union(fromTable(unicode.C), category("Cn"))
	}
	if t := unicode.Categories[name]; t != nil {
		return fromTable(t)
	}
	return nil
}

func fromTables(list ...*unicode.RangeTable) *charSet {
	var sets []*charSet
	for _, t := range list {
		sets = append(sets, fromTable(t))
	}
	return union(sets...)
}

func binaryProperty(name string) *charSet {
	if long, ok := binaryAliases()[name]; ok {
		name = long
	}
	if spans, ok := binaryTables()[name]; ok {
		return newCharSet(spans...)
	}
	if derive, ok := derived()[name]; ok {
		return derive()
	}
	if strings.HasPrefix(name, "Other_") || notInECMAScript[name] {
		return nil
	}
	if t := unicode.Properties[name]; t != nil {
		return fromTable(t)
	}
	return nil
}

var notInECMAScript = map[string]bool{"Hyphen": true, "Prepended_Concatenation_Mark": true}
