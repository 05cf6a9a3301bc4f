__host.module = (async () => { "use strict";

// src/substitute.js
var name = "substitute";

// src/index.mjs
console.log("dropped by Drop");
var index_default = { fetch: () => "mark:" + ["2", name, "test"] };
var Counter = class {
};
return { __proto__: null,
  get Counter() { return Counter; },
  get default() { return index_default; }
};
})();
