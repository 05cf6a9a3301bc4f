package harness

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"example.com/thaw/isolate/phase"
	"example.com/thaw/runtime/web"
	"example.com/thaw/runtime/worker"
)

// A measurement is an instance, and the recorder that it was started with.
type measurement struct {
	inst *worker.Instance
	rec  *phase.Recorder
}

// exchange is the phase request: from the call of the handler until the body
// has been read.
func (m measurement) exchange(ctx context.Context, req *http.Request) (Answer, error) {
	span := m.rec.Begin(phase.Request)
	defer span.End()
	res, err := m.inst.Fetch(ctx, req)
	if err != nil {
		return Answer{}, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return Answer{}, err
	}
	return Answer{Status: res.StatusCode, Header: res.Header, Body: body}, nil
}

// again measures the warm pass, and then the last of the arm's rebuild passes,
// each once the promises given to waitUntil have settled.
func (m measurement) again(ctx context.Context, arm Arm) (warm Pass, rebuild *Pass, err error) {
	if warm, err = m.pass(ctx, arm.Request, false); err != nil {
		return Pass{}, nil, fmt.Errorf("harness: warm request: %w", err)
	}
	for n := range arm.Rebuild {
		p, err := m.pass(ctx, arm.Request, true)
		if err != nil {
			return Pass{}, nil, fmt.Errorf("harness: rebuild %d of %d: %w", n+1, arm.Rebuild, err)
		}
		rebuild = &p
	}
	return warm, rebuild, nil
}

// pass measures a request, and before it a rebuild, if asked to.
func (m measurement) pass(ctx context.Context, r Request, rebuild bool) (Pass, error) {
	req, err := r.to(ctx, Host)
	if err != nil {
		return Pass{}, err
	}
	if err := m.inst.Wait(ctx); err != nil {
		return Pass{}, err
	}
	m.rec.Restart()
	if rebuild {
		if err := m.rebuild(ctx); err != nil {
			return Pass{}, err
		}
	}
	answer, err := m.exchange(ctx, req)
	if err != nil {
		return Pass{}, err
	}
	return Pass{Profile: m.rec.Profile(), Answer: answer}, nil
}

// rebuild is a sub-phase, in which the app marks define and build.
func (m measurement) rebuild(ctx context.Context) error {
	defer m.rec.Begin("rebuild").End()
	return m.inst.Rebuild(ctx)
}

// An errorLog keeps what an app logs as errors.
type errorLog struct{ head }

func (l *errorLog) log(e web.Entry) {
	if e.Level != web.LevelError {
		return
	}
	if l.text.Len() > 0 {
		l.Write([]byte{'\n'})
	}
	l.Write([]byte(e.Text))
}
