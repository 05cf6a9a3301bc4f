// 09_console: console.
// Spec: https://console.spec.whatwg.org/
// Deviations: clear empties the stack of groups and no screen. %c is dropped.
"use strict";
__host.define("09_console", ({ ops, load, onRestored }) => {
  const { inspect } = load("08_inspect");

  const groups = [];
  const counts = new Map();
  const timers = new Map();
  onRestored(() => timers.clear()); // their times are of another time origin

  // printer is the implementation-defined Printer.
  function printer(level, text) {
    const indent = "  ".repeat(groups.length);
    ops.op_log(level, indent === "" ? text : indent + text.split("\n").join(`\n${indent}`));
  }

  // logger is Logger: it formats, then prints.
  function logger(level, args) {
    if (args.length === 0) return;
    printer(level, args.length === 1 ? show(args[0]) : formatter(args));
  }

  const show = (value) => (typeof value === "string" ? value : inspect(value));

  // formatter is Formatter, followed by what the Printer does with the rest.
  function formatter(args) {
    if (typeof args[0] !== "string") return args.map(show).join(" ");
    let next = 1;
    const text = args[0].replace(/%[sdifoOc%]/g, (specifier) => {
      if (specifier === "%%") return "%";
      if (next >= args.length) return specifier;
      return convert(specifier, args[next++]);
    });
    return [text, ...args.slice(next).map(show)].join(" ");
  }

  function convert(specifier, value) {
    switch (specifier) {
      case "%s": return toText(value);
      case "%d":
      case "%i": return typeof value === "symbol" ? "NaN" : numeric(parseInt, value);
      case "%f": return typeof value === "symbol" ? "NaN" : numeric(parseFloat, value);
      case "%c": return "";
      default: return inspect(value);
    }
  }
  function numeric(parse, value) {
    try {
      return `${parse(value, 10)}`;
    } catch {
      return "NaN";
    }
  }
  function toText(value) {
    try {
      return String(value);
    } catch {
      return inspect(value);
    }
  }
  const toLabel = (label) => (label === undefined ? "default" : `${label}`);

  function elapsed(label) {
    const start = timers.get(label);
    if (start === undefined) {
      logger("warn", [`Timer '${label}' does not exist`]);
      return undefined;
    }
    return `${label}: ${(ops.op_timing_now() - start).toFixed(3)}ms`;
  }

  // The members of the namespace. A method with a default has no length, as Web IDL has it.
  const methods = {
    assert(condition = false, ...data) {
      if (condition) return;
      if (data.length === 0) logger("error", ["Assertion failed"]);
      else if (typeof data[0] === "string") logger("error", [`Assertion failed: ${data[0]}`, ...data.slice(1)]);
      else logger("error", ["Assertion failed", ...data]);
    },
    clear() {
      groups.length = 0;
    },
    debug(...data) { logger("debug", data); },
    error(...data) { logger("error", data); },
    info(...data) { logger("info", data); },
    log(...data) { logger("log", data); },
    warn(...data) { logger("warn", data); },
    trace(...data) {
      const stack = new Error().stack.split("\n").filter((line) => /^\s*at /.test(line));
      const title = data.length === 0 ? "Trace" : `Trace: ${data.length === 1 ? show(data[0]) : formatter(data)}`;
      printer("log", [title, ...stack.slice(1).map((line) => `    ${line.trim()}`)].join("\n"));
    },
    dir(item = undefined, options = undefined) {
      const depth = options?.depth;
      printer("log", inspect(item, depth === null ? Infinity : depth));
    },
    dirxml(...data) {
      if (data.length > 0) printer("log", data.map((value) => inspect(value)).join(" "));
    },
    table(tabularData = undefined, properties = undefined) {
      const text = load("08_table").table(tabularData, properties);
      if (text === undefined) logger("log", [tabularData]);
      else printer("log", text);
    },
    count(label = undefined) {
      label = toLabel(label);
      counts.set(label, (counts.get(label) ?? 0) + 1);
      logger("info", [`${label}: ${counts.get(label)}`]);
    },
    countReset(label = undefined) {
      label = toLabel(label);
      if (!counts.has(label)) logger("warn", [`Count for '${label}' does not exist`]);
      else counts.set(label, 0);
    },
    group(...data) {
      logger("log", data);
      groups.push("group");
    },
    groupCollapsed(...data) {
      logger("log", data);
      groups.push("groupCollapsed");
    },
    groupEnd() {
      groups.pop();
    },
    time(label = undefined) {
      label = toLabel(label);
      if (timers.has(label)) logger("warn", [`Timer '${label}' already exists`]);
      else timers.set(label, ops.op_timing_now());
    },
    timeLog(label = undefined, ...data) {
      const text = elapsed(toLabel(label));
      if (text !== undefined) printer("log", [text, ...data.map(show)].join(" "));
    },
    timeEnd(label = undefined) {
      label = toLabel(label);
      const text = elapsed(label);
      timers.delete(label);
      if (text !== undefined) printer("info", text);
    },
  };

  const console = Object.assign(Object.create({}), methods);
  Object.defineProperty(console, Symbol.toStringTag, { value: "console", configurable: true });
  return { console };
});
