// 04_abort: AbortController and AbortSignal.
// Spec: https://dom.spec.whatwg.org/#aborting-ongoing-activities
// Deviations: a signal made by any() lives as long as the signals it depends on
// (not every engine has weak references).
"use strict";
__host.define("04_abort", (host) => {
  const { load } = host;
  const { required, any, isObject, sequence, integer, interfaceType, expose, illegal, guardConstructor } = load("01_webidl");
  const { Event, EventTarget, fire } = load("03_event");
  const { handlerAttribute } = load("03_event_handler");

  // State of a signal: its reason (undefined: not aborted), its abort algorithms,
  // and for any(): whether it is dependent, its sources, and who depends on it.
  let isSignal, stateOf;
  class AbortSignal extends EventTarget {
    #state = { reason: undefined, algorithms: null, dependent: false, sources: null, dependents: null };
    constructor(token = undefined) {
      guardConstructor(token);
      super();
    }
    static abort(reason = undefined) {
      const signal = new AbortSignal(illegal);
      stateOf(signal).reason = reason === undefined ? abortError() : reason;
      return signal;
    }
    static timeout(milliseconds) {
      required(arguments.length, 1, "AbortSignal.timeout");
      milliseconds = unsignedLongLong(milliseconds, "AbortSignal.timeout: 1st argument");
      const signal = new AbortSignal(illegal);
      const expire = () => signalAbort(signal, host.domException("The operation timed out", "TimeoutError"));
      host.setTimeout(expire, Math.min(milliseconds, 2 ** 31 - 1));
      return signal;
    }
    static any(signals) {
      required(arguments.length, 1, "AbortSignal.any");
      return dependentSignal(signalSequence(signals, "AbortSignal.any: 1st argument"));
    }
    get aborted() {
      return this.#state.reason !== undefined;
    }
    get reason() {
      return this.#state.reason;
    }
    throwIfAborted() {
      const { reason } = this.#state;
      if (reason !== undefined) throw reason;
    }
    static {
      isSignal = (value) => isObject(value) && #state in value;
      stateOf = (signal) => signal.#state;
    }
  }
  handlerAttribute(AbortSignal.prototype, "abort");
  expose(AbortSignal);

  const unsignedLongLong = integer(64, false, "enforceRange");
  const abortError = () => host.domException("This operation was aborted", "AbortError");
  const toSignal = interfaceType("AbortSignal", isSignal);
  const signalSequence = sequence(toSignal);

  // signalAbort is "signal abort": state first for all, then algorithms and events.
  function signalAbort(signal, reason = undefined) {
    const state = stateOf(signal);
    if (state.reason !== undefined) return;
    state.reason = reason === undefined ? abortError() : reason;
    const dependents = [];
    for (const dependent of state.dependents ?? []) {
      const own = stateOf(dependent);
      if (own.reason !== undefined) continue;
      own.reason = state.reason;
      dependents.push(dependent);
    }
    runAbortSteps(signal);
    for (const dependent of dependents) runAbortSteps(dependent);
  }
  function runAbortSteps(signal) {
    const state = stateOf(signal);
    const { algorithms } = state;
    state.algorithms = state.sources = state.dependents = null;
    for (const algorithm of algorithms ?? []) algorithm(state.reason);
    fire(signal, new Event("abort"));
  }

  // dependentSignal is "create a dependent abort signal".
  function dependentSignal(signals) {
    const result = new AbortSignal(illegal);
    const own = stateOf(result);
    const aborted = signals.find((signal) => stateOf(signal).reason !== undefined);
    if (aborted !== undefined) {
      own.reason = stateOf(aborted).reason;
      return result;
    }
    own.dependent = true;
    own.sources = new Set();
    for (const signal of signals) {
      const { dependent, sources } = stateOf(signal);
      for (const source of dependent ? sources : [signal]) {
        own.sources.add(source);
        (stateOf(source).dependents ??= new Set()).add(result);
      }
    }
    return result;
  }

  // addAlgorithm adds to the signal's abort algorithms; the result removes it.
  function addAlgorithm(signal, algorithm) {
    const state = stateOf(signal);
    if (state.reason !== undefined) return () => {};
    (state.algorithms ??= new Set()).add(algorithm);
    return () => state.algorithms?.delete(algorithm);
  }
  // What 03_event, which comes before this file, needs of it.
  host.abortSignal = { is: isSignal, aborted: (signal) => stateOf(signal).reason !== undefined, add: addAlgorithm };

  class AbortController {
    #signal = new AbortSignal(illegal);
    get signal() {
      return this.#signal;
    }
    abort(reason = undefined) {
      signalAbort(this.#signal, any(reason));
    }
  }
  expose(AbortController);

  // newSignal is a signal that our own code aborts with signalAbort.
  const newSignal = () => new AbortSignal(illegal);
  return { AbortController, AbortSignal, isSignal, toSignal, newSignal, signalAbort, dependentSignal, addAlgorithm };
});
