package gojavm

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"hash/crc32"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"example.com/thaw/isolate"
)

// neverCompiled are instructions that no script can have: those of direct eval, which is
// not stored, those that goja's compiler has no path to, two that only a test of
// the guards has, and that of engines that count, whose scripts are not stored.
var neverCompiled = strings.Fields(`
	bindVars getPrivatePropId getPrivatePropIdCallee getPrivateRefId privateInId setPrivatePropId setPrivatePropIdP
	getThisDynamic resolveThisDynamic deleteGlobal initGlobal initStack initStack1 setGlobal setGlobalStrict marker earlyGuard entry`)

// TestCodecKnowsEveryInstruction reads goja's source, and that of this package, for the
// types that are instructions, and holds that each occurs in everyinstruction.js.
func TestCodecKnowsEveryInstruction(t *testing.T) {
	c, err := codec()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, name := range c.Kinds() {
		known[strings.TrimPrefix(name, "*")] = true
	}
	file, _ := runtime.FuncForPC(reflect.ValueOf(goja.New).Pointer()).FileLine(0)
	for _, dir := range []string{filepath.Dir(file), "."} {
		for _, name := range instructionsIn(t, dir) {
			_, short, _ := strings.Cut(name, ".")
			if never := slices.Contains(neverCompiled, short); known[name] == never {
				t.Errorf("%s: known is %t, never compiled is %t", name, known[name], never)
			}
		}
	}
}

// instructionsIn lists the types with a method exec that has no result.
func instructionsIn(t *testing.T, dir string) (names []string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if m, ok := d.(*ast.FuncDecl); ok && m.Recv != nil && m.Name.Name == "exec" && m.Type.Results == nil {
				receiver := m.Recv.List[0].Type
				if s, ok := receiver.(*ast.StarExpr); ok {
					receiver = s.X
				}
				names = append(names, f.Name.Name+"."+receiver.(*ast.Ident).Name)
			}
		}
	}
	if len(names) == 0 {
		t.Fatalf("no instructions in %s", dir)
	}
	return names
}

// TestScriptVersion fails when the same text comes to be compiled to other code.
func TestScriptVersion(t *testing.T) {
	const want = "542d31a8 of version 2"
	b := encode(t, isolate.Source{Name: "everyinstruction.js", Text: everyInstruction})
	_, rest, _ := bytes.Cut(b, []byte("\n"))
	if got := fmt.Sprintf("%x of version %s", crc32.ChecksumIEEE(rest), scriptVersion); got != want {
		t.Errorf("the sample is compiled to %s, was %s: give scriptVersion another value, and this test", got, want)
	}
}

func encode(t testing.TB, src isolate.Source) []byte {
	t.Helper()
	s, err := New().Compile(t.Context(), src)
	if err != nil {
		t.Fatal(err)
	}
	b, err := engine{}.EncodeScript(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
