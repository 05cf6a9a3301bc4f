test("URL parses into its components", () => {
  const url = new URL("https://User:p%40ss@EXAMPLE.com:8080/a/../b c?q=1&r=\u00e9#frag\u00e9");
  same(
    ["href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"].map((k) => url[k]),
    ["https://User:p%40ss@example.com:8080/b%20c?q=1&r=%C3%A9#frag%C3%A9", "https://example.com:8080", "https:", "User", "p%40ss",
      "example.com:8080", "example.com", "8080", "/b%20c", "?q=1&r=%C3%A9", "#frag%C3%A9"],
  );
  equal(`${url}`, url.href);
  equal(JSON.stringify({ url }), JSON.stringify({ url: url.href }));
});
test("URL resolves against a base", () => {
  equal(new URL("../x?y", "https://a.test/b/c/d").href, "https://a.test/b/x?y");
  equal(new URL("//h/p", new URL("ftp://a.test/")).href, "ftp://h/p");
  equal(new URL("", "https://a.test/b?c#d").href, "https://a.test/b?c");
  equal(new URL("#z", "data:x").href, "data:x#z");
  equal(new URL("https://a.test", undefined).href, "https://a.test/");
});
test("URL refuses what is no URL", () => {
  for (const bad of ["", "x", "//h", "https://", "https://a b/", "http://[::1", "http://1.2.3.4.5/", "http://a:99999/", "http://exa%00mple/"]) {
    throws("TypeError", () => new URL(bad));
    equal(URL.canParse(bad), false, bad);
    equal(URL.parse(bad), null);
  }
  throws("TypeError", () => new URL());
  throws("TypeError", () => new URL("https://a.test", ""));
  throws("TypeError", () => new URL("x", "data:y"));
  throws("TypeError", () => URL("https://a.test"));
  throws("TypeError", () => new URL(Symbol("x")));
});
test("URL.canParse and URL.parse", () => {
  equal(URL.canParse("x", "https://a.test"), true);
  equal(URL.parse("x", "https://a.test").href, "https://a.test/x");
  ok(URL.parse("https://a.test") instanceof URL);
});
test("hosts", () => {
  equal(new URL("http://0x7f.1/").host, "127.0.0.1");
  equal(new URL("http://[2001:DB8::0:1]/").host, "[2001:db8::1]");
  equal(new URL("http://m\u00fcnchen.de/").host, "xn--mnchen-3ya.de");
  equal(new URL("http://a.test:80/").port, "");
  equal(new URL("x://A B".replace(" ", "")).host, "AB");
});
test("origins", () => {
  equal(new URL("blob:https://a.test:8443/id").origin, "https://a.test:8443");
  equal(new URL("blob:ftp://a.test/id").origin, "null");
  equal(new URL("file:///x").origin, "null");
  equal(new URL("data:x").origin, "null");
  equal(new URL("wss://a.test:443/").origin, "wss://a.test");
});
test("setters", () => {
  const url = new URL("https://a.test/p?q#h");
  url.protocol = "http";
  url.username = "u:";
  url.password = "p";
  url.host = "b.test:81";
  url.pathname = "x y";
  url.search = "a b";
  url.hash = "";
  equal(url.href, "http://u%3A:p@b.test:81/x%20y?a%20b");
  url.port = "99999";
  equal(url.port, "81");
  url.hostname = "[::1]";
  url.port = "";
  url.search = "";
  equal(url.href, "http://u%3A:p@[::1]/x%20y");
  url.protocol = "data";
  equal(url.protocol, "http:");
  throws("TypeError", () => { url.href = "x"; });
  equal(url.hostname, "[::1]");
  url.href = "data:x";
  url.host = "no";
  url.pathname = "no";
  equal(url.href, "data:x");
});
test("newer rules of the standard", () => {
  equal(new URL("http://a.test/^").pathname, "/%5E");
  equal(new URL("data:x  #h").href, "data:x %20#h");
  equal(new URL("data:x  ?q").pathname, "x %20");
  equal(new URL("data:x  ").href, "data:x");
});
test("searchParams and the URL follow each other", () => {
  const url = new URL("https://a.test/?a=1&b=2#h");
  const params = url.searchParams;
  equal(url.searchParams, params);
  params.append("c", "x y");
  equal(url.href, "https://a.test/?a=1&b=2&c=x+y#h");
  url.search = "?d=4";
  same([...params], [["d", "4"]]);
  params.delete("d");
  equal(url.href, "https://a.test/#h");
  url.href = "https://b.test/?e=5";
  equal(params.get("e"), "5");
  url.searchParams = "x";
  equal(url.searchParams, params);
});
test("reading searchParams does not change the query", () => {
  const url = new URL("https://a.test/?a=b%2ac");
  equal(url.searchParams.get("a"), "b*c");
  equal(url.search, "?a=b%2ac");
});
test("members of the interface", () => {
  const url = new URL("https://a.test/");
  same(Object.keys(url), []);
  equal(Object.prototype.toString.call(url), "[object URL]");
  equal(URL.length, 1);
  for (const key of ["href", "searchParams"]) {
    throws("TypeError", () => Object.getOwnPropertyDescriptor(URL.prototype, key).get.call({}));
  }
  throws("TypeError", () => URL.prototype.toString.call({}));
  equal(Object.keys(URL.prototype).includes("pathname"), true);
});
