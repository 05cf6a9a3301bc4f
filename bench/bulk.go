package main

import (
	"fmt"
	"net/http"
	"strings"

	"example.com/thaw/fixtures"
)

// bulkName is an app that is mostly code that does not run: what a large bundle
// costs a runtime, with no framework in it.
const bulkName = "bulk"

// Of every bulkStride functions and classes, the top level uses one.
const (
	bulkFunctions = 4400
	bulkClasses   = 500
	bulkStride    = 10
)

// bulkSource is the text of the app, about 700 KB when it is bundled. Tables
// that refer to everything keep a bundler from dropping what is not used.
func bulkSource() string {
	var b strings.Builder
	for i := range bulkFunctions {
		fmt.Fprintf(&b, bulkShapes[i%len(bulkShapes)], i, i%97+1, i%13)
	}
	for i := range bulkClasses {
		fmt.Fprintf(&b, bulkClass, i)
	}
	list(&b, "functions", "f", bulkFunctions)
	list(&b, "classes", "C", bulkClasses)
	fmt.Fprintf(&b, bulkHandler, bulkStride)
	return b.String()
}

func list(b *strings.Builder, name, prefix string, n int) {
	fmt.Fprintf(b, "const %s = [", name)
	for i := range n {
		fmt.Fprintf(b, "%s%d, ", prefix, i)
	}
	b.WriteString("];\n")
}

// bulkShapes are functions of a number, formatted with their index and two small numbers.
var bulkShapes = []string{
	`function f%d(n) {
  const mixed = (n ^ %[2]d) + %[3]d;
  return mixed %% %[2]d === 0 ? mixed * 2 : mixed + 1;
}
`,
	`function f%d(n) {
  let sum = %[3]d;
  for (const item of [n, n + 1, n + %[2]d]) {
    sum += item * %[2]d;
  }
  return sum;
}
`,
	`const f%d = (n, options = {}) => {
  const { base = %[2]d, label = "label %[1]d" } = options;
  return { base, label, total: base + n }.total;
};
`,
	`function f%d(n) {
  if (n < 0) {
    throw new RangeError("f%[1]d: negative");
  }
  return ("text " + n).slice(0, %[3]d).length + %[2]d;
}
`,
}

const bulkClass = `class C%d {
  #value;
  static kind = "C%[1]d";
  constructor(value) {
    this.#value = value;
  }
  get value() {
    return this.#value;
  }
  add(n) {
    this.#value += n;
    return this;
  }
  toJSON() {
    return { kind: C%[1]d.kind, value: this.#value };
  }
}
`

const bulkHandler = `let total = 0;
for (let i = 0; i < functions.length; i += %d) {
  total += functions[i + (i / %[1]d) %% 4](i);
}
for (let i = 0; i < classes.length; i += %[1]d) {
  total += new classes[i](i).add(1).value;
}
export default {
  fetch() {
    return new Response("total " + total);
  },
};
`

// bulkTotal is bulkSource's sum, worked out in Go.
func bulkTotal() int {
	total := 0
	for i := 0; i < bulkFunctions; i += bulkStride {
		total += bulkFunction(i+i/bulkStride%4, i)
	}
	for i := 0; i < bulkClasses; i += bulkStride {
		total += i + 1
	}
	return total
}

// bulkFunction is function f of n.
func bulkFunction(f, n int) int {
	a, b := f%97+1, f%13
	switch f % len(bulkShapes) {
	case 0:
		mixed := (n ^ a) + b
		if mixed%a == 0 {
			return mixed * 2
		}
		return mixed + 1
	case 1:
		return b + (n+n+1+n+a)*a
	case 2:
		return a + n
	default:
		return min(b, len(fmt.Sprintf("text %d", n))) + a
	}
}

func bulkCheck() fixtures.Check {
	return fixtures.Check{
		Request: fixtures.Request{Method: http.MethodGet, Path: "/"},
		Status:  http.StatusOK,
		Body:    fmt.Sprintf("total %d", bulkTotal()),
	}
}
