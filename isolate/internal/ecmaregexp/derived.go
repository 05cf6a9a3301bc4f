package ecmaregexp

import (
	"slices"
	"sync"
	"unicode"
)

// derived are the binary properties that Unicode derives from others. It is called
// once for each, since lookupProperty keeps what it finds.
func derived() map[string]func() *charSet {
	return map[string]func() *charSet{
		"Any":   func() *charSet { return newCharSet(span{0, maxRune}) },
		"ASCII": func() *charSet { return newCharSet(span{0, 0x7F}) },
		"Assigned": func() *charSet {
			return fromTables(unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.C)
		},
		"Alphabetic": func() *charSet { return fromTables(unicode.L, unicode.Nl, unicode.Other_Alphabetic) },
		"Uppercase":  func() *charSet { return fromTables(unicode.Lu, unicode.Other_Uppercase) },
		"Lowercase":  func() *charSet { return fromTables(unicode.Ll, unicode.Other_Lowercase) },
		"Math":       func() *charSet { return fromTables(unicode.Sm, unicode.Other_Math) },
		"Cased": func() *charSet {
			return union(lookupProperty("Uppercase"), lookupProperty("Lowercase"), fromTable(unicode.Lt))
		},
		"ID_Start":    func() *charSet { return identifiers(false) },
		"ID_Continue": func() *charSet { return identifiers(true) },
		"XID_Start": func() *charSet {
			return identifiers(false).subtract(newCharSet(notXIDContinue...)).subtract(newCharSet(notXIDStart...))
		},
		"XID_Continue": func() *charSet {
			return identifiers(true).subtract(newCharSet(notXIDContinue...))
		},
		"Grapheme_Extend": func() *charSet { return fromTables(unicode.Me, unicode.Mn, unicode.Other_Grapheme_Extend) },
		"Grapheme_Base": func() *charSet {
			none := fromTables(unicode.Cc, unicode.Cf, unicode.Cs, unicode.Co, unicode.Zl, unicode.Zp)
			return lookupProperty("Assigned").subtract(union(none, lookupProperty("Grapheme_Extend")))
		},
		"Changes_When_Lowercased": func() *charSet { return changing(unicode.ToLower) },
		"Changes_When_Uppercased": func() *charSet { return changing(unicode.ToUpper) },
		"Changes_When_Titlecased": func() *charSet { return changing(unicode.ToTitle) },
		"Changes_When_Casefolded": func() *charSet { return changing(unicode.ToLower) },
		"Changes_When_Casemapped": func() *charSet {
			return union(changing(unicode.ToLower), changing(unicode.ToUpper), changing(unicode.ToTitle))
		},
	}
}

// Characters whose compatibility form is no identifier (UAX 31, 5.1).
var (
	notXIDStart    = []span{{0xE33, 0xE33}, {0xEB3, 0xEB3}, {0xFF9E, 0xFF9F}} // besides
	notXIDContinue = []span{
		{0x37A, 0x37A},
		{0x309B, 0x309C},
		{0xFC5E, 0xFC63},
		{0xFDFA, 0xFDFB},
		{0xFE70, 0xFE70},
		{0xFE72, 0xFE72},
		{0xFE74, 0xFE74},
		{0xFE76, 0xFE76},
		{0xFE78, 0xFE78},
		{0xFE7A, 0xFE7A},
		{0xFE7C, 0xFE7C},
		{0xFE7E, 0xFE7E},
	}
)

func identifiers(more bool) *charSet {
	list := []*unicode.RangeTable{unicode.L, unicode.Nl, unicode.Other_ID_Start}
	if more {
		list = append(list, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
	}
	return fromTables(list...).subtract(fromTables(unicode.Pattern_Syntax, unicode.Pattern_White_Space))
}

func changing(convert func(rune) rune) *charSet {
	var list []span
	for _, r := range caseVariants() {
		if convert(r) != r {
			list = append(list, span{r, r})
		}
	}
	return newCharSet(list...)
}

// caseVariants are the characters that have a case mapping.
var caseVariants = sync.OnceValue(func() []rune {
	var list []rune
	for _, c := range unicode.CaseRanges {
		for r := rune(c.Lo); r <= rune(c.Hi); r++ {
			list = append(list, r)
			if f := unicode.SimpleFold(r); f != r {
				list = append(list, f)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
})

// binaryAliases are the short names of binary properties.
var binaryAliases = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"AHex": "ASCII_Hex_Digit", "Alpha": "Alphabetic", "Bidi_C": "Bidi_Control", "Bidi_M": "Bidi_Mirrored",
		"CI": "Case_Ignorable", "CWCF": "Changes_When_Casefolded", "CWCM": "Changes_When_Casemapped",
		"CWKCF": "Changes_When_NFKC_Casefolded", "CWL": "Changes_When_Lowercased", "CWT": "Changes_When_Titlecased",
		"CWU": "Changes_When_Uppercased", "DI": "Default_Ignorable_Code_Point", "Dep": "Deprecated", "Dia": "Diacritic",
		"EBase": "Emoji_Modifier_Base", "EComp": "Emoji_Component", "EMod": "Emoji_Modifier", "EPres": "Emoji_Presentation",
		"Ext": "Extender", "ExtPict": "Extended_Pictographic", "Gr_Base": "Grapheme_Base", "Gr_Ext": "Grapheme_Extend",
		"Hex": "Hex_Digit", "IDC": "ID_Continue", "IDS": "ID_Start", "IDSB": "IDS_Binary_Operator",
		"IDST": "IDS_Trinary_Operator", "Ideo": "Ideographic", "Join_C": "Join_Control", "LOE": "Logical_Order_Exception",
		"Lower": "Lowercase", "NChar": "Noncharacter_Code_Point", "Pat_Syn": "Pattern_Syntax",
		"Pat_WS": "Pattern_White_Space", "QMark": "Quotation_Mark", "RI": "Regional_Indicator", "Radical": "Radical",
		"SD": "Soft_Dotted", "STerm": "Sentence_Terminal", "Term": "Terminal_Punctuation", "UIdeo": "Unified_Ideograph",
		"Upper": "Uppercase", "VS": "Variation_Selector", "XIDC": "XID_Continue", "XIDS": "XID_Start",
		"space": "White_Space",
	}
})
