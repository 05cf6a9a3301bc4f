package main

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// A view is a way to read a page.
type view struct {
	name   string
	width  int64 // CSS pixels
	scheme string
	media  string
}

var views = []view{
	{"light", 1280, "light", ""},
	{"dark", 1280, "dark", ""},
	{"phone", 360, "light", ""},
	{"phone-dark", 390, "dark", ""},
	{"print", 720, "dark", "print"}, // A4 without its margins; paper is light all the same
}

// emulate is a chromedp.Action.
func (v view) emulate(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
	narrow := v.width < 500
	screen := emulation.SetDeviceMetricsOverrideParams{Width: v.width, Height: 900, DeviceScaleFactor: 1, Mobile: narrow}
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
