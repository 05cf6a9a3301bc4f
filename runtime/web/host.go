package web

import (
	"cmp"
	"context"

	"example.com/thaw/isolate"
)

func (l *Layer) hostOps() []isolate.Op {
	return []isolate.Op{
		isolate.Op1("op_web_load", l.load),
		isolate.Op0("op_env", func() (string, error) { return cmp.Or(l.cfg.Env, "{}"), nil }),
		isolate.Op0("op_now", l.now),
		isolate.Op1("op_well_formed", func(s string) (string, error) { return s, nil }),
		isolate.Op2("op_touch_begin", l.touchBegin),
		isolate.Op0("op_touch_end", l.touchEnd),
		isolate.Op0("op_tracing", func() (bool, error) { return l.cfg.Touched != nil, nil }),
	}
}

// load runs a file of the layer, at its first touch. The Run or Call around it
// carries the context that can interrupt both.
func (l *Layer) load(name string) (isolate.None, error) {
	if l.cfg.Touched != nil {
		l.touch.Files = append(l.touch.Files, name)
	}
	return isolate.None{}, l.run(context.Background(), name)
}

// now is the current high resolution time by the loop's clock: milliseconds since
// the layer was made, with nanoseconds as fractions.
func (l *Layer) now() (float64, error) {
	return float64(l.cfg.Loop.Now().Sub(l.timing.origin)) / 1e6, nil
}
