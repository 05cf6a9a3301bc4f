// 29_mime_type: MIME types, and the one that a header list names.
// Spec: https://mimesniff.spec.whatwg.org/#parsing-a-mime-type
//       https://fetch.spec.whatwg.org/#concept-header-extract-mime-type
// Deviations: none known.
"use strict";
__host.define("29_mime_type", () => {
  const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
  const quotable = /^[\t -~\x80-\xff]*$/;
  const type = /^[\t\n\r ]*([^/;]+)\/([^;]*?)[\t\n\r ]*(?:;|$)/;
  const parameter = /[\t\n\r ]*([^;=]*)(?:=(?:"((?:[^"\\]|\\[^])*)(?:"|\\?$)[^;]*|([^;]*)))?(?:;|$)/g;

  // parseMIMEType returns {essence, parameters: Map}, or null for a failure.
  function parseMIMEType(input) {
    const head = type.exec(input);
    if (head === null || !token.test(head[1]) || !token.test(head[2])) return null;
    const parameters = new Map();
    for (const [, key, quoted, plain] of input.slice(head[0].length).matchAll(parameter)) {
      const name = key.toLowerCase();
      const value = quoted !== undefined ? quoted.replace(/\\([^])/g, "$1") : (plain ?? "").replace(/[\t\n\r ]+$/, "");
      if (quoted === undefined && value === "") continue;
      if (token.test(name) && quotable.test(value) && !parameters.has(name)) parameters.set(name, value);
    }
    return { essence: `${head[1]}/${head[2]}`.toLowerCase(), parameters };
  }

  function serializeMIMEType({ essence, parameters }) {
    let out = essence;
    for (const [name, value] of parameters) {
      out += `;${name}=${token.test(value) ? value : `"${value.replace(/["\\]/g, "\\$&")}"`}`;
    }
    return out;
  }

  // extractMIMEType is "extract a MIME type" from the combined value of
  // Content-Type; null is failure, and no value.
  function extractMIMEType(header) {
    if (header === null) return null;
    let found = null;
    let charset;
    for (const value of header.match(/(?:[^,"]|"(?:[^"\\]|\\[^])*(?:"|\\?$))+/g) ?? []) {
      const candidate = parseMIMEType(value);
      if (candidate === null || candidate.essence === "*/*") continue;
      if (candidate.essence !== found?.essence) charset = candidate.parameters.get("charset");
      else if (!candidate.parameters.has("charset") && charset !== undefined) candidate.parameters.set("charset", charset);
      found = candidate;
    }
    return found;
  }
  return { parseMIMEType, serializeMIMEType, extractMIMEType };
});
