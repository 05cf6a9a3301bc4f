package main

import (
	"cmp"
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// A view is a way to read a page.
type view struct {
	name   string
	width  int64 // CSS pixels
	height int64 // of the picture; 0 is the whole page
	scheme string
	media  string
}

var views = []view{
	{"top", 1200, 960, "light", ""}, // what is seen first: docs/report.png is such a picture
	{"light", 1280, 0, "light", ""},
	{"dark", 1280, 0, "dark", ""},
	{"phone", 360, 0, "light", ""},
	{"phone-dark", 390, 0, "dark", ""},
	{"print", 720, 0, "dark", "print"}, // A4 without its margins; paper is light all the same
}

// emulate is a chromedp.Action.
func (v view) emulate(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
	narrow := v.width < 500
	screen := emulation.SetDeviceMetricsOverrideParams{Width: v.width, Height: cmp.Or(v.height, 900), DeviceScaleFactor: 1, Mobile: narrow}
	if narrow {
		screen.DeviceScaleFactor = 2
	}
	if _, err := cdp.Call(ctx, t, emulation.SetDeviceMetricsOverride, screen); err != nil {
		return chromedp.Void{}, err
	}
	_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media:    v.media,
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: v.scheme}},
	})
	return chromedp.Void{}, err
}

// picture is of the screen, or of all of the page.
func (v view) picture() chromedp.Action[[]byte] {
	if v.height > 0 {
		return chromedp.CaptureScreenshot()
	}
	const png = 100 // the quality that stands for it
	return chromedp.FullScreenshot(png)
}
