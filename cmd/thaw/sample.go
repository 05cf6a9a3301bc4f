package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"example.com/thaw/harness"
)

// sampleArg makes this process the child of --mode process. The folder of all
// caches follows it; "" is the default one.
const sampleArg = "_sample"

func isSample(args []string) bool { return len(args) == 2 && args[0] == sampleArg }

// runSample does one cold start, told on standard input and reported on standard
// output. It comes before anything that is made for the command line, which
// would count as the child's spawn.
func runSample(ctx context.Context, cacheDir string, stdout, stderr io.Writer) int {
	lateCollector()
	if err := harness.ServeSample(ctx, openNamed("", cacheDir), os.Stdin, stdout); err != nil {
		fmt.Fprintln(stderr, message(err))
		return exitFailed
	}
	return exitOK
}
