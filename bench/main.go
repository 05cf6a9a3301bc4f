// Command bench measures what thaw promises: as ratios between arms of one run,
// and with -peers against the real runtimes, which make bench-peers installs in
// the folder peers.
//
// Experiments of package harness are run: what a cache on disk spares of
// parse, new isolates in a running process, and fresh processes over loopback.
// The peers join all but the first. Beside them, some operations of the Web APIs run
// in thaw's engines and in Node. All serve the same bundle, byte for byte (but
// goja, which needs its own syntax), and a wrong answer ends the run.
//
// The report is Markdown, on stdout and, with -out, in REPORT.md of that folder,
// with the samples beside it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	var o options
	o.add(flag.CommandLine)
	flag.Parse()
	err := run(ctx, o, os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
