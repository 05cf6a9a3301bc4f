package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"example.com/thaw/harness"
	"example.com/thaw/isolate"
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

// refuseStage is why an engine can't start from a snapshot of a stage, or nil.
func refuseStage(stage worker.Stage, info isolate.Info) error {
	if stage == "" || info.Snapshots != "" {
		return nil
	}
	return refusef("--snapshot %s: %s has no snapshots; --runtime quickjs has", stage, info.Name)
}

// staged makes an arm for each stage. A *refusalError is about those that the engine
// does without.
func staged(stages []worker.Stage, arm harness.Arm, info isolate.Info) (arms []harness.Arm, refused error) {
	for _, stage := range stages {
		if err := refuseStage(stage, info); err != nil {
			refused = err
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
			one.Flags = append(slices.Clip(arm.Flags), "--snapshot", value)
			one.ID += fmt.Sprintf(" snapshot=%s", value)
		}
		arms = append(arms, one)
	}
	return arms, refused
}
