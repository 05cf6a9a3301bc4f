__host.module = (async () => { "use strict";
var __toBinary = Uint8Array.fromBase64 || /* @__PURE__ */ (() => {
  var table = new Uint8Array(128);
  for (var i = 0; i < 64; i++) table[i < 26 ? i + 65 : i < 52 ? i + 71 : i < 62 ? i - 4 : i * 4 - 205] = i;
  return (base64) => {
    var n = base64.length, bytes = new Uint8Array((n - (base64[n - 1] == "=") - (base64[n - 2] == "=")) * 3 / 4 | 0);
    for (var i2 = 0, j = 0; i2 < n; ) {
      var c0 = table[base64.charCodeAt(i2++)], c1 = table[base64.charCodeAt(i2++)];
      var c2 = table[base64.charCodeAt(i2++)], c3 = table[base64.charCodeAt(i2++)];
      bytes[j++] = c0 << 2 | c1 >> 4;
      bytes[j++] = c1 << 4 | c2 >> 2;
      bytes[j++] = c2 << 6 | c3;
    }
    return bytes;
  };
})();

// add.wasm
var add_default = __toBinary("AGFzbQEAAAABBwFgAn9/AX8DAgEABQMBAAEHDQIDYWRkAAADbWVtAgAKCQEHACAAIAFqCw==");

// add.wasm?module
var add_default2 = new WebAssembly.Module(add_default);

// five.bin with { type: 'bytes' }
var five_default = __toBinary("AP8NCoA=");

// five.bin
var five_default2 = five_default.buffer;

// note.txt
var note_default = "line one\r\nline two";

// page.md
var page_default = "# Title\n";

// data.json
var answer = 42;

// index.js
var index_default = {
  fetch: () => "mark:" + JSON.stringify([note_default, page_default, answer, [...new Uint8Array(five_default2)], add_default2 instanceof WebAssembly.Module])
};
return { __proto__: null,
  get default() { return index_default; }
};
})();
