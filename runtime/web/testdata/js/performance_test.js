test("now is monotonic and starts at the time origin", () => {
  const first = performance.now();
  ok(first >= 0 && performance.now() >= first);
  ok(Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 1000);
  same(performance.toJSON(), { timeOrigin: performance.timeOrigin });
});
test("marks", () => {
  const mark = performance.mark("m", { detail: { a: [1] }, startTime: 5 });
  ok(mark instanceof PerformanceMark && mark instanceof PerformanceEntry);
  same(mark.toJSON(), { name: "m", entryType: "mark", startTime: 5, duration: 0, detail: { a: [1] } });
  equal(performance.mark("n").detail, null);
  same(Object.keys(mark), []);
  throws("TypeError", () => performance.mark());
  throws("TypeError", () => performance.mark("x", { startTime: -1 }));
  throws("TypeError", () => performance.mark("x", { startTime: NaN }));
  throws("TypeError", () => performance.mark("x", 5));
  equal(new PerformanceMark("own").name, "own");
  equal(performance.getEntriesByName("own").length, 0);
  performance.clearMarks();
  equal(performance.getEntries().length, 0);
});
test("measures by options", () => {
  const measure = (options, end) => {
    const { startTime, duration } = performance.measure("x", options, end);
    return [startTime, duration];
  };
  performance.mark("a", { startTime: 10 });
  performance.mark("b", { startTime: 30 });
  same(measure({ start: 1, end: 5 }), [1, 4]);
  same(measure({ start: 1, duration: 5 }), [1, 5]);
  same(measure({ end: 10, duration: 4 }), [6, 4]);
  same(measure({ start: "a", end: "b" }), [10, 20]);
  same(measure("a", "b"), [10, 20]);
  same(measure({ start: "b", end: "a" }), [30, -20]);
  ok(measure({ start: 1 })[1] !== 0);
  equal(measure()[0], 0);
  equal(measure(undefined, "a")[1], 10);
  equal(measure(null)[0], 0);
  equal(measure({})[0], 0);
  equal(performance.measure("d", { start: 0, end: 1, detail: 7 }).detail, 7);
  performance.clearMarks();
  performance.clearMeasures();
});
test("the last mark of a name counts", () => {
  performance.mark("a", { startTime: 1 });
  performance.mark("a", { startTime: 2 });
  equal(performance.measure("m", "a").startTime, 2);
  performance.clearMarks("a");
  throws("SyntaxError", () => performance.measure("m", "a"));
  performance.clearMeasures();
});
test("measures that are wrong", () => {
  throws("SyntaxError", () => performance.measure("m", "none"));
  throws("SyntaxError", () => performance.measure("m", { start: "none" }));
  throws("TypeError", () => performance.measure("m", { start: 1, end: 2, duration: 3 }));
  throws("TypeError", () => performance.measure("m", { duration: 3 }));
  throws("TypeError", () => performance.measure("m", { detail: 3 }));
  throws("TypeError", () => performance.measure("m", { start: 1 }, "e"));
  throws("TypeError", () => performance.measure("m", { start: -1 }));
  throws("TypeError", () => performance.measure());
  equal(performance.getEntries().length, 0);
});
test("entries are sorted by their start", () => {
  for (const startTime of [3, 1, 2]) performance.mark("s", { startTime });
  performance.measure("s", { start: 1, end: 9 });
  same(performance.getEntries().map((e) => `${e.entryType}${e.startTime}`), ["mark1", "measure1", "mark2", "mark3"]);
  equal(performance.getEntriesByType("measure").length, 1);
  equal(performance.getEntriesByName("s", "mark").length, 3);
  equal(performance.getEntriesByType("nothing").length, 0);
  performance.clearMarks();
  performance.clearMeasures("s");
});
test("interfaces", () => {
  throws("TypeError", () => new Performance());
  throws("TypeError", () => new PerformanceEntry());
  throws("TypeError", () => new PerformanceMeasure());
  throws("TypeError", () => Performance.prototype.now.call({}));
  ok(performance instanceof EventTarget);
  equal(Object.prototype.toString.call(performance), "[object Performance]");
});
