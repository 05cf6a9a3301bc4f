package web

import (
	"context"
	"encoding/json"
	"fmt"
)

// A Live is something in an isolate that waits for its host, such as a timer. A
// copy of the isolate would wait for ever.
type Live struct {
	What  string // what made it, as an app writes it: "setTimeout"
	Stack string // where it was made, if Record was on; not source-mapped

	Pending bool // it is one of the pending operations that the loop counts
	Task    bool // it is one of the tasks that the loop counts
}

// Record switches on or off that what is made remembers where, for Live.
func (l *Layer) Record(ctx context.Context, on bool) error {
	_, err := l.iso.Call(ctx, "record", on)
	return err
}

// Live lists what is live.
func (l *Layer) Live(ctx context.Context) ([]Live, error) {
	v, err := l.iso.Call(ctx, "listLive")
	if err != nil {
		return nil, err
	}
	text, _ := v.(string)
	var all []Live
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return nil, fmt.Errorf("web: what is live: %w", err)
	}
	return all, nil
}
