// 23_performance_observer: PerformanceObserver and PerformanceObserverEntryList.
// Spec: https://w3c.github.io/performance-timeline/#the-performanceobserver-interface
// Deviations: no entry is ever dropped.
"use strict";
__host.define("23_performance_observer", (host) => {
  const { load } = host;
  const { required, boolean, DOMString, callback, sequence, dictionary, illegal, guardConstructor, expose } = load("01_webidl");
  const { performance, onEntry } = load("15_performance");
  const { queueTask } = load("22_task");
  const { apply } = Reflect;

  const supported = Object.freeze(["mark", "measure"]);
  const toInit = dictionary([
    { key: "buffered", convert: boolean },
    { key: "entryTypes", convert: sequence(DOMString) },
    { key: "type", convert: DOMString },
  ]);

  // The list of registered performance observer objects, each the state of a
  // PerformanceObserver: types is what it observes.
  let registered = [];
  onEntry((entry) => {
    for (let i = 0; i < registered.length; i++) {
      if (!registered[i].types.has(entry.entryType)) continue;
      registered[i].buffer.push(entry);
      queueObserverTask();
    }
  });

  // queueObserverTask is "queue the PerformanceObserver task".
  let queued = false;
  function queueObserverTask() {
    if (queued) return;
    queued = true;
    queueTask("PerformanceObserver", () => {
      queued = false;
      registered.slice().forEach(deliver);
    });
  }
  function deliver(state) {
    if (state.buffer.length === 0) return;
    const list = new PerformanceObserverEntryList(illegal, take(state));
    try {
      apply(state.callback, state.observer, [list, state.observer, { droppedEntriesCount: 0 }]);
    } catch (error) {
      host.reportException(error);
    }
  }
  function take(state) {
    const { buffer } = state;
    state.buffer = [];
    return buffer;
  }

  const byStartTime = (a, b) => a.startTime - b.startTime;
  class PerformanceObserverEntryList {
    #entries;
    constructor(token = undefined, entries = undefined) {
      guardConstructor(token);
      this.#entries = entries.sort(byStartTime);
    }
    getEntries() {
      return this.#entries.slice();
    }
    getEntriesByType(type) {
      const entries = this.#entries;
      required(arguments.length, 1, "PerformanceObserverEntryList.getEntriesByType");
      type = DOMString(type, "PerformanceObserverEntryList.getEntriesByType: 1st argument");
      return entries.filter((entry) => entry.entryType === type);
    }
    getEntriesByName(name, type = undefined) {
      const entries = this.#entries;
      required(arguments.length, 1, "PerformanceObserverEntryList.getEntriesByName");
      name = DOMString(name, "PerformanceObserverEntryList.getEntriesByName: 1st argument");
      if (type !== undefined) type = DOMString(type, "PerformanceObserverEntryList.getEntriesByName: 2nd argument");
      return entries.filter((entry) => entry.name === name && (type === undefined || entry.entryType === type));
    }
  }
  expose(PerformanceObserverEntryList);

  class PerformanceObserver {
    #state;
    constructor(performanceCallback) {
      const context = "Failed to construct 'PerformanceObserver'";
      required(arguments.length, 1, context);
      callback(performanceCallback, `${context}: 1st argument`);
      this.#state = { observer: this, callback: performanceCallback, kind: "", types: new Set(), buffer: [] };
    }
    static get supportedEntryTypes() {
      return supported;
    }
    observe(options = {}) {
      const state = this.#state;
      const context = "PerformanceObserver.observe: 1st argument";
      const { buffered, entryTypes, type } = toInit(options, context);
      if (entryTypes === undefined && type === undefined) throw new TypeError(`${context}: has neither entryTypes nor type`);
      if (entryTypes !== undefined && (type !== undefined || buffered !== undefined)) {
        throw new TypeError(`${context}: has entryTypes and something beside it`);
      }
      setKind(state, type === undefined ? "multiple" : "single");
      if (type === undefined) observeAll(state, entryTypes);
      else observeOne(state, type, buffered === true);
    }
    disconnect() {
      const state = this.#state;
      registered = registered.filter((other) => other !== state);
      state.buffer = [];
      state.types.clear();
    }
    takeRecords() {
      return take(this.#state);
    }
  }
  expose(PerformanceObserver);

  // setKind is about the observer type: one observer does not observe in both ways.
  function setKind(state, kind) {
    if (state.kind !== "" && state.kind !== kind) {
      throw host.domException("PerformanceObserver.observe: it observes by entryTypes or by type, and not by both", "InvalidModificationError");
    }
    state.kind = kind;
  }
  function observeAll(state, entryTypes) {
    const types = entryTypes.filter((type) => supported.includes(type));
    if (types.length > 0) register(state, new Set(types));
  }
  function observeOne(state, type, buffered) {
    if (!supported.includes(type)) return;
    register(state, new Set([...state.types, type]));
    if (!buffered) return;
    state.buffer.push(...performance.getEntriesByType(type));
    queueObserverTask();
  }
  function register(state, types) {
    state.types = types;
    if (!registered.includes(state)) registered.push(state);
  }

  return { PerformanceObserver, PerformanceObserverEntryList };
});
