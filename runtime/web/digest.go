package web

import (
	"crypto/sha256"
	"embed"
	"fmt"
	"io"
	"reflect"
	"sync"
)

// Digest stands for the layer's files, on which a snapshot depends: the sha256 of
// their names, sizes and hashes. Every process that starts from a kept snapshot asks for it.
var Digest = sync.OnceValue(func() [sha256.Size]byte {
	h := sha256.New()
	if !writeEmbedded(h, files) {
		writeHashed(h)
	}
	return [sha256.Size]byte(h.Sum(nil))
})

// writeEmbedded writes the files' names, sizes and hashes. The compiler has put these beside the
// files: a hash of 16 bytes of each. They are private, so that ok is false where
// they are not found, and all files have to be read.
func writeEmbedded(w io.Writer, from embed.FS) (ok bool) {
	list := reflect.ValueOf(from).FieldByName("files")
	if list.Kind() != reflect.Pointer || list.IsNil() || list.Elem().Kind() != reflect.Slice {
		return false
	}
	list = list.Elem()
	for i := range list.Len() {
		file := list.Index(i)
		if file.Kind() != reflect.Struct {
			return false
		}
		name, data, hash := file.FieldByName("name"), file.FieldByName("data"), file.FieldByName("hash")
		if name.Kind() != reflect.String || data.Kind() != reflect.String || hash.Type() != reflect.TypeFor[[16]byte]() || data.Len() > 0 && hash.IsZero() {
			return false
		}
		var b [16]byte
		for i := range b {
			b[i] = byte(hash.Index(i).Uint())
		}
		fmt.Fprintf(w, "%s %d %x\n", name.String(), data.Len(), b)
	}
	return list.Len() > 0
}

// writeHashed writes the same with hashes of its own.
func writeHashed(w io.Writer) {
	for _, name := range Files() {
		text, err := files.ReadFile("js/" + name + ".js")
		if err != nil {
			panic(err) // Files lists what is embedded
		}
		fmt.Fprintf(w, "%s %d %x\n", name, len(text), sha256.Sum256(text))
	}
}
