// 36_data_url: data: URLs.
// Spec: https://fetch.spec.whatwg.org/#data-url-processor
// Deviations: none known.
"use strict";
__host.define("36_data_url", ({ ops, load }) => {
  const { parseMIMEType, serializeMIMEType } = load("29_mime_type");
  const outerSpace = /^[\t\n\f\r ]+|[\t\n\f\r ]+$/g;

  // processDataURL returns {mimeType, body}, the MIME type serialized and the body
  // as bytes. It takes a serialized URL, and throws a TypeError on a failure.
  function processDataURL(url) {
    const input = url.slice("data:".length).replace(/#.*$/s, "");
    const comma = input.indexOf(",");
    if (comma < 0) throw new TypeError("the data: URL has no comma");
    let mimeType = input.slice(0, comma).replace(outerSpace, "");
    const encoded = /; *base64$/i.test(mimeType);
    if (encoded) mimeType = mimeType.replace(/; *base64$/i, "");
    if (mimeType.startsWith(";")) mimeType = `text/plain${mimeType}`;
    const record = parseMIMEType(mimeType);
    return {
      mimeType: record === null ? "text/plain;charset=US-ASCII" : serializeMIMEType(record),
      body: new Uint8Array(ops.op_data_url_body(input.slice(comma + 1), encoded)),
    };
  }
  return { processDataURL };
});
