package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
)

// An earlierResult is what --append finds in the file; nil if there is none.
type earlierResult struct {
	path string
	*harness.Result
}

// earlier reads the file before it is measured. A file that isn't there yet is made.
func (f *benchFlags) earlier() (*earlierResult, error) {
	if !f.append {
		return nil, nil
	}
	switch info, err := os.Stat(f.json); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err == nil && !info.Mode().IsRegular():
		return nil, usagef("--append: %s is no regular file", f.json)
	}
	result, err := report.ReadFile(f.json)
	if err != nil {
		return nil, fmt.Errorf("--append: %s", message(err))
	}
	return &earlierResult{f.json, result}, nil
}

// accept reports in what an experiment is another one, or nil.
func (r *earlierResult) accept(e harness.Experiment, mode string) error {
	if r == nil {
		return nil
	}
	plan, err := e.Plan(mode)
	if err != nil {
		return err
	}
	if err := r.SameExperiment(plan); err != nil {
		return fmt.Errorf("--append: %s stays as it is, for this is %s", r.path, message(err))
	}
	return nil
}

// add puts the rounds of a result behind the earlier ones. The floor, the measure and the baseline are the new ones,
// and so are the arms, which can be traced and counted.
func (r *earlierResult) add(result *harness.Result) (*harness.Result, error) {
	if r == nil {
		return result, nil
	}
	r.Arms, r.Floor, r.Measure, r.Baseline = result.Arms, result.Floor, result.Measure, result.Baseline
	return harness.Merge(r.Result, result)
}
