"use strict";
const observed = (options, act) => new Promise((resolve) => {
  const observer = new PerformanceObserver((list, itself, extra) => {
    observer.disconnect();
    resolve({ list, same: itself === observer, extra, names: list.getEntries().map((entry) => entry.name) });
  });
  observer.observe(options);
  act();
});
test("entries of several types, together and in order", async () => {
  const { list, same: itself, extra, names } = await observed({ entryTypes: ["measure", "mark", "unknown"] }, () => {
    performance.mark("b", { startTime: 2 });
    performance.mark("a", { startTime: 1 });
    performance.measure("c", { start: 3, end: 4 });
  });
  same(names, ["a", "b", "c"]);
  ok(itself);
  same(extra, { droppedEntriesCount: 0 });
  same(list.getEntriesByType("measure").map((entry) => entry.name), ["c"]);
  same(list.getEntriesByName("a", "mark").length, 1);
  same(list.getEntriesByName("a", "measure").length, 0);
});
test("one type, with those that are there", async () => {
  performance.clearMarks();
  performance.mark("before");
  same((await observed({ type: "mark", buffered: true }, () => performance.measure("no"))).names, ["before"]);
  same((await observed({ type: "mark" }, () => performance.mark("after"))).names, ["after"]);
});
test("takeRecords and disconnect", () => {
  let called = false;
  const observer = new PerformanceObserver(() => {
    called = true;
  });
  observer.observe({ type: "mark" });
  performance.mark("x");
  same(observer.takeRecords().map((entry) => entry.name), ["x"]);
  same(observer.takeRecords(), []);
  performance.mark("y");
  observer.disconnect();
  same(observer.takeRecords(), []);
  equal(called, false);
});
test("what can't be observed", () => {
  const observer = new PerformanceObserver(() => {});
  throws("TypeError", () => new PerformanceObserver());
  throws("TypeError", () => new PerformanceObserver({}));
  throws("TypeError", () => observer.observe());
  throws("TypeError", () => observer.observe({ entryTypes: ["mark"], type: "mark" }));
  throws("TypeError", () => observer.observe({ entryTypes: ["mark"], buffered: false }));
  observer.observe({ type: "mark" });
  throws("InvalidModificationError", () => observer.observe({ entryTypes: ["mark"] }));
  same(PerformanceObserver.supportedEntryTypes, ["mark", "measure"]);
  equal(PerformanceObserver.supportedEntryTypes, PerformanceObserver.supportedEntryTypes);
  throws("TypeError", () => new PerformanceObserverEntryList());
  observer.disconnect();
});
