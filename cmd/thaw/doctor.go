package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"example.com/thaw/fixtures"
	"example.com/thaw/runtime/engines"
)

func newDoctor() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Show engines, packages and the cache folder, what is missing and how to get it",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return doctor(cmd.OutOrStdout(), cacheDir(cmd))
		},
	}
}

func doctor(w io.Writer, cacheDir string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "thaw\t%s\t%s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	for _, name := range engines.Names() {
		line, note := engineStatus(name)
		fmt.Fprintf(t, "engine %s\t%s\t%s\n", name, line, note)
	}
	dir, err := fixtures.PackagesDir()
	for _, p := range fixtures.Packages(dir) {
		status, note := "ok", p.Installed
		if p.Installed != p.Version {
			status, note = "missing", "run \"make setup\" in thaw's source tree, or set "+fixtures.EnvPackages
		}
		fmt.Fprintf(t, "npm %s@%s\t%s\t%s\n", p.Name, p.Version, status, note)
	}
	if err != nil {
		fmt.Fprintf(t, "npm packages\tmissing\t%v\n", message(err))
	}
	status, note := cacheStatus(cacheDir)
	fmt.Fprintf(t, "cache\t%s\t%s\n", status, note)
	return t.Flush()
}

// engineStatus is whether an engine can be opened, and its version or what to do.
func engineStatus(name string) (status, note string) {
	kind, err := engines.Lookup(name)
	if err == nil {
		err = kind.Check(engines.Options{})
	}
	if err != nil {
		return "missing", message(err)
	}
	engine, err := kind.Open(engines.Options{})
	if err != nil {
		return "broken", message(err)
	}
	defer engine.Close()
	info := engine.Info()
	if info.Snapshots == "" {
		return "ok", info.Version
	}
	return "ok", info.Version + "; snapshots by " + info.Snapshots
}

// version is the module version or the commit that this was built from, with +dirty behind it if the sources had
// been changed since.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version, dirty := info.Main.Version, ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			version = s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	return strings.TrimSuffix(version, dirty) + dirty
}
