// Operations whose throughput is measured, here and in Node: name -> function. Each
// returns a number, or a promise for one, that needs all of its work and is the same everywhere.
"use strict";
globalThis.throughput = (() => {
  const MB = 1 << 20;
  const text = "Gruß an die Welt, said the worm; 10 € is all it costs. ".repeat(MB / 50);
  const utf8 = new TextEncoder().encode(text).subarray(0, MB);
  const line = (i) => ({ id: i, name: `item ${i}`, tags: ["a", "b"], price: i * 1.5, ok: i % 2 === 0, note: "some words that fill the line" });
  const json = JSON.stringify(Array.from({ length: 9000 }, (_, i) => line(i)));
  const jsonBytes = new TextEncoder().encode(json);
  const data = new Uint8Array(10 * MB);
  for (let i = 0; i < MB; i += 4) {
    data[i] = i * 7;
    data[i + 1] = i >> 8;
  }
  for (let at = MB; at < data.length; at += MB) data.copyWithin(at, 0, MB);

  // source is data in chunks of 64 KiB.
  function source() {
    let at = 0;
    return new ReadableStream({
      pull(controller) {
        if (at === data.length) controller.close();
        else controller.enqueue(data.subarray(at, (at += 1 << 16)));
      },
    });
  }
  async function drain(readable) {
    let length = 0;
    const reader = readable.getReader();
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return length;
      length += value.byteLength;
    }
  }
  return {
    "100 URLs"() {
      let length = 0;
      for (let i = 0; i < 100; i++) length += new URL(`https://user@example.com:8080/a/b/../c/${i}?q=${i}&r=s#hash`).pathname.length;
      return length;
    },
    "100 Headers"() {
      let length = 0;
      for (let i = 0; i < 100; i++) {
        const headers = new Headers({ "content-type": "text/html", "cache-control": "no-store", etag: `"${i}"`, vary: "accept" });
        headers.append("set-cookie", "a=b");
        length += headers.get("etag").length;
      }
      return length;
    },
    "text 1 MB": () => new TextDecoder().decode(utf8).length,
    "JSON body 1 MB": async () => (await new Response(jsonBytes).json()).length,
    async "stream 10 MB"() {
      let length = 0;
      const sink = new WritableStream({
        write(chunk) {
          length += chunk.byteLength;
        },
      });
      await source().pipeThrough(new TransformStream()).pipeTo(sink);
      return length;
    },
    "gzip 10 MB": async () => Math.sign(await drain(source().pipeThrough(new CompressionStream("gzip")))), // lengths differ
    "SHA-256 10 MB": async () => new DataView(await crypto.subtle.digest("SHA-256", data)).getUint32(0),
  };
})();
