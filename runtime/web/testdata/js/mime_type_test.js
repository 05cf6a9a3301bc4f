const { parseMIMEType, serializeMIMEType, extractMIMEType } = __host.load("29_mime_type");
const reserialized = (input) => {
  const type = parseMIMEType(input);
  return type === null ? null : serializeMIMEType(type);
};
test("MIME types are parsed and serialized", () => {
  const cases = [
    ["text/html", "text/html"],
    [" \t\r\nText/HTML ; Charset=UTF-8 ", "text/html;charset=UTF-8"],
    ["text/html;charset=gbk(", 'text/html;charset="gbk("'],
    ["text/html;x=(;charset=gbk", 'text/html;x="(";charset=gbk'],
    ["text/html;charset=gbk;charset=windows-1255", "text/html;charset=gbk"],
    ["text/html;charset();charset=GBK", "text/html;charset=GBK"],
    ["text/html;charset =gbk", "text/html"],
    ["text/html ;charset=gbk", "text/html;charset=gbk"],
    ["text/html; charset= gbk", 'text/html;charset=" gbk"'],
    ["text/html;charset=", "text/html"],
    ['text/html;charset="gbk"', "text/html;charset=gbk"],
    ['text/html;charset="gbk', "text/html;charset=gbk"],
    ['text/html;charset="\\ g\\bk"', 'text/html;charset=" gbk"'],
    ['text/html;charset="gbk"x;a=b', "text/html;charset=gbk;a=b"],
    ['text/html;charset=""', 'text/html;charset=""'],
    ['text/html;charset="a;b\\"c"', 'text/html;charset="a;b\\"c"'],
    ["text/html;;;;charset=gbk", "text/html;charset=gbk"],
    ["text/html;x=\u00ff;y=\u0100;z=1", 'text/html;x="\u00ff";z=1'],
    ["x/x;test", "x/x"],
  ];
  for (const [input, want] of cases) equal(reserialized(input), want, JSON.stringify(input));
});
test("what is no MIME type is a failure", () => {
  for (const input of ["", "\t", "/", "bogus", "bogus/", "bogus/ ", "/bogus", " /x", "te xt/html", "a/b/c", "a/(", "\u00ff/x", "text/html(;a=b)"]) {
    equal(reserialized(input), null, JSON.stringify(input));
  }
});
test("the MIME type of a header is the last, with the charset of its kind", () => {
  const cases = [
    [null, null],
    ["", null],
    ["text/html;charset=gbk, text/html", "text/html;charset=gbk"],
    ["text/html;charset=gbk;a=b, text/html;x=y", "text/html;x=y;charset=gbk"],
    ["text/html;charset=gbk;a=b, text/html", "text/html;charset=gbk"],
    ["text/plain;charset=gbk, text/html", "text/html"],
    ["text/html;charset=gbk, x/x, text/html;x=y", "text/html;x=y"],
    ["text/html, cannot-parse", "text/html"],
    ["text/html, */*", "text/html"],
    ['text/html;a="b,c;d", text/html', "text/html"],
    ['x/y;a="b,c"', 'x/y;a="b,c"'],
  ];
  for (const [header, want] of cases) {
    const type = extractMIMEType(header);
    equal(type === null ? null : serializeMIMEType(type), want, JSON.stringify(header));
  }
});
