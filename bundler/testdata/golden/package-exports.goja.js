__host.module = (async () => { "use strict";

// lib/worker.js
var worker_default = { fetch: () => "mark:worker" };
return { __proto__: null,
  get default() { return worker_default; }
};
})();
