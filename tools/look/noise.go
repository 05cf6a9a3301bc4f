package main

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// noise is what a page says and asks for beyond itself.
type noise struct {
	mu  sync.Mutex
	all []string
}

func (n *noise) add(format string, args ...any) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.all = append(n.all, fmt.Sprintf(format, args...))
}

func (n *noise) faults() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return append([]string(nil), n.all...)
}

// listen notes console messages, exceptions and requests of the tab of ctx.
func listen(ctx context.Context, page string) (*noise, error) {
	n := &noise{}
	err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventConsoleAPICalled:
			n.add("the console has a message of type %s", e.Type)
		case *runtime.EventExceptionThrown:
			n.add("an exception: %s", e.ExceptionDetails.Text)
		case *log.EventEntryAdded:
			n.add("the log says: %s", e.Entry.Text)
		case *network.EventRequestWillBeSent:
			if url := e.Request.URL; url != page && !strings.HasPrefix(url, "data:") {
				n.add("a request for %s", url)
			}
		}
	})
	return n, err
}
