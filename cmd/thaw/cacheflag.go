package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/thaw/bundler/bundlecache"
	"example.com/thaw/isolate"
	"example.com/thaw/isolate/codecache"
)

// addCacheDir adds the flag that moves all caches, for a command and those below it.
func addCacheDir(cmd *cobra.Command) {
	cmd.PersistentFlags().String("cache-dir", "", "folder of all caches (default: "+codecache.EnvDir+", else thaw in the user's cache folder)")
	_ = cmd.MarkPersistentFlagDirname("cache-dir") // fails only on an unknown flag
}

// cacheDir is the folder that the flag names; "" is the default one.
func cacheDir(cmd *cobra.Command) string {
	dir, err := cmd.Flags().GetString("cache-dir")
	if err != nil {
		panic(err) // the root has the flag
	}
	return dir
}

func completeLevels(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return levelNames(), cobra.ShellCompDirectiveNoFileComp
}

func levelNames() []string {
	var names []string
	for _, l := range codecache.Levels() {
		names = append(names, string(l))
	}
	return names
}

// parseLevel reads a value of --cache.
func parseLevel(text string) (codecache.Level, error) {
	if !slices.Contains(levelNames(), text) {
		return "", usagef("--cache %q: want %s", text, strings.Join(levelNames(), " or "))
	}
	return codecache.Level(text), nil
}

// openScripts opens the cache of one engine, in the folder of all caches. Level "" is the
// best that works here: disk, and if that can't be had, none.
func openScripts(cmd *cobra.Command, e isolate.Engine, level codecache.Level, dir string) (*codecache.Scripts, error) {
	chosen := level != ""
	if !chosen {
		level = codecache.Disk
		if codecache.CanKeep(e, level) != nil {
			return codecache.Uncached(e), nil
		}
	}
	if level != codecache.Disk {
		return codecache.NewScripts(e, level, nil)
	}
	store, err := codecache.Open(dir)
	if err != nil && !chosen {
		fmt.Fprintf(cmd.ErrOrStderr(), "warning: no cache: %s\n", message(err))
		return codecache.Uncached(e), nil
	}
	if err != nil {
		return nil, err
	}
	return codecache.NewScripts(e, level, store)
}

// openBundles opens the cache of bundles, which is used where scripts are read from
// disk. It is nil elsewhere, and where the folder can't be had: openScripts says why.
func openBundles(dir string, levels ...codecache.Level) *bundlecache.Cache {
	if !slices.Contains(levels, codecache.Disk) && !slices.Contains(levels, "") {
		return nil
	}
	store, err := codecache.Open(dir)
	if err != nil {
		return nil
	}
	return bundlecache.New(store)
}

// cacheWarnings prints what went wrong with a cache. What is wrong with one entry is
// often wrong with all, so only the first are printed.
func cacheWarnings(w io.Writer, warnings []string) {
	const most = 3
	for i, text := range warnings {
		if i == most {
			fmt.Fprintf(w, "warning: %d more like these; see \"thaw cache verify\"\n", len(warnings)-most)
			return
		}
		fmt.Fprintln(w, "warning: "+message(errors.New(text)))
	}
}
