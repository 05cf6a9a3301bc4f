__host.module = (async () => { "use strict";

// lib/node.js
var node_default = { fetch: () => "mark:node" };
return { __proto__: null,
  get default() { return node_default; }
};
})();
