// src/substitute.js
var name = "substitute";

// src/index.mjs
var index_default = { fetch: () => "mark:" + ["1.2.3", name, "production"] };
var Counter = class {
};
export {
  Counter,
  index_default as default
};
