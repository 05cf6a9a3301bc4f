package bundlecache

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"example.com/thaw/bundler"
	"example.com/thaw/isolate/codecache"
)

// A Cache loads bundles through a store. It is safe for concurrent use.
type Cache struct {
	store *codecache.Store
	now   func() time.Time
}

// New makes a cache in store.
func New(store *codecache.Store) *Cache { return &Cache{store, time.Now} }

// A Result is a bundle and how it was come by.
type Result struct {
	Bundle *bundler.Bundle

	// Reused is true if the bundle comes from the cache: esbuild has not run.
	Reused bool

	// Warnings is what went wrong with the cache. The bundle is right all the same.
	Warnings []string
}

func (r *Result) warn(err error) {
	if err != nil {
		r.Warnings = append(r.Warnings, err.Error())
	}
}

// Load is bundler.Load through the cache. A nil Cache keeps nothing. It may be
// called from any goroutine.
//
// fixture answers as o.Fixtures does, for the key. It may leave Files out where they follow from
// the name and the program. nil is o.Fixtures.
func (c *Cache) Load(ctx context.Context, app string, o bundler.Options, fixture func(ref string) (bundler.Entry, error)) (Result, error) {
	if c == nil {
		b, err := bundler.Load(ctx, app, o)
		return Result{Bundle: b}, err
	}
	if ctx.Err() != nil {
		return Result{}, fmt.Errorf("bundlecache: %w", context.Cause(ctx))
	}
	if fixture == nil {
		fixture = o.Fixtures
	}
	q, err := ask(app, o, fixture)
	if err != nil {
		// What is wrong with the app is bundler's to say.
		b, err := bundler.Load(ctx, app, o)
		return Result{Bundle: b}, err
	}
	var r Result
	if r.Bundle = c.reuse(q, &r); r.Bundle != nil {
		r.Reused = true
		return r, nil
	}
	start := c.now()
	if r.Bundle, err = bundler.Load(ctx, app, o); err == nil {
		r.warn(c.keep(q, r.Bundle, start))
	}
	return r, err
}

// A question is what a bundle is asked for with.
type question struct {
	app     string // for people
	options bundler.Options
	key     string // SHA-256 of all of it
	from    string // folder in which a fixture's packages are looked for, or ""
}

func ask(app string, o bundler.Options, fixture func(ref string) (bundler.Entry, error)) (question, error) {
	q := question{app: app, options: o}
	program, err := programIdentity()
	if err != nil {
		return q, err
	}
	var what any
	if ref, ok := strings.CutPrefix(app, bundler.FixturePrefix); ok {
		if fixture == nil {
			return q, errors.New("bundlecache: no fixtures here")
		}
		e, err := fixture(ref)
		if err != nil {
			return q, err
		}
		q.from, what = e.ResolveDir, e
	} else if what, err = realPath(app); err != nil {
		return q, err
	}
	text, err := json.Marshal([]any{program, what, o})
	if err != nil {
		return q, err
	}
	q.key = sum(text)
	return q, nil
}

func realPath(app string) (string, error) {
	path, err := filepath.Abs(app)
	if err != nil || app == "" {
		return "", errors.Join(err, os.ErrNotExist)
	}
	return filepath.EvalSymlinks(path)
}

// programIdentity tells this build of the program from others.
func programIdentity() (identity, error) {
	path, err := os.Executable()
	if err != nil {
		return identity{}, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return identity{}, err
	}
	return identityOf(info), nil
}

func (q question) recordKey() codecache.Key {
	return codecache.NewKey("inputs", codecache.Part{Name: "question", Value: q.key})
}

func (q question) bundleKey(r *record) codecache.Key {
	return codecache.NewKey("bundle", codecache.Part{Name: "question", Value: q.key}, codecache.Part{Name: "inputs", Value: r.sum()})
}

func (q question) mapKey(r *record) codecache.Key {
	return codecache.NewKey("source map", codecache.Part{Name: "question", Value: q.key}, codecache.Part{Name: "inputs", Value: r.sum()})
}

func (q question) meta() codecache.Meta {
	return codecache.Meta{What: q.app, Engine: q.options.Engine.Name}
}

// reuse is the kept bundle whose inputs are as they are now, or nil.
func (c *Cache) reuse(q question, r *Result) *bundler.Bundle {
	data, ok, warning := c.store.Get(q.recordKey())
	r.warn(warning)
	if !ok {
		return nil
	}
	rec, err := decodeRecord(data)
	if err != nil {
		r.warn(fmt.Errorf("bundlecache: the record of %s: %w", q.app, err))
		return nil
	}
	changed := rec.renew(c.now())
	data, ok, warning = c.store.Get(q.bundleKey(rec))
	r.warn(warning)
	if !ok {
		return nil
	}
	b, hasMap, err := decodeBundle(data)
	if err != nil {
		r.warn(fmt.Errorf("bundlecache: the bundle of %s: %w", q.app, err))
		return nil
	}
	if hasMap {
		b.Map = c.sourceMap(q, q.mapKey(rec), b.SHA256)
	}
	if changed {
		r.warn(c.store.Put(q.recordKey(), q.meta(), rec.encode()))
	}
	return b
}

// keep keeps a bundle that was made from start on.
func (c *Cache) keep(q question, b *bundler.Bundle, start time.Time) error {
	rec, err := newRecord(b, q, start)
	if errors.Is(err, errUncertain) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("bundlecache: %s is not kept: %w", q.app, err)
	}
	data, err := encodeBundle(b)
	if err != nil {
		return fmt.Errorf("bundlecache: %s is not kept: %w", q.app, err)
	}
	if err := c.keepMap(q, b, rec); err != nil {
		return err
	}
	if err := c.store.Put(q.bundleKey(rec), q.meta(), data); err != nil {
		return err
	}
	return c.store.Put(q.recordKey(), q.meta(), rec.encode())
}

func (c *Cache) keepMap(q question, b *bundler.Bundle, rec *record) error {
	if b.Map == nil {
		return nil
	}
	text, err := b.Map()
	if err != nil {
		return err
	}
	return c.store.Put(q.mapKey(rec), q.meta(), text)
}

// sourceMap reads the source map of the kept bundle whose code has a sum. It is used so rarely
// that it may have been pruned: then the bundle is made again.
func (c *Cache) sourceMap(q question, k codecache.Key, code string) bundler.SourceMap {
	return func() ([]byte, error) {
		if text, ok, _ := c.store.Get(k); ok {
			return text, nil
		}
		b, err := bundler.Load(context.Background(), q.app, q.options)
		if err != nil {
			return nil, err
		}
		if b.Map == nil || b.SHA256 != code {
			return nil, fmt.Errorf("bundlecache: the files of %s have changed since", q.app)
		}
		return b.Map()
	}
}

func sum(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}
