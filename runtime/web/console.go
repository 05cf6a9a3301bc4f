package web

import "example.com/thaw/isolate"

func (l *Layer) consoleOps() []isolate.Op {
	return []isolate.Op{isolate.Op2("op_log", l.print)}
}

// print is the Printer of the console.
func (l *Layer) print(level, text string) (isolate.None, error) {
	l.log(Entry{Level: Level(level), Text: text})
	return isolate.None{}, nil
}
