__host.module = (async () => { "use strict";
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __defNormalProp = (obj, key, value) => key in obj ? __defProp(obj, key, { enumerable: true, configurable: true, writable: true, value }) : obj[key] = value;
var __decorateClass = (decorators, target, key, kind) => {
  var result = kind > 1 ? void 0 : kind ? __getOwnPropDesc(target, key) : target;
  for (var i = decorators.length - 1, decorator; i >= 0; i--)
    if (decorator = decorators[i])
      result = (kind ? decorator(target, key, result) : decorator(result)) || result;
  if (kind && result) __defProp(target, key, result);
  return result;
};
var __publicField = (obj, key, value) => __defNormalProp(obj, typeof key !== "symbol" ? key + "" : key, value);

// src/greeting.ts
var greet = (name) => `Gr\xFC\xDFe, ${name}`;

// src/worker.ts
var named = (target, key) => void Object.assign(target, { named: key });
var Handler = class {
  constructor() {
    __publicField(this, "level", 4 /* High */);
  }
  answer(name) {
    return "mark:" + greet(name) + this.level;
  }
};
__decorateClass([
  named
], Handler.prototype, "answer", 1);
var worker_default = { fetch: (request) => new Handler().answer(request) };
return { __proto__: null,
  get default() { return worker_default; }
};
})();
