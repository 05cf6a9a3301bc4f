// 04_abort: AbortController and AbortSignal.
// Spec: https://dom.spec.whatwg.org/#aborting-ongoing-activities
// Deviations: a signal made by any() lives as long as the signals it depends on
// (not every engine has weak references).
"use strict";
__host.define("04_abort", (host) => {
  const { load } = host;
  const { required, isObject, sequence, integer, interfaceType, expose, illegal, guardConstructor } = load("01_webidl");
  const { Event, EventTarget, fire } = load("03_event");
  const { handlerAttribute } = load("03_event_handler");

  let isSignal, reasonOf, setReason, takeAlgorithms, dependentSignal, addAlgorithm;
  class AbortSignal extends EventTarget {
    #reason = undefined; // undefined: not aborted
    #algorithms = null; // the abort algorithms, a Set or null
    #sources = null; // of a dependent signal, a Set; null of any other
    #dependents = null; // a Set or null
    constructor(token = undefined) {
      guardConstructor(token);
      super();
    }
    static abort(reason = undefined) {
      const signal = newSignal();
      setReason(signal, reason);
      return signal;
    }
    static timeout(milliseconds) {
      required(arguments.length, 1, "AbortSignal.timeout");
      milliseconds = unsignedLongLong(milliseconds, "AbortSignal.timeout: 1st argument");
      const signal = newSignal();
      const expire = () => signalAbort(signal, host.domException("The operation timed out", "TimeoutError"));
      host.setTimeout(expire, Math.min(milliseconds, 2 ** 31 - 1));
      return signal;
    }
    static any(signals) {
      required(arguments.length, 1, "AbortSignal.any");
      return dependentSignal(toSignals(signals, "AbortSignal.any: 1st argument"));
    }
    get aborted() {
      return this.#reason !== undefined;
    }
    get reason() {
      return this.#reason;
    }
    throwIfAborted() {
      if (this.#reason !== undefined) throw this.#reason;
    }
    static {
      isSignal = (value) => isObject(value) && #reason in value;
      reasonOf = (signal) => signal.#reason;
      // setReason also returns the dependent signals that were not aborted before.
      setReason = (signal, reason) => {
        signal.#reason = reason === undefined ? host.domException("This operation was aborted", "AbortError") : reason;
        const dependents = [...(signal.#dependents ?? [])].filter((dependent) => dependent.#reason === undefined);
        for (const dependent of dependents) dependent.#reason = signal.#reason;
        return dependents;
      };
      takeAlgorithms = (signal) => {
        const algorithms = signal.#algorithms;
        signal.#algorithms = signal.#dependents = null;
        return algorithms ?? [];
      };
      // addAlgorithm adds to the signal's abort algorithms, each called with the
      // reason. Its result removes the algorithm.
      addAlgorithm = (signal, algorithm) => {
        if (signal.#reason !== undefined) return () => {};
        (signal.#algorithms ??= new Set()).add(algorithm);
        return () => signal.#algorithms?.delete(algorithm);
      };
      // dependentSignal is "create a dependent abort signal".
      dependentSignal = (signals) => {
        const result = newSignal();
        const aborted = signals.find((signal) => signal.#reason !== undefined);
        if (aborted !== undefined) {
          result.#reason = aborted.#reason;
          return result;
        }
        result.#sources = new Set();
        for (const signal of signals) for (const source of signal.#sources ?? [signal]) result.#sources.add(source);
        for (const source of result.#sources) (source.#dependents ??= new Set()).add(result);
        return result;
      };
    }
  }
  handlerAttribute(AbortSignal.prototype, "abort");
  expose(AbortSignal);

  const unsignedLongLong = integer(64, false, "enforceRange");
  const toSignal = interfaceType("AbortSignal", isSignal);
  const toSignals = sequence(toSignal);
  const isAborted = (signal) => reasonOf(signal) !== undefined;

  // newSignal is a signal for our own code to abort with signalAbort.
  const newSignal = () => new AbortSignal(illegal);

  // signalAbort is "signal abort". All signals are aborted before any code runs.
  function signalAbort(signal, reason = undefined) {
    if (isAborted(signal)) return;
    const dependents = setReason(signal, reason);
    runAbortSteps(signal);
    for (const dependent of dependents) runAbortSteps(dependent);
  }
  function runAbortSteps(signal) {
    for (const algorithm of takeAlgorithms(signal)) algorithm(reasonOf(signal));
    fire(signal, new Event("abort"));
  }

  // What 03_event, which comes before this file, needs of it.
  host.abortSignal = { is: isSignal, aborted: isAborted, add: addAlgorithm };

  class AbortController {
    #signal = null; // made when looked at
    get signal() {
      return (this.#signal ??= newSignal());
    }
    abort(reason = undefined) {
      signalAbort((this.#signal ??= newSignal()), reason);
    }
  }
  expose(AbortController);

  return { AbortController, AbortSignal, toSignal, newSignal, signalAbort, dependentSignal, addAlgorithm };
});
