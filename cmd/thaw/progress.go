package main

import (
	"io"
	"os"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"example.com/thaw/harness"
	"example.com/thaw/harness/report"
)

// styleOf is the style that suits what is written to.
func styleOf(w io.Writer) report.Style {
	if f, ok := w.(*os.File); ok {
		return report.StyleFor(f)
	}
	return report.Style{}
}

// A bar shows how far an experiment is, on a terminal. On anything else it does nothing.
type bar struct {
	progress *mpb.Progress
	bar      *mpb.Bar
	arm      string
}

func newBar(w io.Writer, total int) *bar {
	b := &bar{}
	if f, ok := w.(*os.File); !ok || !term.IsTerminal(int(f.Fd())) {
		return b
	}
	b.progress = mpb.New(mpb.WithOutput(w), mpb.WithWidth(40))
	b.bar = b.progress.New(int64(total), mpb.BarStyle(),
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.CountersNoUnit("%d/%d ")),
		mpb.AppendDecorators(
			decor.AverageETA(decor.ET_STYLE_GO),
			decor.Any(func(decor.Statistics) string { return "  " + b.arm }),
		))
	return b
}

func (b *bar) update(p harness.Progress) {
	if b.bar != nil {
		b.arm = p.Arm.ID
		b.bar.SetCurrent(int64(p.Done))
	}
}

// finish takes the bar away.
func (b *bar) finish() {
	if b.bar != nil {
		b.bar.Abort(true)
		b.progress.Wait()
	}
}
