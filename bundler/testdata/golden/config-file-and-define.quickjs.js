// src/substitute.js
var name = "substitute";

// src/index.mjs
console.log("dropped by Drop");
var index_default = { fetch: () => "mark:" + ["2", name, "test"] };
var Counter = class {
};
export {
  Counter,
  index_default as default
};
