const text = (init) => new URLSearchParams(init).toString();

test("constructors", () => {
  equal(text(), "");
  equal(text(undefined), "");
  equal(text("?a=b&&c"), "a=b&c=");
  equal(text("??a=b"), "%3Fa=b");
  equal(text({ a: 1, b: "x y" }), "a=1&b=x+y");
  equal(text([["a", 1], ["a", 2]]), "a=1&a=2");
  equal(text(new Map([["m", "n"]])), "m=n");
  equal(text(new URLSearchParams("x=1&y=2")), "x=1&y=2");
  equal(text(null), "null=");
  equal(text(7), "7=");
  equal(text(""), "");
});
test("constructors refuse", () => {
  throws("TypeError", () => text([["a"]]));
  throws("TypeError", () => text([["a", "b", "c"]]));
  throws("TypeError", () => text([1]));
  throws("TypeError", () => text(Symbol("x")));
  throws("TypeError", () => text({ [Symbol.iterator]: 1 }));
  throws("TypeError", () => URLSearchParams());
});
test("parsing decodes", () => {
  const params = new URLSearchParams("a=%e2%82%ac+x&b=%zz%2&=v&c=d=e&%F0%9F%98%80=1&bad=%ff%c3");
  same([...params], [["a", "\u20ac x"], ["b", "%zz%2"], ["", "v"], ["c", "d=e"], ["\u{1f600}", "1"], ["bad", "\ufffd\ufffd"]]);
  equal(new URLSearchParams("id=0&value=%ef%bb%bftest").get("value"), "\ufefftest");
});
test("serializing encodes", () => {
  equal(text({ "a b": "~*-._!'()\n" }), "a+b=%7E*-._%21%27%28%29%0A");
  equal(text({ a: "\ud800" }), "a=%EF%BF%BD");
  equal(text([["\u{1f600}", "\u20ac"]]), "%F0%9F%98%80=%E2%82%AC");
});
test("lone surrogates are replaced in the list", () => {
  const params = new URLSearchParams();
  params.append("\udc00a\ud83d\ude00", "\ud83d");
  same([...params], [["\ufffda\u{1f600}", "\ufffd"]]);
});
test("get, getAll, has and size", () => {
  const params = new URLSearchParams("a=1&a=2&b=3");
  equal(params.get("a"), "1");
  equal(params.get("z"), null);
  same(params.getAll("a"), ["1", "2"]);
  ok(params.has("a", "2") && !params.has("a", "3") && params.has("a", undefined) && !params.has("z"));
  equal(params.size, 3);
  throws("TypeError", () => params.get());
});
test("set and delete", () => {
  const params = new URLSearchParams("a=1&b=2&a=3&c=4");
  params.set("a", "9");
  equal(`${params}`, "a=9&b=2&c=4");
  params.set("d", "5");
  params.delete("b");
  params.delete("c", "no");
  equal(`${params}`, "a=9&c=4&d=5");
  params.delete("c", "4");
  params.delete("a", undefined);
  equal(`${params}`, "d=5");
});
test("sort is stable and by code units", () => {
  const params = new URLSearchParams("z=b&a=b&z=a&a=a&\ufb03=1&\u{1f308}=2");
  params.sort();
  same([...params], [["a", "b"], ["a", "a"], ["z", "b"], ["z", "a"], ["\u{1f308}", "2"], ["\ufb03", "1"]]);
});
test("iteration is live", () => {
  const params = new URLSearchParams("a=1&b=2&c=3");
  const seen = [];
  for (const [name] of params) {
    seen.push(name);
    if (name === "a") params.delete("b");
  }
  same(seen, ["a", "c"]);
  same([...params.keys()], ["a", "c"]);
  same([...params.values()], ["1", "3"]);
  const each = [];
  params.forEach((value, name, object) => each.push(value + name + (object === params)));
  same(each, ["1atrue", "3ctrue"]);
  equal(params[Symbol.iterator], params.entries);
});
test("members of the interface", () => {
  const params = new URLSearchParams("a=1");
  same(Object.keys(params), []);
  equal(Object.prototype.toString.call(params), "[object URLSearchParams]");
  equal(Object.prototype.toString.call(params.keys()), "[object URLSearchParams Iterator]");
  throws("TypeError", () => URLSearchParams.prototype.get.call({}, "a"));
  throws("TypeError", () => params.append("a"));
  equal(URLSearchParams.length, 0);
});
