// Package isolate is the contract between a JavaScript engine and everything
// above it: the Web APIs, the worker and the cold-start lab.
//
// The contract is small on purpose. An engine compiles, runs and calls; timers,
// fetch and streams are JavaScript over ops, written once in runtime/web. What
// only some engines can do is an optional interface found by type assertion, as
// in io/fs. Package isolatetest is the conformance suite that every engine passes.
//
// # What JavaScript sees
//
// Every isolate starts with one global beyond the language's own: __host, a
// non-enumerable object whose property ops holds a function for each of
// Options.Ops. What else is on it belongs to the layers above; the engine
// itself looks at four of its properties only:
//
//   - Call(fn) calls __host[fn];
//   - __host.rejection, if it is a function, is called with (promise, reason,
//     handled) when a promise is rejected that nobody handles, and again with
//     handled true when a handler arrives later (HTML's HostPromiseRejectionTracker);
//   - __host.lazyGlobal(group, name) returns the value of a global of lazyGlobals;
//   - __host.module is where a module that was run leaves a promise for its
//     namespace object.
//
// An engine that can do so faster than a reaction to a settled promise puts a function
// queueMicrotask on __host. It takes a function, which becomes the last of the microtask queue;
// what that throws is lost.
//
// An engine whose global object can have properties that are made at their first use
// puts a function lazyGlobals on __host. It takes a table: each line is a group and the names
// of its globals, parted by spaces. At first use of a global its value is asked of
// __host.lazyGlobal; it is a data property that can be written and configured, and that is enumerable if
// its name has a + before it. A global that is there already stays.
package isolate
