package gojavm

import (
	"reflect"
	"unsafe"

	"github.com/dop251/goja"
	"github.com/dop251/goja/unistring"
)

// What a scan of data found.
type scanResult int

const (
	scanPlain scanResult = iota // only plain data, nested less than maxNesting deep
	scanOpen                    // something that may run JavaScript when it is read
	scanDeep                    // too deep, or a cycle
)

// A scan looks through arrays and objects without running any JavaScript.
type scan struct {
	v      *vm
	arrays bool           // only arrays have parts
	trail  []*goja.Object // the way to what is too deep, from there up
}

func (s *scan) follow(x goja.Value, depth int) scanResult {
	o, ok := x.(*goja.Object)
	if !ok {
		return scanPlain
	}
	if depth > maxNesting {
		return scanDeep
	}
	found := s.parts(o, depth)
	if found == scanDeep {
		s.trail = append(s.trail, o)
	}
	return found
}

func (s *scan) parts(o *goja.Object, depth int) scanResult {
	self := reflect.ValueOf(o).Elem().FieldByIndex(layout.objectSelf).Elem()
	switch t := self.Type(); {
	case t == layout.array:
		return s.array(self.UnsafePointer(), depth)
	case s.arrays:
		return scanPlain
	case t == layout.object:
		return s.object(self.UnsafePointer(), depth)
	case layout.leaves[t.Elem().Name()]:
		return scanPlain
	}
	return scanOpen
}

func (s *scan) array(p unsafe.Pointer, depth int) scanResult {
	found := scanPlain
	for _, x := range *(*[]goja.Value)(unsafe.Add(p, layout.arrayValues)) {
		found = max(found, s.follow(x, depth+1))
		if found == scanDeep {
			break
		}
	}
	return found
}

func (s *scan) object(p unsafe.Pointer, depth int) scanResult {
	found := scanPlain
	if proto := *(**goja.Object)(unsafe.Add(p, layout.objectPrototype)); proto != nil && proto != s.v.objectPrototype {
		found = scanOpen // it may inherit toJSON
	}
	for name, x := range *(*map[unistring.String]goja.Value)(unsafe.Add(p, layout.objectValues)) {
		if name == "toJSON" || isProperty(x) {
			found = max(found, scanOpen)
		}
		found = max(found, s.follow(x, depth+1))
		if found == scanDeep {
			break
		}
	}
	return found
}

// isProperty tells an accessor or a property with attributes from a plain value.
func isProperty(x goja.Value) bool { return reflect.TypeOf(x) == layout.property }

// cyclic reports whether what was found too deep is so because it contains itself.
func (s *scan) cyclic() bool {
	seen := make(map[*goja.Object]bool, len(s.trail))
	for _, o := range s.trail {
		if seen[o] {
			return true
		}
		seen[o] = true
	}
	return false
}
