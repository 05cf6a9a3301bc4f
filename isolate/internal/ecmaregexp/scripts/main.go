// Command scripts prints the scripts of Go's package unicode, for tables_gen.mjs.
package main

import (
	"fmt"
	"maps"
	"slices"
	"unicode"
)

func main() {
	for _, name := range slices.Sorted(maps.Keys(unicode.Scripts)) {
		fmt.Println(name)
	}
}
