package codecache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// An entry's file is a header, the key's parts, the meta as JSON, and the data.
// All numbers are little-endian.
//
//	 0  magic, which names the version of this format
//	 8  hits and ^hits, 4 bytes each
//	16  SHA-256 of everything from here to the end of the file
//	48  SHA-256 of the parts: the key
//	80  lengths: parts 4 bytes, meta 4 bytes, data 8 bytes
//	96  parts, meta, data
//
// The hits are outside of the checksum, because readers count them in place.
// A pair that doesn't match counts as none.
const (
	magic      = "thawcc1\n"
	hitsAt     = 8
	sumAt      = 16
	keyAt      = sumAt + sha256.Size
	lengthsAt  = keyAt + sha256.Size
	headerSize = lengthsAt + 16
)

// Meta says what an entry is, for people. Nothing depends on it.
type Meta struct {
	What   string // such as the name of the source
	Engine string // name and version
}

// meta is the JSON that an entry holds.
type meta struct {
	Kind    string    `json:"kind"`
	What    string    `json:"what"`
	Engine  string    `json:"engine"`
	Created time.Time `json:"created"`
}

// Why an entry is not what it should be.
var (
	errNoEntry  = errors.New("it is no entry of this version of the cache")
	errCut      = errors.New("it is cut short, or too long")
	errChecksum = errors.New("its checksum is wrong")
	errForeign  = errors.New("it was made for something else than its name says")
)

// An entry is the content of a file, taken apart. Its slices share the file's bytes.
type entry struct {
	hits        uint32
	key         [sha256.Size]byte
	parts, meta []byte
	data        []byte
}

// encode is the file of an entry that nobody has used.
func encode(k Key, m meta, data []byte) ([]byte, error) {
	about, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	b := make([]byte, headerSize, headerSize+len(k.parts)+len(about)+len(data))
	copy(b, magic)
	putHits(b[hitsAt:], 0)
	copy(b[keyAt:], k.sum[:])
	binary.LittleEndian.PutUint32(b[lengthsAt:], uint32(len(k.parts)))
	binary.LittleEndian.PutUint32(b[lengthsAt+4:], uint32(len(about)))
	binary.LittleEndian.PutUint64(b[lengthsAt+8:], uint64(len(data)))
	b = append(append(append(b, k.parts...), about...), data...)
	sum := sha256.Sum256(b[keyAt:])
	copy(b[sumAt:], sum[:])
	return b, nil
}

// decode takes a file apart and checks all of it, but not that it is of a given key.
func decode(b []byte) (entry, error) {
	if len(b) < headerSize || string(b[:len(magic)]) != magic {
		return entry{}, errNoEntry
	}
	if sum := sha256.Sum256(b[keyAt:]); !bytes.Equal(sum[:], b[sumAt:keyAt]) {
		return entry{}, errChecksum
	}
	parts := uint64(binary.LittleEndian.Uint32(b[lengthsAt:]))
	about := uint64(binary.LittleEndian.Uint32(b[lengthsAt+4:]))
	data := binary.LittleEndian.Uint64(b[lengthsAt+8:])
	rest := b[headerSize:]
	if have := uint64(len(rest)); data > have || parts+about != have-data {
		return entry{}, errCut
	}
	e := entry{hits: getHits(b[hitsAt:]), parts: rest[:parts], meta: rest[parts : parts+about], data: rest[parts+about:]}
	copy(e.key[:], b[keyAt:])
	if sha256.Sum256(e.parts) != e.key {
		return entry{}, errForeign
	}
	return e, nil
}

// check holds an entry to the key that it was found under.
func (e entry) check(k Key) error {
	if !bytes.Equal(e.parts, k.parts) {
		return errForeign
	}
	return nil
}

// describe is what a list shows of an entry.
func (e entry) describe() (Entry, error) {
	var m meta
	if err := json.Unmarshal(e.meta, &m); err != nil {
		return Entry{}, fmt.Errorf("its description is no JSON: %w", err)
	}
	return Entry{
		Key: hex.EncodeToString(e.key[:]), Kind: m.Kind, What: m.What, Engine: m.Engine,
		Created: m.Created, Hits: int64(e.hits),
	}, nil
}

func putHits(b []byte, n uint32) {
	binary.LittleEndian.PutUint32(b, n)
	binary.LittleEndian.PutUint32(b[4:], ^n)
}

func getHits(b []byte) uint32 {
	n := binary.LittleEndian.Uint32(b)
	if binary.LittleEndian.Uint32(b[4:]) != ^n {
		return 0
	}
	return n
}
