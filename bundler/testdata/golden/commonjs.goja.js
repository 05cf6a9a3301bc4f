__host.module = (async () => { "use strict";
var __getOwnPropNames = Object.getOwnPropertyNames;
var __require = /* @__PURE__ */ ((x) => typeof require !== "undefined" ? require : typeof Proxy !== "undefined" ? new Proxy(x, {
  get: (a, b) => (typeof require !== "undefined" ? require : a)[b]
}) : x)(function(x) {
  if (typeof require !== "undefined") return require.apply(this, arguments);
  throw Error('Dynamic require of "' + x + '" is not supported');
});
var __commonJS = (cb, mod) => function __require2() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// index.cjs
var require_index = __commonJS({
  "index.cjs"(exports, module) {
    var fs;
    try {
      fs = __require("fs");
    } catch (error) {
      fs = error.message;
    }
    module.exports = { fetch: () => "mark:" + fs };
  }
});
return { __proto__: null, default: require_index() };
})();
