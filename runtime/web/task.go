package web

import "example.com/thaw/isolate"

func (l *Layer) taskOps() []isolate.Op {
	return []isolate.Op{isolate.Op0("op_task_queue", l.queueTask)}
}

// queueTask has the first task that JavaScript has queued run as one of the loop.
func (l *Layer) queueTask() (isolate.None, error) {
	l.cfg.Loop.Post(l.Task("runTask"))
	return isolate.None{}, nil
}
