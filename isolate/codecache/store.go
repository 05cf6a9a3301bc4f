package codecache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// DefaultLimit bounds the bytes that a store keeps: 1 GiB.
const DefaultLimit = 1 << 30

// maxEntry bounds what is read into memory for one entry, in bytes.
const maxEntry = 1 << 30

const (
	folder     = "code"      // of the store, in the folder of all caches
	tempPrefix = "tmp-"      // of files that are being written
	suffix     = ".entry"    // of entries
	tempLife   = time.Hour   // after which the writer of a file has surely gone
	slack      = 0.9         // of the limit is what Put leaves when it prunes
	nameLength = sha256.Size // bytes that a file's name stands for
)

// A Store is a folder of entries. It is safe for concurrent use, by goroutines
// and by processes.
type Store struct {
	dir   string
	limit int64 // bytes

	create func() (tempFile, error)

	mu   sync.Mutex
	size int64 // bytes of all entries as far as this process knows; -1 is not counted yet
}

// A tempFile is a file that is to become an entry.
type tempFile interface {
	io.WriteCloser
	io.Seeker
	io.WriterAt
	Name() string
	Sync() error
}

// Open opens the store in the folder code of dir, which is that of all caches; ""
// is what Dir returns. Both are made where they are missing. It is an error if
// others can write to one of them.
func Open(dir string) (*Store, error) {
	if dir == "" {
		var err error
		if dir, err = Dir(); err != nil {
			return nil, err
		}
	}
	s := &Store{dir: filepath.Join(dir, folder), limit: DefaultLimit, size: -1}
	s.create = func() (tempFile, error) { return os.CreateTemp(s.dir, tempPrefix+"*") }
	return s, s.makeFolder()
}

func (s *Store) makeFolder() error {
	if err := makePrivate(filepath.Dir(s.dir)); err != nil {
		return err
	}
	return makePrivate(s.dir)
}

// Dir is the store's folder.
func (s *Store) Dir() string { return s.dir }

func (s *Store) path(key string) string { return filepath.Join(s.dir, key+suffix) }

// keyOf is the key that a file is named by; ok is false if it is no entry's name.
func keyOf(name string) (key string, ok bool) {
	key, ok = strings.CutSuffix(name, suffix)
	raw, err := hex.DecodeString(key)
	return key, ok && err == nil && len(raw) == nameLength && key == strings.ToLower(key)
}

// Get returns the data that was put under k, and counts a hit. ok is false if
// there is none that is good; if there is one that is bad, warning says why.
func (s *Store) Get(k Key) (data []byte, ok bool, warning error) {
	f, h, err := s.open(k)
	if err == nil {
		defer f.Close()
		data, err = h.read(f)
	}
	if err != nil {
		return nil, false, notUsed(k, err)
	}
	s.count(f, h)
	return data, true, nil
}

// notUsed is the warning about an entry that could not be had: none if there is none.
func notUsed(k Key, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("codecache: entry %s is not used: %w", k, err)
}

// open opens the entry of a key, and checks its head.
func (s *Store) open(k Key) (*os.File, head, error) {
	f, err := os.OpenFile(s.path(k.String()), os.O_RDWR, 0)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		f, err = os.Open(s.path(k.String())) // it is good all the same, but its hits can't be counted
	}
	if err != nil {
		return nil, head{}, err
	}
	h, err := readFile(f)
	if err == nil {
		err = h.check(k)
	}
	if err != nil {
		f.Close()
		return nil, head{}, err
	}
	return f, h, nil
}

// count counts a hit, which also sets the time of the last use. Processes that
// count at the same moment may count one hit; a count that is lost is no harm, nor
// is a file that can't be written to.
func (s *Store) count(f *os.File, h head) {
	var b [8]byte
	putHits(b[:], h.hits+1)
	_, _ = f.WriteAt(b[:], hitsAt)
}

// readFile reads and checks the head of an entry's file.
func readFile(f *os.File) (head, error) {
	info, err := f.Stat()
	switch {
	case err != nil:
		return head{}, err
	case !info.Mode().IsRegular():
		return head{}, errNoEntry
	case info.Size() > maxEntry:
		return head{}, fmt.Errorf("it has %d bytes, more than any entry", info.Size())
	}
	return readHead(f, info.Size())
}

// read reads the data, and checks it.
func (h head) read(f io.ReaderAt) ([]byte, error) {
	b := make([]byte, h.size)
	if _, err := f.ReadAt(b, h.at); err != nil {
		return nil, err
	}
	if crc32.ChecksumIEEE(b) != h.sum {
		return nil, errChecksum
	}
	return b, nil
}

// Put keeps data under k, in place of what was there. When the store has outgrown
// its limit, the entries that were not used for longest go. An error means that the
// data is not kept, or that what should have gone could not be removed.
func (s *Store) Put(k Key, m Meta, data []byte) error {
	return s.put(k, m, 1, bytes.NewReader(data), int64(len(data)))
}

// put keeps the size bytes that data writes, at a multiple of align in the file.
func (s *Store) put(k Key, m Meta, align int64, data io.WriterTo, size int64) error {
	h, err := newHead(k, meta{k.kind, m.What, m.Engine, time.Now().UTC().Truncate(time.Second)}, align)
	h.size = size
	if err == nil && h.at+size > min(s.limit, maxEntry) {
		err = fmt.Errorf("its %d bytes are more than the cache may hold", h.at+size)
	}
	if err == nil {
		err = s.write(s.path(k.String()), h, data)
	}
	if err != nil {
		if f, _, err := s.open(k); err == nil {
			return f.Close() // on Windows a file that others read can't be replaced, and needn't
		}
		return fmt.Errorf("codecache: %s is not kept: %w", m.What, err)
	}
	return s.grow(h.at + size)
}

// write puts an entry in the place of the file at path, once the disk has it.
func (s *Store) write(path string, h head, data io.WriterTo) error {
	f, err := s.create()
	if errors.Is(err, fs.ErrNotExist) { // somebody has removed the folder
		if err = s.makeFolder(); err == nil {
			f, err = s.create()
		}
	}
	if err != nil {
		return err
	}
	err = fill(f, h, data)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, remove(f.Name()))
	}
	return nil
}

// fill writes an entry: the data first, whose checksum the head holds.
func fill(f tempFile, h head, data io.WriterTo) error {
	if _, err := f.Seek(h.at, io.SeekStart); err != nil {
		return err
	}
	sum := crc32.NewIEEE()
	n, err := data.WriteTo(io.MultiWriter(f, sum))
	if err == nil && n != h.size {
		err = fmt.Errorf("%d bytes came, where %d should have", n, h.size)
	}
	if err != nil {
		return err
	}
	h.sum = sum.Sum32()
	_, err = f.WriteAt(h.encode(), 0)
	return err
}

// grow counts n more bytes, and prunes when there are too many.
func (s *Store) grow(n int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.size >= 0 {
		s.size += n
	}
	if 0 <= s.size && s.size <= s.limit {
		return nil
	}
	p, err := s.prune(s.limit, int64(slack*float64(s.limit)))
	s.size = p.Left
	return err
}

// remove removes a file. One that is gone is no error: another process was faster.
func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
