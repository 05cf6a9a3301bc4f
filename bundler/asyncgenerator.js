// ECMA-262, 27.6.3: async generators over a generator in which await is a yield.
//
// esbuild lowers an async generator to a generator that yields
// new Await(promise, isYieldStar) where it awaits. thisArgument, argumentsList and
// body are what esbuild's own function for it takes. This text stands behind the
// code that calls it, so only what is hoisted may be at its top level.
//
// Deviations: the objects of all async generators share one prototype, a returned
// promise that is rejected is not seen by a try around the return, return undefined
// takes a turn of the microtask queue less, and yield* takes more.
var __asyncGeneratorPrototype;

function __asyncGeneratorStart(thisArgument, argumentsList, body, Await) {
  __asyncGeneratorPrototype ??= prototype();
  const generator = body.apply(thisArgument, argumentsList);
  const queue = [];
  const object = Object.create(__asyncGeneratorPrototype.object);
  __asyncGeneratorPrototype.enqueue.set(object, (completion, value) =>
    new Promise((resolve, reject) => {
      if (queue.push({ completion, value, resolve, reject }) === 1) resumeNext();
    }));
  return object;

  function resumeNext() {
    const { completion, value } = queue[0];
    // AsyncGeneratorUnwrapYieldResumption, AsyncGeneratorAwaitReturn
    if (completion === "return") awaiting(value, (v) => resume("return", v));
    else resume(completion, value);
  }

  function resume(completion, value) {
    let result;
    try {
      result = generator[completion](value);
    } catch (error) {
      return settle("reject", error);
    }
    const yielded = result.value;
    if (result.done) return returned(yielded, completion === "return" && yielded === value);
    if (yielded instanceof Await) return yielded[1] ? delegate(completion, yielded[0]) : awaiting(yielded[0], (v) => resume("next", v));
    if (result === value) return settle("resolve", { value: yielded, done: false }); // yield* does not await
    awaiting(yielded, (v) => settle("resolve", { value: v, done: false }));
  }

  // What a return statement returns is awaited. What the end of the body, or a return
  // from outside that has been awaited already, gives is not.
  function returned(value, done) {
    if (done || value === undefined) settle("resolve", { value, done: true });
    else awaiting(value, (v) => settle("resolve", { value: v, done: true }));
  }

  // yield*: the generator takes the awaited result of the inner iterator in the same way
  // as it took what it passed on, so that a return goes on as one.
  function delegate(completion, promise) {
    awaiting(promise, (inner) => resume(completion === "return" ? completion : "next", { value: inner.value, done: inner.done }));
  }

  function awaiting(value, then) {
    let promise;
    try {
      promise = Promise.resolve(value);
    } catch (error) {
      return resume("throw", error);
    }
    promise.then(then, (error) => resume("throw", error));
  }

  // AsyncGeneratorCompleteStep, AsyncGeneratorDrainQueue
  function settle(how, value) {
    queue.shift()[how](value);
    if (queue.length > 0) resumeNext();
  }

  function prototype() {
    const enqueue = new WeakMap();
    const run = (object, completion, value) => {
      const f = enqueue.get(object);
      return f ? f(completion, value) : Promise.reject(new TypeError("not an async generator"));
    };
    const define = (object, methods) => {
      for (const key of Reflect.ownKeys(methods)) {
        Object.defineProperty(object, key, { value: methods[key], writable: true, configurable: true });
      }
      return object;
    };
    const iterator = define({}, { [Symbol.asyncIterator]() { return this; } });
    const object = define(Object.create(iterator), {
      next(value) { return run(this, "next", value); },
      return(value) { return run(this, "return", value); },
      throw(value) { return run(this, "throw", value); },
    });
    Object.defineProperty(object, Symbol.toStringTag, { value: "AsyncGenerator", configurable: true });
    return { object, enqueue };
  }
}
