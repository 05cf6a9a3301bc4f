package isolate

// A Counter is an Engine that can count what it does. Counts depend on nothing but
// the program, what it is given and the engine's version: they are the same on
// every machine and in every run.
type Counter interface {
	// Counting returns an engine of the same kind that counts. To count takes time,
	// so it is good for nothing else. layer reports whether the script of a name
	// belongs to what is beneath the app: of such scripts only calls are counted,
	// apart from the app's. nil means that none does. The caller closes the engine.
	// Scripts and snapshots of an engine that counts are of use to no other; it opens no snapshot from a file
	// (errors.ErrUnsupported).
	Counting(layer func(script string) bool) (CountingEngine, error)
}

// A CountingEngine is an Engine that counts. One goroutine at a time uses it and
// all of its isolates.
type CountingEngine interface {
	Engine
	// Counts is what was done since the engine was made, for all isolates together.
	Counts() Counts
}

// Counts are what an engine has done. A function is what has a body of its own in the
// engine's compiled form: functions, methods and accessors, arrow functions, and the
// initializers of a class's fields; the top level of a script is none. Whether a constructor that a class does
// not write is one differs between engines. Functions that the engine has written in its own language count as nothing.
type Counts struct {
	BytesParsed      int64 // UTF-8 of the app's scripts, and of what it evaluates, that was compiled
	FunctionsParsed  int64 // functions in that
	FunctionsEntered int64 // functions of the app that were called at least once, in each isolate
	Calls            int64 // calls of functions of the app; a generator is called once, however often it goes on
	LayerCalls       int64 // calls of functions of what is beneath the app

	// HasHeap says that the engine counts what follows.
	HasHeap        bool
	BytecodeBytes  int64 // size of the app's scripts as they were read into a heap
	Allocations    int64 // of memory for the JavaScript heap, with those that change a size
	AllocatedBytes int64 // asked for by these
}

// A PageToucher is an Isolate that knows how much of its memory it has touched.
type PageToucher interface {
	// TouchedPages is how many pages of 4 KiB are not as when the isolate was made:
	// not zero, or not as in the snapshot that it was restored from. An isolate
	// that has been closed has none.
	TouchedPages() (int64, error)
}
