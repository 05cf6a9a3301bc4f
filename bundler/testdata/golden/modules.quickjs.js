// add.wasm
var add_default = Uint8Array.fromBase64("AGFzbQEAAAABBwFgAn9/AX8DAgEABQMBAAEHDQIDYWRkAAADbWVtAgAKCQEHACAAIAFqCw==");

// add.wasm?module
var add_default2 = new WebAssembly.Module(add_default);

// five.bin with { type: 'bytes' }
var five_default = Uint8Array.fromBase64("AP8NCoA=");

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
export {
  index_default as default
};
