package codecache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"time"

	"example.com/thaw/isolate"
)

// An entry's file is a head, the key's parts, the meta as JSON, zeros, and the
// data. All numbers are little-endian.
//
//	  0  magic, which names the version of this format
//	  8  hits and ^hits, 4 bytes each
//	 16  SHA-256 of everything from here to the zeros
//	 48  SHA-256 of the parts: the key
//	 80  lengths: parts 4 bytes, meta 4 bytes, data 8 bytes
//	 96  where the data begins, 4 bytes
//	100  CRC-32 of the data
//	104  parts, meta
//
// The hits are outside of the checksum, because readers count them in place.
// A pair that doesn't match counts as none.
//
// The data has a checksum of another kind, since all of it is read at each start:
// CRC-32, which processors compute, takes a tenth of the time of SHA-256, and
// finds every error of up to two bits in the largest entry.
const (
	magic      = "thawcc3\n"
	hitsAt     = 8
	sumAt      = 16
	keyAt      = sumAt + sha256.Size
	lengthsAt  = keyAt + sha256.Size
	dataAt     = lengthsAt + 16
	dataSumAt  = dataAt + 4
	headerSize = dataSumAt + 4
)

// maxHead bounds what comes before the data, in bytes.
const maxHead = 1 << 20

// Meta says what an entry is, for people. Nothing depends on it.
type Meta struct {
	What   string // such as the name of the source
	Engine string // name and version
}

// EngineOf is an engine's name and version, for Meta.
func EngineOf(e isolate.Engine) string {
	info := e.Info()
	return info.Name + " " + info.Version
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

// A head is what comes before an entry's data, taken apart. Its slices share the
// file's bytes.
type head struct {
	hits        uint32
	key         [sha256.Size]byte
	parts, meta []byte
	at, size    int64  // of the data
	sum         uint32 // of the data
}

// newHead is the head of an entry that nobody has used, whose data will begin at a
// multiple of align. Its size and sum are to be set.
func newHead(k Key, m meta, align int64) (head, error) {
	about, err := json.Marshal(m)
	if err != nil {
		return head{}, err
	}
	h := head{key: k.sum, parts: k.parts, meta: about}
	h.at = (h.end() + align - 1) / align * align
	if h.at > maxHead {
		return head{}, fmt.Errorf("its key and its description take %d bytes, more than %d", h.end(), maxHead)
	}
	return h, nil
}

// end is where the zeros begin.
func (h head) end() int64 { return int64(headerSize + len(h.parts) + len(h.meta)) }

// encode is everything before the data.
func (h head) encode() []byte {
	b := make([]byte, headerSize, h.at)
	copy(b, magic)
	putHits(b[hitsAt:], h.hits)
	copy(b[keyAt:], h.key[:])
	binary.LittleEndian.PutUint32(b[lengthsAt:], uint32(len(h.parts)))
	binary.LittleEndian.PutUint32(b[lengthsAt+4:], uint32(len(h.meta)))
	binary.LittleEndian.PutUint64(b[lengthsAt+8:], uint64(h.size))
	binary.LittleEndian.PutUint32(b[dataAt:], uint32(h.at))
	binary.LittleEndian.PutUint32(b[dataSumAt:], h.sum)
	b = append(append(b, h.parts...), h.meta...)
	sum := sha256.Sum256(b[keyAt:])
	copy(b[sumAt:], sum[:])
	return b[:h.at]
}

// readHead takes the head of a file of size bytes apart and checks it, but not that
// it is of a given key, nor the data.
func readHead(f io.ReaderAt, size int64) (head, error) {
	b := make([]byte, min(size, headerSize))
	if _, err := f.ReadAt(b, 0); err != nil {
		return head{}, err
	}
	if len(b) < headerSize || string(b[:len(magic)]) != magic {
		return head{}, errNoEntry
	}
	at := int64(binary.LittleEndian.Uint32(b[dataAt:]))
	if at < headerSize || at > maxHead || at > size {
		return head{}, errCut
	}
	b = make([]byte, at)
	if _, err := f.ReadAt(b, 0); err != nil {
		return head{}, err
	}
	h, err := decodeHead(b)
	if err == nil && h.size != size-at {
		err = errCut
	}
	return h, err
}

// decodeHead takes everything before the data apart.
func decodeHead(b []byte) (head, error) {
	parts := int64(binary.LittleEndian.Uint32(b[lengthsAt:]))
	about := int64(binary.LittleEndian.Uint32(b[lengthsAt+4:]))
	size := binary.LittleEndian.Uint64(b[lengthsAt+8:])
	end := headerSize + parts + about
	if end > int64(len(b)) || size > maxEntry {
		return head{}, errCut
	}
	if sum := sha256.Sum256(b[keyAt:end]); !bytes.Equal(sum[:], b[sumAt:keyAt]) || !zero(b[end:]) {
		return head{}, errChecksum
	}
	h := head{
		hits: getHits(b[hitsAt:]), parts: b[headerSize:][:parts], meta: b[headerSize+parts : end],
		at: int64(len(b)), size: int64(size), sum: binary.LittleEndian.Uint32(b[dataSumAt:]),
	}
	copy(h.key[:], b[keyAt:])
	if sha256.Sum256(h.parts) != h.key {
		return head{}, errForeign
	}
	return h, nil
}

// zero tells whether each byte is as the one after it, and the first is 0.
func zero(b []byte) bool { return len(b) == 0 || b[0] == 0 && bytes.Equal(b[1:], b[:len(b)-1]) }

// checkData reads the data of an entry, and holds it to its checksum.
func (h head) checkData(f *os.File) error {
	sum := readSum
	if h.at%fileAlign == 0 {
		sum = fileSum
	}
	got, err := sum(f, h.at, h.size)
	if err == nil && got != h.sum {
		err = errChecksum
	}
	return err
}

// readSum is the CRC-32 of size bytes of a file.
func readSum(f *os.File, at, size int64) (uint32, error) {
	sum, b := uint32(0), make([]byte, min(size, 256<<10))
	for end := at + size; at < end; at += int64(len(b)) {
		b = b[:min(end-at, int64(len(b)))]
		if _, err := f.ReadAt(b, at); err != nil {
			return 0, err
		}
		sum = crc32.Update(sum, crc32.IEEETable, b)
	}
	return sum, nil
}

// check holds an entry to the key that it was found under.
func (h head) check(k Key) error {
	if !bytes.Equal(h.parts, k.parts) {
		return errForeign
	}
	return nil
}

// describe is what a list shows of an entry.
func (h head) describe() (Entry, error) {
	var m meta
	if err := json.Unmarshal(h.meta, &m); err != nil {
		return Entry{}, fmt.Errorf("its description is no JSON: %w", err)
	}
	return Entry{
		Key: hex.EncodeToString(h.key[:]), Kind: m.Kind, What: m.What, Engine: m.Engine,
		Created: m.Created, Hits: int64(h.hits),
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
