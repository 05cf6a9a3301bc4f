__host.module = (async () => { "use strict";

// src/substitute.js
var name = "substitute";

// src/index.mjs
var index_default = { fetch: () => "mark:" + ["1.2.3", name, "production"] };
var Counter = class {
};
return { __proto__: null,
  get Counter() { return Counter; },
  get default() { return index_default; }
};
})();
