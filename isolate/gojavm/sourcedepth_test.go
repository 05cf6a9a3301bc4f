package gojavm

import (
	"strings"
	"testing"

	"example.com/thaw/isolate"
)

func TestTooDeeplyNested(t *testing.T) {
	const many = 1_000_000
	for _, c := range []struct {
		name, open, closed string
		deep               bool
	}{
		{"brackets", "[", "", true},
		{"brackets after a regex", "/[']/;(", "", true},
		{"template", "`${", "", true},
		{"not", "!", "", true},
		{"minus", "- ", "", true},
		{"typeof", "typeof ", "", true},
		{"arrows", "a=>", "", true},
		{"arrows with parens", "()=>", "", true},
		{"conditional", "a?b:", "", true},
		{"conditional objects", "a?{}:", "", true},
		{"optional chain", "a", "?.b", true},
		{"calls", "a", "()", true},
		{"if", "if(1)", "", true},
		{"if on lines", "if (1)\n", "", true},
		{"else", "if(1){}else ", "", true},
		{"else statements", "if(1)a;else ", "", true},
		{"labels", "a:", "", true},
		{"assignment", "a=", "", true},
		{"elements in elements", "[1,", "", true},

		{"statements", "a=-b;", "", false},
		{"elements", "-1,", "", false},
		{"blocks", "if(a){b=!c}", "", false},
		{"functions", "function f(){return a?b:c}\n", "", false},
		{"strings", `"!!!((([[["+`, "", true},
		{"strings in a list", `"!!!((([[[",`, "", false},
		{"regexes", `/[/(]['(]/,`, "", false},
		{"templates", "`!!((`,", "", false},
		{"comments", "/* ((( ' */ // ((( ' \n", "", false},
		{"divisions", "a/b;'('/2;", "", false},
		{"no semicolons", "a.b = c\n", "", false},
		{"classes", "class A{static a=1}\n", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Repeat(c.open, many/len(c.open)) + strings.Repeat(c.closed, many/max(len(c.closed), 1)*min(len(c.closed), 1))
			if got := tooDeeplyNested(text); got != c.deep {
				t.Errorf("got %v, want %v", got, c.deep)
			}
		})
	}
}

// What is not refused must compile without running out of Go's stack.
func TestDeepestSource(t *testing.T) {
	for _, open := range []string{"!", "- ", "typeof ", "a=", "if(1)", "1+", "2**", "a??", "new "} {
		text, more := "", strings.Repeat(open, 100)
		for !tooDeeplyNested(text + more) {
			text += more
		}
		if _, err := compile(isolate.Source{Name: "deep.js", Text: text + "1"}, nil); err != nil {
			t.Errorf("%s...: %v", open, err)
		}
	}
	// A third of them: goja's time grows with the square, the stack does not.
	if _, err := compile(isolate.Source{Name: "deep.js", Text: strings.Repeat("if(a){}else ", maxElses/3) + "{}"}, nil); err != nil {
		t.Error(err)
	}
}
