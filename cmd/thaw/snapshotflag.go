package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/thaw/harness"
	"example.com/thaw/runtime/engines"
	"example.com/thaw/runtime/worker"
)

// noSnapshot is the value of --snapshot that starts from nothing: the stage "".
const noSnapshot = "none"

func stageNames() []string {
	names := []string{noSnapshot}
	for _, s := range worker.Stages() {
		names = append(names, string(s))
	}
	return names
}

func completeStages(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return stageNames(), cobra.ShellCompDirectiveNoFileComp
}

// parseStage reads a value of --snapshot.
func parseStage(text string) (worker.Stage, error) {
	switch {
	case !slices.Contains(stageNames(), text):
		return "", usagef("--snapshot %q: want %s", text, strings.Join(stageNames(), ", "))
	case text == noSnapshot:
		return "", nil
	}
	return worker.Stage(text), nil
}

// parseStages reads a comma list of --snapshot.
func parseStages(texts []string) ([]worker.Stage, error) {
	var stages []worker.Stage
	for i, text := range texts {
		if slices.Contains(texts[:i], text) {
			return nil, usagef("--snapshot: %q is there twice", text)
		}
		stage, err := parseStage(text)
		if err != nil {
			return nil, err
		}
		stages = append(stages, stage)
	}
	return stages, nil
}

// hasSnapshots asks an engine.
func hasSnapshots(kind engines.Kind, app string) (bool, error) {
	engine, err := kind.Open(engineOptions(app, ""))
	if err != nil {
		return false, err
	}
	defer engine.Close()
	return engine.Info().Snapshots != "", nil
}

func noSnapshotsError(stage worker.Stage, runtime string) error {
	return usagef("--snapshot %s: %s has no snapshots; --runtime quickjs has", stage, runtime)
}

// staged makes an arm for each stage. An engine without snapshots is left out of
// the stages that need them, unless it was asked for by name: then it is an error.
func (f *benchFlags) staged(arm harness.Arm, kind engines.Kind) ([]harness.Arm, error) {
	stages, err := parseStages(f.snapshot)
	if err != nil {
		return nil, err
	}
	able, err := hasSnapshots(kind, arm.App)
	if err != nil {
		return nil, err
	}
	var arms []harness.Arm
	for _, stage := range stages {
		if stage != "" && !able {
			if len(f.runtimes) > 0 {
				return nil, noSnapshotsError(stage, kind.Name)
			}
			continue
		}
		one := arm
		one.Snapshot = stage
		if len(stages) > 1 || stage != "" {
			value := noSnapshot
			if stage != "" {
				value = string(stage)
			}
			one.Levers = append(slices.Clip(arm.Levers), harness.Lever{Name: "snapshot", Value: value})
			one.ID += fmt.Sprintf(" snapshot=%s", value)
		}
		arms = append(arms, one)
	}
	return arms, nil
}
