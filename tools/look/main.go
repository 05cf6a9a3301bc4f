// Command look opens pages in headless Chromium as different readers see them: light and dark, on
// a wide and on a narrow screen, and on paper. It writes a picture of each, and fails on errors of the
// console, on requests, on what axe finds, on what is wider than the screen, and on labels of charts
// that are cut or cover each other.
//
//	look -axe axe.min.js -out DIR PAGE.html...
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

func main() {
	axe := flag.String("axe", "", "`FILE` of axe-core")
	out := flag.String("out", "", "`DIR` for the pictures")
	flag.Parse()
	if *axe == "" || *out == "" || flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	faults, err := look(context.Background(), *axe, *out, flag.Args())
	switch {
	case errors.Is(err, exec.ErrNotFound):
		fmt.Println("look: skipped: there is no Chromium or Chrome on this machine")
		return
	case err != nil:
		fmt.Fprintln(os.Stderr, "look:", err)
		os.Exit(1)
	}
	if faults > 0 {
		fmt.Fprintf(os.Stderr, "look: %d faults\n", faults)
		os.Exit(1)
	}
	fmt.Printf("look: nothing is wrong; the pictures are in %s\n", *out)
}

// look opens every page in every view, prints what is wrong with each, and counts it.
func look(ctx context.Context, axeFile, out string, pages []string) (faults int, err error) {
	axe, err := os.ReadFile(axeFile)
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return 0, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.Flag("hide-scrollbars", true))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium has none for root
	}
	ctx, cancel := chromedp.NewExecAllocator(ctx, options...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	if err := chromedp.Do(ctx); err != nil { // starts the browser, for all pages
		return 0, err
	}
	for _, page := range pages {
		for _, v := range views {
			found, err := v.open(ctx, string(axe), page, out)
			if err != nil {
				return faults, fmt.Errorf("%s, %s: %w", page, v.name, err)
			}
			faults += len(found)
			for _, f := range found {
				fmt.Printf("%s, %s: %s\n", filepath.Base(page), v.name, f)
			}
		}
	}
	return faults, nil
}

// open looks at a page in a tab of its own.
func (v view) open(ctx context.Context, axe, page, out string) ([]string, error) {
	ctx, cancel := chromedp.NewContext(ctx)
	defer cancel()
	ctx, cancel = context.WithTimeoutCause(ctx, 2*time.Minute, errors.New("the page was not done within 2 minutes"))
	defer cancel()
	path, err := filepath.Abs(page)
	if err != nil {
		return nil, err
	}
	url := "file://" + filepath.ToSlash(path)
	noise, err := listen(ctx, url)
	if err != nil {
		return nil, err
	}
	if err := chromedp.Do(ctx, v.emulate, chromedp.Navigate(url)); err != nil {
		return nil, err
	}
	picture, err := chromedp.Run(ctx, v.picture())
	if err != nil {
		return nil, err
	}
	found := noise.faults() // before axe, which asks for more than the page does
	for _, script := range []string{layoutScript, axe + axeScript} {
		faults, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](script, chromedp.EvalAwaitPromise))
		if err != nil {
			return nil, err
		}
		found = append(found, faults...)
	}
	name := strings.TrimSuffix(filepath.Base(page), filepath.Ext(page)) + "-" + v.name + ".png"
	return found, os.WriteFile(filepath.Join(out, name), picture, 0o644)
}
