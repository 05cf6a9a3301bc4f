__host.module = (async () => { "use strict";
var __knownSymbol = (name, symbol) => (symbol = Symbol[name]) ? symbol : /* @__PURE__ */ Symbol.for("Symbol." + name);
var __typeError = (msg) => {
  throw TypeError(msg);
};
var __await = function(promise, isYieldStar) {
  this[0] = promise;
  this[1] = isYieldStar;
};
var __asyncGenerator = (__this,__arguments,generator)=>__asyncGeneratorStart(__this,__arguments,generator,__await)









;
var __yieldStar = (value) => {
  var obj = value[__knownSymbol("asyncIterator")], isAwait = false, method, it = {};
  if (obj == null) {
    obj = value[__knownSymbol("iterator")]();
    method = (k) => it[k] = (x) => obj[k](x);
  } else {
    obj = obj.call(value);
    method = (k) => it[k] = (v) => {
      if (isAwait) {
        isAwait = false;
        if (k === "throw") throw v;
        return v;
      }
      isAwait = true;
      return {
        done: false,
        value: new __await(new Promise((resolve) => {
          var x = obj[k](v);
          if (!(x instanceof Object)) __typeError("Object expected");
          resolve(x);
        }), 1)
      };
    };
  }
  return it[__knownSymbol("iterator")] = () => it, method("next"), "throw" in obj ? method("throw") : it.throw = (x) => {
    throw x;
  }, "return" in obj && method("return"), it;
};
var __forAwait = (obj, it, method) => (it = obj[__knownSymbol("asyncIterator")]) ? it.call(obj) : (obj = obj[__knownSymbol("iterator")](), it = {}, method = (key, fn) => (fn = obj[key]) && (it[key] = (arg) => new Promise((yes, no, done) => (arg = fn.call(obj, arg), done = arg.done, Promise.resolve(arg.value).then((value) => yes({ value, done }), no)))), method("next"), method("return"), it);

// index.js
var log = [];
function count(n) {
  return __asyncGenerator(this, null, function* () {
    try {
      for (let i = 0; i < n; i++) yield yield new __await(i);
    } finally {
      log.push("closed");
      yield new __await(null);
      log.push("after");
    }
  });
}
var Pager = class {
  [Symbol.asyncIterator]() {
    return __asyncGenerator(this, null, function* () {
      yield* __yieldStar(count(2));
    });
  }
};
var index_default = {
  async fetch() {
    const got = [];
    try {
      for (var iter = __forAwait(count(5)),more,temp,error=0 ; more = !(temp = await iter.next()).done; more = false) {
        const x = temp.value;
        if (x === 2) break;
        got.push(x);
      }
    } catch (temp) {
      error = [temp];
    } finally {
      try {
        more && (temp = iter.return) && await temp.call(iter);
      } finally {
        if (error)
          throw error[0];
      }
    }
    try {
      for (var iter2 = __forAwait(new Pager()),more2,temp2,error2=0 ; more2 = !(temp2 = await iter2.next()).done; more2 = false) {
        const x = temp2.value;
        got.push(x);
      }
    } catch (temp2) {
      error2 = [temp2];
    } finally {
      try {
        more2 && (temp2 = iter2.return) && await temp2.call(iter2);
      } finally {
        if (error2)
          throw error2[0];
      }
    }
    return "mark:" + [got, log, Object.prototype.toString.call(count(0))];
  }
};
return { __proto__: null,
  get default() { return index_default; }
};
var __asyncGeneratorPrototype;
function __asyncGeneratorStart(thisArgument, argumentsList, body, Await) {
  __asyncGeneratorPrototype ??= prototype();
  const generator = body.apply(thisArgument, argumentsList);
  const queue = [];
  const object = Object.create(__asyncGeneratorPrototype.object);
  __asyncGeneratorPrototype.enqueue.set(object, (completion, value) => new Promise((resolve, reject) => {
    if (queue.push({ completion, value, resolve, reject }) === 1) resumeNext();
  }));
  return object;
  function resumeNext() {
    const { completion, value } = queue[0];
    if (completion === "return") awaiting(value, (v) => resume("return", v));
    else resume(completion, value);
  }
  function resume(completion, value) {
    let result;
    try {
      result = generator[completion](value);
    } catch (error) {
      return settle("reject", error);
    }
    const yielded = result.value;
    if (result.done) return returned(yielded, completion === "return" && yielded === value);
    if (yielded instanceof Await) return yielded[1] ? delegate(completion, yielded[0]) : awaiting(yielded[0], (v) => resume("next", v));
    if (result === value) return settle("resolve", { value: yielded, done: false });
    awaiting(yielded, (v) => settle("resolve", { value: v, done: false }));
  }
  function returned(value, done) {
    if (done || value === void 0) settle("resolve", { value, done: true });
    else awaiting(value, (v) => settle("resolve", { value: v, done: true }));
  }
  function delegate(completion, promise) {
    awaiting(promise, (inner) => resume(completion === "return" ? completion : "next", { value: inner.value, done: inner.done }));
  }
  function awaiting(value, then) {
    let promise;
    try {
      promise = Promise.resolve(value);
    } catch (error) {
      return resume("throw", error);
    }
    promise.then(then, (error) => resume("throw", error));
  }
  function settle(how, value) {
    queue.shift()[how](value);
    if (queue.length > 0) resumeNext();
  }
  function prototype() {
    const enqueue = /* @__PURE__ */ new WeakMap();
    const run = (object3, completion, value) => {
      const f = enqueue.get(object3);
      return f ? f(completion, value) : Promise.reject(new TypeError("not an async generator"));
    };
    const define = (object3, methods) => {
      for (const key of Reflect.ownKeys(methods)) {
        Object.defineProperty(object3, key, { value: methods[key], writable: true, configurable: true });
      }
      return object3;
    };
    const iterator = define({}, { [Symbol.asyncIterator]() {
      return this;
    } });
    const object2 = define(Object.create(iterator), {
      next(value) {
        return run(this, "next", value);
      },
      return(value) {
        return run(this, "return", value);
      },
      throw(value) {
        return run(this, "throw", value);
      }
    });
    Object.defineProperty(object2, Symbol.toStringTag, { value: "AsyncGenerator", configurable: true });
    return { object: object2, enqueue };
  }
}
})();
