const hex = (text) => [...text].map((c) => c.codePointAt(0).toString(16)).join(" ");
const bytes = (...values) => new Uint8Array(values);
const decode = (values, label, options) => new TextDecoder(label, options).decode(Uint8Array.from(values));

test("TextEncoder encodes", () => {
  const encoder = new TextEncoder();
  equal(encoder.encoding, "utf-8");
  equal(String(encoder.encode()), "");
  equal(String(encoder.encode(undefined)), "");
  equal(String(encoder.encode("a\u20ac\u{1f600}")), "97,226,130,172,240,159,152,128");
  ok(encoder.encode("x") instanceof Uint8Array);
});
test("TextEncoder makes lone surrogates U+FFFD", () => {
  equal(String(new TextEncoder().encode("\ud800")), "239,191,189");
  equal(String(new TextEncoder().encode("\udc00x")), "239,191,189,120");
});
test("encodeInto stops before what does not fit", () => {
  const into = (text, n) => {
    const target = new Uint8Array(n);
    const { read, written } = new TextEncoder().encodeInto(text, target);
    return `${read} ${written} ${target}`;
  };
  equal(into("a\u20acb", 4), "2 4 97,226,130,172");
  equal(into("a\u20acb", 3), "1 1 97,0,0");
  equal(into("\u{1f600}", 3), "0 0 0,0,0");
  equal(into("\u{1f600}x", 4), "2 4 240,159,152,128");
  equal(into("", 2), "0 0 0,0");
  equal(into("abc", 0), "0 0 ");
  equal(into("\ud800x", 3), "1 3 239,191,189");
  equal(into("ab\u{1f600}", 3), "2 2 97,98,0");
  equal(into("aaaaaaaaaa", 5), "5 5 97,97,97,97,97");
});
test("encodeInto wants a Uint8Array", () => {
  throws("TypeError", () => new TextEncoder().encodeInto("a", new Uint8ClampedArray(1)));
  throws("TypeError", () => new TextEncoder().encodeInto("a"));
});
test("TextDecoder drops a byte order mark", () => {
  equal(hex(decode([0xef, 0xbb, 0xbf, 0x61])), "61");
  equal(hex(decode([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x61])), "feff 61");
  equal(hex(decode([0xef, 0xbb, 0xbf, 0x61], "utf-8", { ignoreBOM: true })), "feff 61");
  equal(hex(decode([0xff, 0xfe, 0x61, 0x00], "utf-16le")), "61");
  equal(hex(decode([0xff, 0xfe, 0x61, 0x00], "utf-16le", { ignoreBOM: true })), "feff 61");
  equal(hex(decode([0xfe, 0xff, 0x00, 0x61], "utf-16be")), "61");
});
test("TextDecoder replaces maximal subparts", () => {
  equal(hex(decode([0xc3, 0x28, 0xf0, 0x9f, 0x98, 0xff])), "fffd 28 fffd fffd");
  equal(hex(decode([0xed, 0xa0, 0x80])), "fffd fffd fffd");
  equal(hex(decode([0xf4, 0x90, 0x80, 0x80])), "fffd fffd fffd fffd");
  equal(hex(decode([0xe2, 0x82])), "fffd");
  equal(hex(decode([0xc0, 0x80])), "fffd fffd");
});
test("fatal decoders throw", () => {
  for (const bad of [[0xc3], [0xff], [0xed, 0xa0, 0x80]]) throws("TypeError", () => decode(bad, "utf-8", { fatal: true }));
  throws("TypeError", () => decode([0x00], "utf-16le", { fatal: true }));
  throws("TypeError", () => decode([0x00, 0xdc], "utf-16le", { fatal: true }));
  throws("TypeError", () => decode([0xff], "euc-kr", { fatal: true }));
});
test("a decoder is good for use after a fatal error", () => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  equal(decoder.decode(bytes(226, 153), { stream: true }), "");
  throws("TypeError", () => decoder.decode());
  equal(decoder.decode(bytes(226, 153, 165)), "\u2665");
});
test("the text does not depend on where the bytes are cut", () => {
  const all = [0xef, 0xbb, 0xbf, 0x61, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0x62, 0xc3, 0x28, 0xf0, 0x9f];
  for (const n of [1, 2, 3, 4, 5, 7, 16]) {
    const decoder = new TextDecoder();
    let text = "";
    for (let i = 0; i < all.length; i += n) text += decoder.decode(Uint8Array.from(all.slice(i, i + n)), { stream: true });
    equal(hex(text + decoder.decode()), "61 20ac 1f600 62 fffd 28 fffd", `cut by ${n}`);
  }
});
test("a stream begins anew after its end", () => {
  const decoder = new TextDecoder();
  const mark = bytes(0xef, 0xbb, 0xbf, 0x61);
  equal(decoder.decode(mark, { stream: true }), "a");
  equal(decoder.decode(mark), "\ufeffa");
  equal(decoder.decode(mark), "a");
});
test("utf-16 is cut anywhere", () => {
  const decoder = new TextDecoder("utf-16le");
  let text = "";
  for (const b of [0x3d, 0xd8, 0x00, 0xde, 0x3d]) text += decoder.decode(bytes(b), { stream: true });
  equal(hex(text + decoder.decode()), "1f600 fffd");
});
test("iso-2022-jp keeps its state between chunks", () => {
  const decoder = new TextDecoder("iso-2022-jp");
  let text = "";
  for (const b of [0x1b, 0x24, 0x42, 0x24, 0x22, 0x24, 0x24, 0x1b, 0x28, 0x42, 0x61]) text += decoder.decode(bytes(b), { stream: true });
  equal(text + decoder.decode(), "\u3042\u3044a");
});
test("labels", () => {
  for (const [label, name] of [
    ["UTF8", "utf-8"], [" utf-8\n", "utf-8"], ["latin1", "windows-1252"], ["ascii", "windows-1252"], ["utf-16", "utf-16le"],
    ["unicode", "utf-16le"], ["unicodefffe", "utf-16be"], ["logical", "iso-8859-8-i"], ["sjis", "shift_jis"], ["gb2312", "gbk"],
    ["x-user-defined", "x-user-defined"], ["l5", "windows-1254"], ["big5-hkscs", "big5"], ["ks_c_5601-1987", "euc-kr"],
  ]) equal(new TextDecoder(label).encoding, name, label);
  for (const label of ["", "no-such-thing", "utf-7", "utf-32", "\u00a0utf-8", "replacement", "iso-2022-kr", "utf-8\0", "cesu-8"]) {
    throws("RangeError", () => new TextDecoder(label));
  }
});
test("legacy encodings", () => {
  equal(decode([0x80, 0x99, 0x81], "windows-1252"), "\u20ac\u2122\u0081");
  equal(decode([0x82, 0xa0, 0xb1], "shift_jis"), "\u3042\uff71");
  equal(decode([0xa4, 0xa2], "euc-jp"), "\u3042");
  equal(decode([0xc4, 0xe3, 0x80], "gbk"), "\u4f60\u20ac");
  equal(decode([0x81, 0x30, 0x81, 0x30], "gb18030"), "\u0080");
  equal(decode([0xa7, 0x41, 0x88, 0x62], "big5"), "\u4f60\u00ca\u0304");
  equal(decode([0xb0, 0xa1], "euc-kr"), "\uac00");
  equal(decode([0xe0, 0x80], "iso-8859-8-i"), "\u05d0\u0080");
  equal(decode([0x7f, 0x80, 0xff], "x-user-defined"), "\x7f\uf780\uf7ff");
});
test("decode takes buffers and views", () => {
  const buffer = bytes(0x61, 0x62, 0x63, 0x64).buffer;
  equal(new TextDecoder().decode(buffer), "abcd");
  equal(new TextDecoder().decode(new Uint8Array(buffer, 1, 2)), "bc");
  equal(new TextDecoder().decode(new DataView(buffer, 2)), "cd");
  equal(new TextDecoder("latin1").decode(new Uint16Array(buffer, 2, 1)), "cd");
  equal(new TextDecoder().decode(), "");
  for (const bad of ["x", 1, null, {}, [97]]) throws("TypeError", () => new TextDecoder().decode(bad));
});
test("members of the interfaces", () => {
  const decoder = new TextDecoder("utf-8", { fatal: 1, ignoreBOM: 1 });
  ok(decoder.fatal && decoder.ignoreBOM);
  same(Object.keys(decoder), []);
  equal(Object.prototype.toString.call(decoder), "[object TextDecoder]");
  throws("TypeError", () => TextDecoder.prototype.decode.call({}));
  throws("TypeError", () => TextEncoder.prototype.encode.call({}, "x"));
  throws("TypeError", () => TextEncoder());
});
test("gb18030 has one private use code point where its ranges have another character", () => {
  equal(new TextDecoder("gb18030").decode(Uint8Array.of(0x81, 0x35, 0xf4, 0x37)), "\ue7c7");
});
