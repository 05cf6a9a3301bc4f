// 11_background: work that Go does on a goroutine while the event loop goes on.
// See Layer.background.
"use strict";
__host.define("11_background", (host) => {
  const languageErrors = { __proto__: null, Error, RangeError, TypeError };
  const waiting = new Map();
  let lastId = 0;
  host.live.push(() => Array.from(waiting.values(), ({ what, origin }) => ({ What: what, Stack: origin, Pending: true })));

  // background calls start with the id that an op takes, and returns a promise of
  // what the op's work gives. what is the method that an app called.
  function background(what, start) {
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      start(id); // may throw
      waiting.set(id, { what, origin: host.origin(), resolve, reject });
    });
  }
  host.backgroundDone = function backgroundDone(id, value, name, message) {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (name === "") resolve(value);
    else if (name in languageErrors) reject(new languageErrors[name](message));
    else reject(host.domException(message, name));
  };
  return { background };
});
