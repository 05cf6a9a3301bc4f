package worker

import (
	"example.com/thaw/isolate"
)

// ops are those of 90_worker.js.
func (i *Instance) ops() []isolate.Op {
	return []isolate.Op{
		isolate.Op1("op_worker_started", i.opStarted),
		isolate.Op3("op_worker_start_failed", i.opStartFailed),
		isolate.Op0("op_worker_rebuilt", i.opRebuilt),
		isolate.Op3("op_worker_rebuild_failed", i.opRebuildFailed),
		isolate.Op1("op_wait_until", i.opWaitUntil),
		{Name: "op_respond", Call: i.opRespond},
		isolate.Op2("op_respond_socket", i.opRespondSocket),
		isolate.Op4("op_respond_error", i.opRespondError),
		isolate.Op1("op_request_pull", i.opRequestPull),
		isolate.Op1("op_request_cancel", i.opRequestCancel),
		isolate.Op2("op_response_chunk", i.opResponseChunk),
		isolate.Op2("op_response_end", i.opResponseEnd),
	}
}

func (i *Instance) opStarted(hasHandler bool) (isolate.None, error) {
	var err error
	if !hasHandler {
		err = ErrNoHandler
	}
	i.started.settle(err)
	return isolate.None{}, nil
}

func (i *Instance) opStartFailed(class, message, stack string) (isolate.None, error) {
	i.started.settle(i.exception(class, message, stack))
	return isolate.None{}, nil
}

func (i *Instance) opRebuilt() (isolate.None, error) {
	i.rebuilt.settle(nil)
	return isolate.None{}, nil
}

func (i *Instance) opRebuildFailed(class, message, stack string) (isolate.None, error) {
	i.rebuilt.settle(i.exception(class, message, stack))
	return isolate.None{}, nil
}

// opWaitUntil is told how many promises of waitUntil are pending.
func (i *Instance) opWaitUntil(pending float64) (isolate.None, error) {
	if pending == 0 {
		i.background.settle(nil)
		i.contextEnded()
	} else {
		i.background.reset()
	}
	return isolate.None{}, nil
}

func (i *Instance) exception(class, message, stack string) *isolate.Exception {
	return &isolate.Exception{Class: class, Message: message, Stack: i.stacks.Map(stack)}
}
