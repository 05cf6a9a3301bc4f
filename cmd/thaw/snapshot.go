package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"example.com/thaw/isolate/codecache"
	"example.com/thaw/runtime/engines"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

func newSnapshot() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "snapshot",
		Short: "Check what a snapshot does to an app",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newSnapshotCheck())
	return cmd
}

type snapshotCheckFlags struct {
	runtime string
	stage   string
	frozen  bool
	network bool
	levers  leverFlags
	request requestFlags
	timeout time.Duration
}

// checkStages are the stages that have an app in them.
var checkStages = []string{string(worker.StageEvaluated), string(worker.StageWarm)}

func newSnapshotCheck() *cobra.Command {
	var f snapshotCheckFlags
	cmd := &cobra.Command{
		Use:   "check APP",
		Short: "Tell whether an app's answers show that it started from a snapshot",
		Long: `Starts isolates without a snapshot and from one, each with a clock of its own, has all
answer the same request, and tells what differs: a value that is new in every isolate and
the same in all that start from the snapshot is kept in it, which is a fault of the app. Lists
where the app reads a clock, a random number or env before the snapshot is taken. Fails if
an answer shows the snapshot, or if the snapshot is refused.`,
		Example: `  thaw snapshot check ./my-app --request "GET /items"
  thaw snapshot check fixture:hono@20 --stage warm --frozen-clock`,
		Args: needArgs(1, 1, "one APP"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0]) },
	}
	addRuntime(cmd, &f.runtime)
	cmd.Flags().StringVar(&f.stage, "stage", checkStages[0], "evaluated or warm: when the snapshot is taken")
	_ = cmd.RegisterFlagCompletionFunc("stage", cobra.FixedCompletions(checkStages, cobra.ShellCompDirectiveNoFileComp))
	addFrozenClock(cmd, &f.frozen)
	addNetwork(cmd, &f.network, false)
	f.request.add(cmd)
	f.levers.add(cmd)
	cmd.Flags().DurationVar(&f.timeout, "timeout", time.Minute, "longest that the check may take")
	return cmd
}

func (f *snapshotCheckFlags) run(cmd *cobra.Command, app string) error {
	if !slices.Contains(checkStages, f.stage) {
		return usagef("--stage %q: want %s", f.stage, strings.Join(checkStages, " or "))
	}
	if err := checkTimeout(f.timeout); err != nil {
		return err
	}
	t, err := openTarget(app)
	if err != nil {
		return err
	}
	if f.levers, err = t.levers(cmd, f.levers); err != nil {
		return err
	}
	set, err := f.levers.one()
	if err != nil {
		return err
	}
	if _, err := f.request.requestFor(t); err != nil {
		return err
	}
	kind, err := f.kind(t, set)
	if err != nil {
		return err
	}
	ctx, cancel := withTimeout(cmd.Context(), f.timeout)
	defer cancel()
	c, err := f.check(ctx, cmd, t, kind, set)
	if err != nil {
		return uncaught(err)
	}
	if err := printCheck(cmd.OutOrStdout(), app, c); err != nil {
		return err
	}
	if !c.Honest() {
		return errSilent // it has been said
	}
	return nil
}

// kind is the engine, which has snapshots.
func (f *snapshotCheckFlags) kind(t target, set leverSet) (engines.Kind, error) {
	kind, err := t.engine(f.runtime)
	if err != nil {
		return kind, err
	}
	info, err := engineInfo(kind, t.app)
	if err == nil && info.Snapshots == "" {
		err = usagef("--runtime %s has no snapshots; --runtime quickjs has", info.Name)
	}
	if err == nil {
		err = set.script.refusal(info)
	}
	return kind, err
}

func (f *snapshotCheckFlags) check(ctx context.Context, cmd *cobra.Command, t target, kind engines.Kind, set leverSet) (*worker.Check, error) {
	made, err := t.load(cmd, kind, set.options)
	if err != nil {
		return nil, err
	}
	for _, w := range made.Bundle.Warnings {
		fmt.Fprintln(cmd.ErrOrStderr(), "warning: "+w.String())
	}
	env, err := vars(made.Bundle, nil)
	if err != nil {
		return nil, err
	}
	engine, err := kind.Open(engineOptions(t.app, t.cacheDir(cmd)))
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	scripts, err := codecache.NewScripts(engine, codecache.Memory, nil)
	if err != nil {
		return nil, err
	}
	cfg := worker.Config{
		Web: web.NewCachedLibrary(scripts), Source: set.script.apply(engines.Source(made.Bundle)), Env: env, FrozenClock: f.frozen || t.frozen(),
		Outbound: outbound(f.network),
	}
	return worker.CheckSnapshot(ctx, cfg, worker.Stage(f.stage), func() (*http.Request, error) { return f.request.requestFor(t) })
}

func printCheck(w io.Writer, app string, c *worker.Check) error {
	fmt.Fprintf(w, "%s: snapshot %s of %s, status %d\n", app, c.Stage, humanize.IBytes(uint64(c.Bytes)), c.Status)
	if len(c.Readings) > 0 {
		fmt.Fprintln(w, "Read before the snapshot, and the same in every isolate from it if kept:")
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range c.Readings {
		fmt.Fprintln(t, reading(r))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for n, d := range c.Differences {
		const most = 10
		if n == most {
			fmt.Fprintf(w, "%d more differences\n", len(c.Differences)-most)
			break
		}
		fmt.Fprintln(w, difference(d))
	}
	verdict := "honest: this answer does not show the snapshot"
	if !c.Honest() {
		verdict = "not honest: the answer shows the snapshot"
	}
	_, err := fmt.Fprintln(w, verdict)
	return err
}

func reading(r worker.Reading) string {
	where, times := "top level", ""
	if r.InRequest {
		where = "request"
	}
	if r.Times > 1 {
		times = fmt.Sprintf(", %d times", r.Times)
	}
	position := r.Position
	if position == "" {
		position = "somewhere"
	}
	return fmt.Sprintf("  %s\t%s\t%s\t%s%s", r.Kind, r.API, position, where, times)
}

func difference(d worker.Difference) string {
	where := d.Part
	if d.Offset > 0 {
		where += fmt.Sprintf(", byte %d", d.Offset)
	}
	without, from := excerpt(d.Without[0]), excerpt(d.From[0])
	switch d.Kind {
	case worker.Kept:
		return fmt.Sprintf("%s: kept: %s in all isolates from the snapshot; without it, another in each", where, from)
	case worker.Changed:
		return fmt.Sprintf("%s: changed: %s from the snapshot, %s without it", where, from, without)
	}
	return fmt.Sprintf("%s: fresh: another in each isolate from the snapshot, such as %s", where, from)
}

// excerpt quotes the beginning of a text.
func excerpt(text string) string {
	const most = 60
	if runes := []rune(text); len(runes) > most {
		return fmt.Sprintf("%q...", string(runes[:most]))
	}
	return fmt.Sprintf("%q", text)
}
