test("location is the base URL of the instance", () => {
  equal(location.href, "https://base.test/dir/page");
  equal(`${location}`, location.href);
  same([location.origin, location.host, location.pathname, location.search], ["https://base.test", "base.test", "/dir/page", ""]);
  ok(location instanceof WorkerLocation);
  throws("TypeError", () => new WorkerLocation());
});
test("it is the base of relative URLs of requests", () => {
  equal(new Request("other?q").url, "https://base.test/dir/other?q");
});
