package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"example.com/thaw/harness"
)

func (f *benchFlags) addCounts(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.counts, "counts", false, "count what is parsed, entered, called and allocated, in three more cold starts: the same on every machine")
}

// count adds what each arm's cold start does to a result. All is done in this process, whatever
// the mode of the experiment. An app that is not the same in two runs has no counts, and the result says why.
func (f *benchFlags) count(ctx context.Context, app string, result *harness.Result) error {
	r := harness.NewCountRunner(openNamed(app, result.Arms[0].CacheDir))
	defer r.Close()
	result.Counts = nil // those of --append, which are the same
	for _, arm := range result.DistinctArms() {
		counts, err := f.countArm(ctx, r, arm)
		if err != nil {
			return fmt.Errorf("counting %s: %w", arm.ID, err)
		}
		result.Counts = append(result.Counts, counts)
	}
	return nil
}

func (f *benchFlags) countArm(ctx context.Context, r *harness.CountRunner, arm harness.Arm) (harness.Counts, error) {
	ctx, cancel := withTimeout(ctx, f.timeout)
	defer cancel()
	counts, err := r.Count(ctx, arm)
	if errors.Is(err, harness.ErrUnsteady) {
		return harness.Counts{Arm: arm.ID, Withheld: message(err)}, nil
	}
	return counts, err
}
