var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __decorateClass = (decorators, target, key, kind) => {
  var result = kind > 1 ? void 0 : kind ? __getOwnPropDesc(target, key) : target;
  for (var i = decorators.length - 1, decorator; i >= 0; i--)
    if (decorator = decorators[i])
      result = (kind ? decorator(target, key, result) : decorator(result)) || result;
  if (kind && result) __defProp(target, key, result);
  return result;
};

// src/greeting.ts
var greet = (name) => `Gr\xFC\xDFe, ${name}`;

// src/worker.ts
var named = (target, key) => void Object.assign(target, { named: key });
var Handler = class {
  level = 4 /* High */;
  answer(name) {
    return "mark:" + greet(name) + this.level;
  }
};
__decorateClass([
  named
], Handler.prototype, "answer", 1);
var worker_default = { fetch: (request) => new Handler().answer(request) };
export {
  worker_default as default
};
