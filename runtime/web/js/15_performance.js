// 15_performance: performance, with User Timing.
// Spec: https://w3c.github.io/hr-time/
//       https://w3c.github.io/user-timing/ (Level 3)
//       https://w3c.github.io/performance-timeline/
// Deviations: time is not coarsened. There is no PerformanceTiming, so no
// name stands for an attribute of that.
//
// A measure, and a pair of marks NAME:start and NAME:end, also become a span of
// the cold start (see package phase). Where time is frozen only those do that are
// made of marks, which remember when they were made.
"use strict";
__host.define("15_performance", (host) => {
  const { ops, load } = host;
  const { required, any, DOMString, double, isObject, dictionary, illegal, guardConstructor, expose } = load("01_webidl");
  const { EventTarget } = load("03_event");
  const structuredClone = (value) => load("13_structured_clone").structuredClone(value);
  const fail = (name, message) => {
    throw host.domException(message, name);
  };

  // entries is the performance entry buffer, in the order of startTime.
  let entries = [];
  // After a restore there is another time origin, by which these are no times.
  host.onRestored(() => {
    entries = [];
  });
  function queueEntry(entry) {
    let i = entries.length;
    while (i > 0 && entries[i - 1].startTime > entry.startTime) i--;
    if (i === entries.length) entries.push(entry);
    else entries.splice(i, 0, entry);
    observe?.(entry);
  }
  // onEntry has each entry given to the observers, once there are any.
  let observe;
  function onEntry(steps) {
    observe = steps;
  }

  class PerformanceEntry {
    #name;
    #entryType;
    #startTime;
    #duration;
    constructor(token = undefined, name = undefined, entryType = undefined, startTime = undefined, duration = undefined) {
      guardConstructor(token);
      this.#name = name;
      this.#entryType = entryType;
      this.#startTime = startTime;
      this.#duration = duration;
    }
    get name() { return this.#name; }
    get entryType() { return this.#entryType; }
    get startTime() { return this.#startTime; }
    get duration() { return this.#duration; }
    toJSON() {
      return { name: this.#name, entryType: this.#entryType, startTime: this.#startTime, duration: this.#duration };
    }
  }
  expose(PerformanceEntry);

  const toMarkOptions = dictionary([
    { key: "detail", convert: any },
    { key: "startTime", convert: double },
  ]);

  const frozen = ops.op_timing_frozen();
  let readingOf;
  class PerformanceMark extends PerformanceEntry {
    #detail;
    #reading; // the time that is not frozen; NaN if it is not known
    constructor(markName, markOptions = undefined) {
      const context = "Failed to construct 'PerformanceMark'";
      required(arguments.length, 1, context);
      markName = DOMString(markName, `${context}: 1st argument`);
      const { detail = null, startTime = ops.op_timing_now() } = markOptions == null ? {} : toMarkOptions(markOptions, `${context}: 2nd argument`);
      if (startTime < 0) throw new TypeError(`${context}: startTime is negative`);
      super(illegal, markName, "mark", startTime, 0);
      this.#reading = !frozen ? startTime : markOptions?.startTime === undefined ? ops.op_timing_reading() : NaN;
      this.#detail = detail === null ? null : structuredClone(detail);
    }
    get detail() { return this.#detail; }
    toJSON() {
      return { ...super.toJSON(), detail: this.#detail };
    }
    static {
      readingOf = (mark) => mark.#reading;
    }
  }
  expose(PerformanceMark);

  class PerformanceMeasure extends PerformanceEntry {
    #detail;
    constructor(token = undefined, name = undefined, startTime = undefined, duration = undefined, detail = undefined) {
      super(token, name, "measure", startTime, duration);
      this.#detail = detail;
    }
    get detail() { return this.#detail; }
    toJSON() {
      return { ...super.toJSON(), detail: this.#detail };
    }
  }
  expose(PerformanceMeasure);

  // toTimestamp is "convert a mark to a timestamp".
  function toTimestamp(mark) {
    if (typeof mark === "number") {
      if (mark < 0) throw new TypeError("performance.measure: a time is negative");
      return mark;
    }
    return (lastMark(mark) ?? fail("SyntaxError", `performance.measure: no mark is named "${mark}"`)).startTime;
  }
  function lastMark(name) {
    for (let i = entries.length - 1; i >= 0; i--) {
      if (entries[i].entryType === "mark" && entries[i].name === name) return entries[i];
    }
    return undefined;
  }

  // markOrTime converts to (DOMString or DOMHighResTimeStamp).
  const markOrTime = (value, context) => (typeof value === "number" ? double(value, context) : DOMString(value, context));
  const toMeasureOptions = dictionary([
    { key: "detail", convert: any },
    { key: "duration", convert: double },
    { key: "end", convert: markOrTime },
    { key: "start", convert: markOrTime },
  ]);

  // span gives the ends of a measure (steps 1 to 4 of measure()).
  function span(startOrOptions, endMark) {
    if (!isObject(startOrOptions)) {
      const end = endMark === undefined ? ops.op_timing_now() : toTimestamp(endMark);
      return { start: startOrOptions === undefined ? 0 : toTimestamp(startOrOptions), end, detail: null };
    }
    const { start, end, duration, detail = null } = startOrOptions;
    const endTime = end !== undefined ? toTimestamp(end)
      : start !== undefined && duration !== undefined ? toTimestamp(start) + duration
      : ops.op_timing_now();
    const startTime = start !== undefined ? toTimestamp(start)
      : duration !== undefined && end !== undefined ? endTime - duration
      : 0;
    return { start: startTime, end: endTime, detail };
  }

  function checkMeasureOptions(options, endMark) {
    const { start, end, duration, detail } = options;
    if (start === undefined && end === undefined && duration === undefined && detail === undefined) return;
    if (endMark !== undefined) throw new TypeError("performance.measure: options and an end mark were both given");
    if (start === undefined && end === undefined) throw new TypeError("performance.measure: options have neither start nor end");
    if (start !== undefined && end !== undefined && duration !== undefined) {
      throw new TypeError("performance.measure: options have start, end and duration");
    }
  }

  // reportMarks makes a span of a pair NAME:start, NAME:end, at its end.
  function reportMarks(mark) {
    if (!mark.name.endsWith(":end")) return;
    const phase = mark.name.slice(0, -4);
    const start = lastMark(`${phase}:start`);
    if (start !== undefined) report(phase, readingOf(start), readingOf(mark));
  }
  // reportMeasure makes a span of a measure from startTime to endTime, which
  // were given as start and end: a mark's name, a time, or nothing.
  function reportMeasure(name, start, end, startTime, endTime) {
    if (!frozen) return ops.op_timing_measure(name, startTime, endTime);
    const reading = (given) => (typeof given === "string" ? readingOf(lastMark(given)) : NaN);
    report(name, reading(start), end === undefined ? ops.op_timing_reading() : reading(end));
  }
  function report(name, start, end) {
    if (!Number.isNaN(start) && !Number.isNaN(end)) ops.op_timing_measure(name, start, end);
  }

  function clear(type, name) {
    entries = entries.filter((entry) => entry.entryType !== type || (name !== undefined && entry.name !== name));
  }

  let allowed = false; // only this file makes a Performance
  class Performance extends EventTarget {
    #brand;
    constructor() {
      if (!allowed) throw new TypeError("Illegal constructor");
      super();
    }
    now() {
      this.#brand;
      return ops.op_timing_now();
    }
    get timeOrigin() {
      this.#brand;
      return ops.op_timing_origin(); // asked each time, since a restore changes it
    }
    toJSON() {
      this.#brand;
      return { timeOrigin: ops.op_timing_origin() };
    }
    mark(markName, markOptions = undefined) {
      this.#brand;
      required(arguments.length, 1, "performance.mark");
      const mark = new PerformanceMark(markName, markOptions);
      queueEntry(mark);
      reportMarks(mark);
      return mark;
    }
    measure(measureName, startOrMeasureOptions = undefined, endMark = undefined) {
      this.#brand;
      required(arguments.length, 1, "performance.measure");
      measureName = DOMString(measureName, "performance.measure: 1st argument");
      let from = startOrMeasureOptions;
      if (from === null) from = undefined; // an empty dictionary
      else if (isObject(from)) from = toMeasureOptions(from, "performance.measure: 2nd argument");
      else if (from !== undefined) from = DOMString(from, "performance.measure: 2nd argument");
      if (endMark !== undefined) endMark = DOMString(endMark, "performance.measure: 3rd argument");
      if (isObject(from)) checkMeasureOptions(from, endMark);
      const { start, end, detail } = span(from, endMark);
      const measure = new PerformanceMeasure(illegal, measureName, start, end - start, detail === null ? null : structuredClone(detail));
      queueEntry(measure);
      if (isObject(from)) reportMeasure(measureName, from.start, from.duration === undefined ? from.end : NaN, start, end);
      else reportMeasure(measureName, from, endMark, start, end);
      return measure;
    }
    clearMarks(markName = undefined) {
      this.#brand;
      clear("mark", markName === undefined ? undefined : DOMString(markName, "performance.clearMarks"));
    }
    clearMeasures(measureName = undefined) {
      this.#brand;
      clear("measure", measureName === undefined ? undefined : DOMString(measureName, "performance.clearMeasures"));
    }
    getEntries() {
      this.#brand;
      return entries.slice();
    }
    getEntriesByType(type) {
      this.#brand;
      required(arguments.length, 1, "performance.getEntriesByType");
      type = DOMString(type, "performance.getEntriesByType: 1st argument");
      return entries.filter((entry) => entry.entryType === type);
    }
    getEntriesByName(name, type = undefined) {
      this.#brand;
      required(arguments.length, 1, "performance.getEntriesByName");
      name = DOMString(name, "performance.getEntriesByName: 1st argument");
      if (type !== undefined) type = DOMString(type, "performance.getEntriesByName: 2nd argument");
      return entries.filter((entry) => entry.name === name && (type === undefined || entry.entryType === type));
    }
  }
  expose(Performance);

  allowed = true;
  const performance = new Performance();
  allowed = false;
  return { Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, performance, onEntry };
});
