package worker

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A DifferenceKind says between which answers something differs.
type DifferenceKind string

// The kinds of differences. Only Fresh is as it should be.
const (
	Fresh   DifferenceKind = "fresh"   // between instances that started from the snapshot, and so it is not in there
	Kept    DifferenceKind = "kept"    // between those without the snapshot, and not between those from it
	Changed DifferenceKind = "changed" // between those without and those from it, and not among either
)

// A Difference is a part of an app's answers that is not the same in all.
type Difference struct {
	Kind    DifferenceKind
	Part    string   // "status", "body", or "header" and its name
	Offset  int      // bytes into the part, of the first answer
	Without []string // what is there in the answers of instances without the snapshot
	From    []string // and in those of instances from it
}

// An answer is a response that was read to its end.
type answer struct {
	status int
	header http.Header
	body   string
}

// differences compares the answers of instances without a snapshot, and from it.
func differences(without, from []answer) []Difference {
	answers := slices.Concat(without, from)
	texts := func(part func(a answer) string) (t []string) {
		for _, a := range answers {
			t = append(t, part(a))
		}
		return t
	}
	var names []string
	for _, a := range answers {
		names = slices.AppendSeq(names, maps.Keys(a.header))
	}
	slices.Sort(names)
	n := len(without)
	all := inPart("status", texts(func(a answer) string { return strconv.Itoa(a.status) }), n)
	for _, name := range slices.Compact(names) {
		all = append(all, inPart("header "+name, texts(func(a answer) string { return strings.Join(a.header[name], ", ") }), n)...)
	}
	return append(all, inPart("body", texts(func(a answer) string { return a.body }), n)...)
}

// word is what a value that an app shows looks like: a number, a date, a UUID.
var word = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`-?[\pL\pN](?:[\pL\pN_.:+-]*[\pL\pN])?`)
})

// inPart compares the texts of a part, of which the first ones are without the
// snapshot. It compares word by word if all have the same between the words, and
// else as a whole. Words that follow each other and differ alike are one difference.
func inPart(part string, texts []string, without int) []Difference {
	words := make([][][]int, len(texts))
	for n, text := range texts {
		words[n] = word().FindAllStringIndex(text, -1)
		if word().ReplaceAllString(text, "w") != word().ReplaceAllString(texts[0], "w") {
			return []Difference{compare(part, 0, texts, without)}
		}
	}
	between := func(k, end int) Difference { // from word k to word end
		here := make([]string, len(texts))
		for n, text := range texts {
			here[n] = text[words[n][k][0]:words[n][end][1]]
		}
		return compare(part, words[0][k][0], here, without)
	}
	var all []Difference
	for k := 0; k < len(words[0]); k++ {
		kind, begin := between(k, k).Kind, k
		if kind == "" {
			continue
		}
		for k+1 < len(words[0]) && between(k+1, k+1).Kind == kind {
			k++
		}
		all = append(all, between(begin, k))
	}
	return all
}

// compare is the difference between texts; its kind is "" if there is none.
func compare(part string, offset int, texts []string, without int) Difference {
	d := Difference{Part: part, Offset: offset, Without: texts[:without], From: texts[without:]}
	switch {
	case !uniform(d.From):
		d.Kind = Fresh
	case !uniform(d.Without):
		d.Kind = Kept
	case d.Without[0] != d.From[0]:
		d.Kind = Changed
	}
	return d
}

func uniform(texts []string) bool {
	return !slices.ContainsFunc(texts, func(t string) bool { return t != texts[0] })
}
