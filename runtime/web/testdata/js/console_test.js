const { ops } = __host;

// logged runs body and returns what it logged, as "level: text" lines.
function logged(body) {
  const lines = [];
  const original = ops.op_log;
  ops.op_log = (level, text) => lines.push(`${level}: ${text}`);
  try {
    body();
  } finally {
    ops.op_log = original;
  }
  return lines;
}
const logs = (body, ...want) => same(logged(body), want);

test("levels", () => {
  logs(() => { console.log("a"); console.info("b"); console.warn("c"); console.error("d"); console.debug("e"); },
    "log: a", "info: b", "warn: c", "error: d", "debug: e");
  logs(() => console.log());
  logs(() => console.log(1, "x", { a: "y" }, null), "log: 1 x { a: 'y' } null");
});
test("format specifiers", () => {
  logs(() => console.log("%s is %d and %i, %f%%", "x", "42px", 1.9, "2.5", "rest"), "log: x is 42 and 1, 2.5% rest");
  logs(() => console.log("%o %O %c|", { a: 1 }, [1], "color: red"), "log: { a: 1 } [ 1 ] |");
  logs(() => console.log("%s %d", "one"), "log: one %d");
  logs(() => console.log("%x %", 1), "log: %x % 1");
  logs(() => console.log("%s", Symbol("s")), "log: Symbol(s)");
  logs(() => console.log("%d %i %f", Symbol("s"), Symbol("s"), Symbol("s")), "log: NaN NaN NaN");
  logs(() => console.log("%s", { toString() { throw new Error("no"); } }), "log: { toString: [Function: toString] }");
  logs(() => console.log("%s"), "log: %s");
  logs(() => console.log("%%"), "log: %%");
});
test("groups indent", () => {
  logs(() => {
    console.group("g");
    console.log("a\nb");
    console.groupCollapsed();
    console.warn("c");
    console.groupEnd();
    console.groupEnd();
    console.groupEnd();
    console.log("d");
  }, "log: g", "log:   a\n  b", "warn:     c", "log: d");
});
test("clear ends the groups", () => {
  logs(() => { console.group(); console.clear(); console.log("x"); }, "log: x");
});
test("counts", () => {
  logs(() => { console.count(); console.count("x"); console.count(); console.countReset(); console.count(); console.countReset("no"); },
    "info: default: 1", "info: x: 1", "info: default: 2", "info: default: 1", "warn: Count for 'no' does not exist");
});
test("timers", () => {
  const lines = logged(() => { console.time("t"); console.time("t"); console.timeLog("t", 1, "a"); console.timeEnd("t"); console.timeEnd("t"); });
  equal(lines[0], "warn: Timer 't' already exists");
  ok(/^log: t: \d+\.\d{3}ms 1 a$/.test(lines[1]), lines[1]);
  ok(/^info: t: \d+\.\d{3}ms$/.test(lines[2]), lines[2]);
  equal(lines[3], "warn: Timer 't' does not exist");
});
test("assert", () => {
  logs(() => { console.assert(true, "x"); console.assert(); console.assert(false, "a %s", "b"); console.assert(0, { a: 1 }); },
    "error: Assertion failed", "error: Assertion failed: a b", "error: Assertion failed { a: 1 }");
});
test("dir, dirxml and trace", () => {
  logs(() => { console.dir({ a: { b: 1 } }, { depth: 0 }); console.dir("x"); console.dirxml("y", 1); },
    "log: { a: [Object] }", "log: 'x'", "log: 'y' 1");
  const [line] = logged(() => (function here() { console.trace("a %s", "b"); })());
  ok(line.startsWith("log: Trace: a b\n    at here"), line);
});
test("table", () => {
  logs(() => console.table([{ a: 1, b: "x" }, { a: 2 }]), [
    "log: ┌─────────┬───┬─────┐",
    "│ (index) │ a │ b   │",
    "├─────────┼───┼─────┤",
    "│ 0       │ 1 │ 'x' │",
    "│ 1       │ 2 │     │",
    "└─────────┴───┴─────┘",
  ].join("\n"));
  logs(() => console.table(5), "log: 5");
  ok(logged(() => console.table([1, 2]))[0].includes("Values"));
  ok(!logged(() => console.table([{ a: 1, b: 2 }], ["a"]))[0].includes("b"));
});
test("console is a namespace", () => {
  equal(Object.prototype.toString.call(console), "[object console]");
  equal(Object.getPrototypeOf(Object.getPrototypeOf(console)), Object.prototype);
  same(Object.keys(Object.getPrototypeOf(console)), []);
  const { log } = console;
  logs(() => log("detached"), "log: detached");
  ok(Object.keys(console).includes("log"));
});
