package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"example.com/thaw/isolate/codecache"
)

func newCache() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "List, check and clear what is kept on disk",
		Long: `The folder of all caches (--cache-dir) holds bundles, compiled scripts and snapshots in
code, and in wazero the machine code that wazero makes of the quickjs engine. Everything in it can be
made again, so that it can be removed at any time.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newCacheList(), newCacheRemove(), newCachePrune(), newCacheVerify())
	return cmd
}

func newCacheList() *cobra.Command {
	return &cobra.Command{
		Use:   "ls",
		Short: "List the entries, last used first",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cacheList(cmd) },
	}
}

func cacheList(cmd *cobra.Command) error {
	store, err := codecache.Open(cacheDir(cmd))
	if err != nil {
		return err
	}
	entries, bad, err := store.List()
	if err != nil {
		return err
	}
	w := cmd.OutOrStdout()
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(entries) > 0 {
		fmt.Fprintln(t, "key\tkind\twhat\tengine\tsize\thits\tmade\tlast used")
	}
	var total int64
	for _, e := range entries {
		total += e.Size
		fmt.Fprintf(t, "%.12s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", e.Key, e.Kind, e.What, e.Engine,
			humanize.IBytes(uint64(e.Size)), e.Hits, humanize.Time(e.Created), humanize.Time(e.Used))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "%d entries, %s of at most %s, in %s\n", len(entries),
		humanize.IBytes(uint64(total)), humanize.IBytes(codecache.DefaultLimit), store.Dir())
	if len(bad) > 0 {
		fmt.Fprintf(w, "%d files are no good entries: see \"thaw cache verify\"\n", len(bad))
	}
	return nil
}

func newCacheRemove() *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "rm KEY...",
		Short: "Remove entries by the beginnings of their keys, or everything with --all",
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case all && len(args) > 0:
				return usagef("--all removes everything: name no KEY beside it")
			case all:
				return cacheClear(cmd)
			case len(args) == 0:
				return usagef("want at least one KEY of \"thaw cache ls\", or --all")
			}
			return cacheRemove(cmd, args)
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "remove every entry, and the machine code of engines")
	return cmd
}

func cacheRemove(cmd *cobra.Command, keys []string) error {
	store, err := codecache.Open(cacheDir(cmd))
	if err != nil {
		return err
	}
	for _, key := range keys {
		if err := store.Remove(key); err != nil {
			return err
		}
	}
	return nil
}

// cacheClear removes what is in the folders that thaw made, and not the folder of
// all caches, which somebody may have named.
func cacheClear(cmd *cobra.Command) error {
	store, err := codecache.Open(cacheDir(cmd))
	if err != nil {
		return err
	}
	p, err := store.Clear()
	if err == nil {
		err = os.RemoveAll(filepath.Join(filepath.Dir(store.Dir()), "wazero"))
	}
	fmt.Fprintf(cmd.OutOrStdout(), "removed %s\n", removed(p))
	return err
}

func removed(p codecache.Pruned) string {
	return fmt.Sprintf("%d files, %s", p.Files, humanize.IBytes(uint64(p.Removed)))
}

func newCachePrune() *cobra.Command {
	var limit string
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "Remove what is no good, and what was not used for longest down to a size",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cachePrune(cmd, limit) },
	}
	cmd.Flags().StringVar(&limit, "max-size", humanize.IBytes(codecache.DefaultLimit), "bytes to keep, such as 200MB")
	return cmd
}

func cachePrune(cmd *cobra.Command, limit string) error {
	bytes, err := humanize.ParseBytes(limit)
	if err != nil || bytes > codecache.DefaultLimit {
		return usagef("--max-size %q: want a size such as 200MB, at most %s", limit, humanize.IBytes(codecache.DefaultLimit))
	}
	store, err := codecache.Open(cacheDir(cmd))
	if err != nil {
		return err
	}
	p, err := store.Prune(int64(bytes))
	fmt.Fprintf(cmd.OutOrStdout(), "removed %s; %s are left\n", removed(p), humanize.IBytes(uint64(p.Left)))
	return err
}

func newCacheVerify() *cobra.Command {
	return &cobra.Command{
		Use:   "verify",
		Short: "Read every entry and name those that are no good",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cacheVerify(cmd) },
	}
}

func cacheVerify(cmd *cobra.Command) error {
	store, err := codecache.Open(cacheDir(cmd))
	if err != nil {
		return err
	}
	entries, bad, err := store.List()
	if err != nil {
		return err
	}
	for _, b := range bad {
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %v\n", b.Path, b.Err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%d entries are good, %d files are not\n", len(entries), len(bad))
	if len(bad) > 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), "thaw: they are not used; \"thaw cache prune\" removes them")
		return errSilent
	}
	return nil
}

// cacheStatus is what doctor says of the caches.
func cacheStatus(dir string) (status, note string) {
	if dir == "" {
		var err error
		if dir, err = codecache.Dir(); err != nil {
			return "none", message(err)
		}
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return "empty", dir
	}
	store, err := codecache.Open(dir)
	if err != nil {
		return "broken", message(err)
	}
	entries, bad, err := store.List()
	if err != nil {
		return "broken", message(err)
	}
	var total int64
	for _, e := range entries {
		total += e.Size
	}
	note = fmt.Sprintf("%s: %d entries, %s", dir, len(entries), humanize.IBytes(uint64(total)))
	if len(bad) > 0 {
		note += fmt.Sprintf("; %d files are no good: see \"thaw cache verify\"", len(bad))
	}
	return "ok", note
}
